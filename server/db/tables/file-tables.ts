/** An uploaded file: stored as an object, turned into pages by rendering, sent by a share. */
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
  /** 0 of what has no pages, even when it is rendered. */
  page_count: number
  created_at: number
  /** When a share took it; files that nothing took are removed after a day. */
  taken_at: number | null
  /** The password that the document itself asks for, wrapped by the installation's key. */
  password_sealed: string | null
  /** The room that it came for; null for shares. */
  room_guid: string | null
  /** What its sender should know of it, as rendering/findings.ts keeps it. */
  findings: string
  /** Whether its tracked changes are shown to readers. */
  shows_changes: 0 | 1
}

/** What was made of a file so that it can be shown: sealed like the original, and made again where it is lost. */
export interface ConversionTable {
  file_guid: string
  /** What pages are drawn from, what a browser plays, or the cells of a spreadsheet. */
  purpose: 'pages' | 'media' | 'grid'
  object_guid: string
  media_type: string
  created_at: number
}
