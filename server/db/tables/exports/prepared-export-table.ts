import type { ExportFormat, ListName } from '#server/rules/product/exported-lists.ts'

/** A list that is written by a job for the account that asked for it; kept for three days. */
export interface PreparedExportTable {
  guid: string
  user_guid: string
  /** What the list is of, if anything. */
  share_guid: string | null
  room_guid: string | null
  list: ListName
  /** What the list is limited to, as JSON. */
  filter: string
  format: ExportFormat
  /** The name of the file, without its ending. */
  name: string
  created_at: number
  /** When it was written; from then on it has an object. */
  ready_at: number | null
  /** When its preparation was given up. */
  failed_at: number | null
  object_guid: string | null
  size: number | null
}
