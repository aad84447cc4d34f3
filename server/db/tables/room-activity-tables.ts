import type { GeneratedFlag } from './flag.ts'

/** How often what was done, and how long was read in milliseconds. */
interface Counted {
  views: number
  downloads: number
  prints: number
  measured: number
  estimated: number
}

/**
 * What was done in a room on one day. Days are counted from 1970 in UTC; 0 is all of them together, here and in the
 * next two tables.
 */
export interface RoomDayTable extends Counted {
  room_guid: string
  day: number
  entries: number
  refused: number
  /** The different members who did anything. */
  people: number
}

/** The same with one of its items; what happened to the room as a whole has its own guid. */
export interface ItemDayTable extends Counted {
  room_guid: string
  day: number
  item_guid: string
  refused: number
  /** The different members who opened it; only of all days. */
  people: number
  last_at: number
}

/** How often files that were in a folder then were opened on one day, and how long they were read (ms). */
export interface FolderDayTable {
  room_guid: string
  day: number
  folder_guid: string
  views: number
  time: number
}

/** What one member did on one day. */
export interface MemberDayTable extends Counted {
  room_guid: string
  day: number
  member_guid: string
  entries: number
  /** The different files that they opened; only of all days. */
  files: number
  /** How many events are counted. */
  events: number
  last_at: number
}

/** What one member did with one file so far. */
export interface MemberItemTable extends Counted {
  member_guid: string
  item_guid: string
  last_at: number
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
