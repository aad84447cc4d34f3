import type { GeneratedFlag } from './flag.ts'

/** How long a member read in a room in total, in milliseconds; members who never read have no row. */
export interface MemberTimeTable {
  member_guid: string
  measured: number
  estimated: number
}

/** What has to be known about one file in one visit of a room, for as long as the visit exists. */
export interface ItemReadingTable {
  visit_guid: string
  item_guid: string
  member_guid: string
  /** From then on nothing in it is estimated. */
  is_measured: GeneratedFlag
  /** What the visit so far adds to the member's estimated time, in milliseconds. */
  estimated: number
  /** Of the screen that was requested last: its pages, 0 for a player; null if none counts any more. */
  shown_pages: number | null
  /** When it was requested, in epoch milliseconds: it counts from then to the next request. */
  shown_at: number | null
}
