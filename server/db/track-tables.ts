/** A stretch of reading that a program measures: from its start call to its stop call. */
export interface TrackTable {
  guid: string
  visit_guid: string
  started_at: number
  stopped_at: number | null
}
