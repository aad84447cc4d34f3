import type { Generated } from 'kysely'

/** A stretch of reading that a program measures: from its start call to its stop call. */
export interface TrackTable {
  guid: string
  visit_guid: string
  /** The file, in a room. */
  item_guid: Generated<string | null>
  started_at: number
  stopped_at: number | null
}
