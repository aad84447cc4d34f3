import type { GeneratedFlag } from './flag.ts'

/** How long a member read in a room in total, in milliseconds; members who never read have no row. */
export interface MemberTimeTable {
  member_guid: string
  measured: number
  /** What the screens of now will at most have come to is in it (`ItemReadingTable`). */
  estimated: number
}

/** What has to be known of one file in one visit of a room, for as long as there is the visit. */
export interface ItemReadingTable {
  visit_guid: string
  item_guid: string
  member_guid: string
  /** From then on nothing of it is estimated. */
  is_measured: GeneratedFlag
  /** What it has in the member's estimated time, in milliseconds. */
  estimated: number
  /** Of the screen that was shown last: its pages, 0 of a player; null where none counts any more. */
  shown_pages: number | null
  /** From when to when it counts, in epoch milliseconds, where no other sign of life comes. */
  shown_at: number | null
  shown_until: number | null
}
