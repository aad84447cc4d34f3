import type { Generated } from 'kysely'
import type { TermsMode } from './share-tables.ts'
import type { Flag, GeneratedFlag } from './flag.ts'

/** A data room. Its tree is in `item`, whose first row is the root folder with the room's own guid. */
export interface RoomTable {
  guid: string
  owner_guid: string
  /** 1: room-wide permissions for all viewers; 2: permissions of each member, and for each folder. */
  version: 1 | 2
  name: string
  description: string
  created_at: number
  /** Since when it is read-only. */
  archived_at: number | null
  /** When it was moved to the trash, for 30 days. */
  binned_at: number | null
  /** Since when it is over the limits of its owner’s plan, and therefore closed to everyone else. */
  over_plan_at: Generated<number | null>
  /** Counts the changes of the room itself: whoever changes it says which state they saw. */
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
  /** Whether the owner is emailed when someone accepts the terms, and when someone enters for the first time. */
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
  /** Whether members write and read comments on files that they can see. */
  shares_comments: GeneratedFlag
  /** The last answer to "Notify members?". */
  news_choice: Generated<'all' | 'nobody' | 'later'>
}

/** A folder or a file in a room. */
export interface ItemTable {
  guid: string
  room_guid: string
  /** Null only for the root. */
  parent_guid: string | null
  kind: 'folder' | 'file'
  name: string
  /** The name as names are compared: two that look alike are equal. */
  name_key: string
  /** Orders siblings, with gaps; equal ones are ordered by guid. */
  position: number
  /** The latest version's; null for a folder. */
  file_guid: string | null
  version: Generated<number>
  /** Whether a folder is hidden from members without a grant. */
  is_closed: Flag
  /** The address of the person who added it. */
  added_by: string
  added_at: number
  /** When its latest version was added, or it was. */
  changed_at: number
  /** When it was moved to the trash, with everything below it. */
  binned_at: Generated<number | null>
  binned_by: Generated<string | null>
  /** For a folder: counts the changes of its list, so that reordering an outdated list is noticed. */
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

/** The words of its name by which an item is found. */
export interface ItemWordTable {
  room_guid: string
  word: string
  item_guid: string
}

/** A named set of members with one set of permissions. */
export interface RoomGroupTable {
  guid: string
  room_guid: string
  name: string
  role: 1 | 2 | 3 | 4
  /** -1 not set, 0 none, otherwise the number of copies of each document. */
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
  /** -1 not set, 0 none, otherwise the number of copies of each document. */
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
  /** When the member last entered. */
  entered_at: Generated<number | null>
  /** What was added later than this is new to the member: when the visit before the current one ended. */
  news_since: Generated<number | null>
  session_count: Generated<number>
  /** Whether this member wants no emails about this room. */
  is_quiet: GeneratedFlag
}

/** A permission from an item downwards, of one member or of one group. */
export interface RoomRuleTable {
  guid: string
  item_guid: string
  member_guid: string | null
  group_guid: string | null
  /** -1 hides it with everything below; 0 to 4 as in `rules/room-rights.ts`. */
  right_code: -1 | 0 | 1 | 2 | 3 | 4
}

/** Print copies of one document that a member used. */
export interface MemberPrintTable {
  member_guid: string
  item_guid: string
  prints_spent: number
}

/** A member's acceptance of a room's terms: which text, when and from where. */
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

/** A room that its owner wants to transfer to someone else, who has not accepted yet. */
export interface RoomOfferTable {
  room_guid: string
  /** In lower case. */
  email: string
  /** The address of the owner who offered it. */
  offered_by: string
  offered_at: number
}

/** A team administrator's look into a room, for an hour, and why. */
export interface RoomLookTable {
  room_guid: string
  user_guid: string
  reason: string
  began_at: number
}
