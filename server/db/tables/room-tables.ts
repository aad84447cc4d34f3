import type { Generated } from 'kysely'
import type { TermsMode } from './share-tables.ts'
import type { Flag, GeneratedFlag } from './flag.ts'

/** A data room. Its tree is in `item`, whose first row is the root folder under the room's own guid. */
export interface RoomTable {
  guid: string
  owner_guid: string
  /** 1: room-wide rights for all viewers; 2: rights of each member, and for each folder. */
  version: 1 | 2
  name: string
  description: string
  created_at: number
  /** From when on it is read-only. */
  archived_at: number | null
  /** When it was put into the bin, for 30 days. */
  binned_at: number | null
  /** Counts the changes of the room itself: who changes it says which state was seen. */
  revision: Generated<number>
  /** What no one below a contributor gets where it is 0. */
  may_download: GeneratedFlag
  may_print: GeneratedFlag
  may_read_text: GeneratedFlag
  watermark_size: Generated<'small' | 'medium' | 'large' | null>
  watermark_colour: Generated<'grey' | 'red' | 'blue' | null>
  watermark_text: Generated<string>
  terms_mode: Generated<TermsMode>
  terms_guid: Generated<string | null>
  asks_terms_again: GeneratedFlag
  /**
   * Whether the owner gets a letter when someone accepts the terms, and when someone enters for the first
   * time.
   */
  tells_acceptance: GeneratedFlag
  tells_entry: GeneratedFlag
  /** -1 none, 0 a fixed date, more than 0 seconds after a member's first entry. */
  destruct_seconds: Generated<number>
  expires_at: Generated<number | null>
  /** Whether a new folder is hidden from members until someone grants it. */
  hides_new_folders: GeneratedFlag
  /** Whether contributors may also rename, order and remove what others added. */
  contributors_arrange_all: GeneratedFlag
  /** Whether items show their numbers 1.2.3. */
  shows_index: GeneratedFlag
  /** The last answer to "Notify members?". */
  news_choice: Generated<'all' | 'nobody' | 'later'>
}

/** A folder or a file in a room. */
export interface ItemTable {
  guid: string
  room_guid: string
  /** Null of the root alone. */
  parent_guid: string | null
  kind: 'folder' | 'file'
  name: string
  /** The name as names are compared: two that look alike have the same. */
  name_key: string
  /** Orders siblings, with gaps; equal ones are ordered by guid. */
  position: number
  /** The latest version's; null of a folder. */
  file_guid: string | null
  version: Generated<number>
  /** Whether a folder is hidden from members to whom no one granted it. */
  is_closed: Flag
  /** The address of who added it. */
  added_by: string
  added_at: number
  /** When its latest version came, or it was added. */
  changed_at: number
  /** When it was put into the bin, with all that is below it. */
  binned_at: Generated<number | null>
  binned_by: Generated<string | null>
  /** Of a folder: counts the changes of its list, so that reordering an outdated list is noticed. */
  revision: Generated<number>
}

/** The versions of a file in a room: the latest is the one that its item names. */
export interface ItemVersionTable {
  item_guid: string
  number: number
  file_guid: string
  added_by: string
  created_at: number
}

/** By which words of its name an item is found. */
export interface ItemWordTable {
  room_guid: string
  word: string
  item_guid: string
}

/** A named set of members with one set of rights. */
export interface RoomGroupTable {
  guid: string
  room_guid: string
  name: string
  role: 1 | 2 | 3 | 4
  /** -1 not set, 0 none, else so many copies of each document. */
  allowed_print: Generated<number>
  created_at: number
}

export interface MemberTable {
  guid: string
  room_guid: string
  email: string
  name: string
  /** 0 owner, 1 view, 2 view and print, 3 download, 4 contributor, 5 co-owner; a group's replaces it. */
  role: 0 | 1 | 2 | 3 | 4 | 5
  group_guid: string | null
  /** -1 not set, 0 none, else so many copies of each document. */
  allowed_print: Generated<number>
  starts_at: number | null
  expires_at: number | null
  suspended_at: Generated<number | null>
  /** A removed member is kept for what is recorded; adding the address again clears it. */
  removed_at: Generated<number | null>
  added_at: number
  added_by: string
  mail_status: 'None' | 'Waiting' | 'Sent' | 'Failed'
  mail_reason: Generated<string>
  mailed_at: Generated<number | null>
  first_entered_at: Generated<number | null>
  /** The latest entry. */
  entered_at: Generated<number | null>
  /** What came later than this is new to the member: when the visit before the present one ended. */
  news_since: Generated<number | null>
  session_count: Generated<number>
  /** Whether this member wants no letters about this room. */
  is_quiet: GeneratedFlag
}

/** A right from an item downwards, of one member or of one group. */
export interface RoomRuleTable {
  guid: string
  item_guid: string
  member_guid: string | null
  group_guid: string | null
  /** -1 hides it with all that is below; 0 to 4 as in `rules/room-rights.ts`. */
  right_code: -1 | 0 | 1 | 2 | 3 | 4
}

/** Print copies that a member took of one document. */
export interface MemberPrintTable {
  member_guid: string
  item_guid: string
  prints_spent: number
}

/** That a member accepted a room's terms: which text, when and from where. */
export interface RoomAcceptanceTable {
  guid: string
  room_guid: string
  member_guid: string
  email: string
  terms_guid: string
  sha256: string
  accepted_at: number
  ip: string
  user_agent: string
}

/** A room that its owner wants to give to someone else, who has not accepted yet. */
export interface RoomOfferTable {
  room_guid: string
  /** In lower case. */
  email: string
  /** The address of the owner who offered it. */
  offered_by: string
  offered_at: number
}

/** That an administrator of the owner's team looks into a room, for an hour, and why. */
export interface RoomLookTable {
  room_guid: string
  user_guid: string
  reason: string
  began_at: number
}
