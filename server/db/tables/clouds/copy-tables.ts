import type { CloudName } from '#server/rules/files/clouds.ts'

/** What someone chooses in their cloud storage, and then has copied. */
export interface CloudCopyTable {
  guid: string
  user_guid: string
  cloud: CloudName
  /** The folder of a room that it is for; null for shares. */
  room_guid: string | null
  parent_guid: string | null
  /** The item of a room, or the share, of which it becomes a version. */
  item_guid: string | null
  share_guid: string | null
  /** What was added to the room together. */
  batch_guid: string | null
  same_name: 'version' | 'both'
  export_as: 'pdf' | 'office'
  /** JSON of the share form that waits for the files, sealed by the installation’s key; null where there is none. */
  form_sealed: string | null
  /** The browser, as visits name it, and from where it was asked for. */
  reader_key: string
  ip: string
  user_agent: string
  state: 'choosing' | 'copying' | 'disconnected' | 'done' | 'cancelled'
  /** The place of the next item. */
  next_place: number
  /** Until when the provider wants no request. */
  waits_until: number
  created_at: number
  ended_at: number | null
}

export interface CloudCopyItemTable {
  copy_guid: string
  place: number
  /** Both as the provider names them. */
  space: string
  item_id: string
  kind: 'file' | 'folder'
  name: string
  /** The folders below the target into which it goes, with slashes between them. */
  path: string
  bytes: number | null
  state: 'chosen' | 'waiting' | 'copying' | 'done' | 'failed' | 'skipped' | 'cancelled'
  /** What its person reads about it. */
  note: string
  /** Of a folder, the cursor of the page that comes next. */
  walked_to: string | null
  /** Of a folder, how many pages in a row brought nothing new. */
  fruitless: number
  /** The one that is being copied. */
  revision: string | null
  upload_guid: string | null
  /** The file that it became. */
  file_guid: string | null
  /** The item of the room that it became. */
  placed_guid: string | null
  /** The job that has it. */
  turn: string | null
  tries: number
  retry_at: number
}
