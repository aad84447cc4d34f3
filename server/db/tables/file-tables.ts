/** An uploaded file: stored as an object, rendered to pages, sent by a share. */
export interface FileTable {
  guid: string
  owner_guid: string
  object_guid: string
  name: string
  media_type: string
  /** How it is shown; `rules/files.ts` says which file is what. */
  kind: 'pdf' | 'image' | 'text' | 'office' | 'sheet' | 'mail' | 'media' | 'other'
  size: number
  render_status: 'In Progress' | 'Rendered' | 'Error'
  /** The reason class when render_status is Error. */
  render_error: string | null
  render_started_at: number | null
  /** 0 for a file without pages, even when it is rendered. */
  page_count: number
  created_at: number
  /** When a share used it; unused files are removed after a day. */
  taken_at: number | null
  /** The document's own password, wrapped by the installation's key. */
  password_sealed: string | null
  /** The room that it was uploaded for; null for shares. */
  room_guid: string | null
  /** What its sender should know about it, as rendering/findings.ts stores it. */
  findings: string
  /** Whether its tracked changes are shown to readers. */
  shows_changes: 0 | 1
}

/** A conversion of a file, so that it can be shown: encrypted like the original, and made again if lost. */
export interface ConversionTable {
  file_guid: string
  /** What pages are rendered from, what a browser plays, or the cells of a spreadsheet. */
  purpose: 'pages' | 'media' | 'grid'
  object_guid: string
  media_type: string
  created_at: number
}
