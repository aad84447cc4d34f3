import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** What happens to a room as a whole, to its items and to its people. Reading a file of a room has the kinds of shares. */
export type RoomEventKind =
  | 'RoomMade'
  | 'RoomChanged'
  | 'RoomCopied'
  | 'RoomArchived'
  | 'RoomReopened'
  | 'RoomBinned'
  | 'RoomUnbinned'
  | 'RoomTransferred'
  | 'RoomUpgraded'
  | 'RoomEntered'
  | 'FolderMade'
  | 'FileAdded'
  | 'FileReplaced'
  | 'FileVersionChosen'
  | 'ItemRenamed'
  | 'ItemMoved'
  | 'ItemCopied'
  | 'ItemsOrdered'
  | 'ItemBinned'
  | 'ItemUnbinned'
  | 'ItemErased'
  | 'MemberAdded'
  | 'MemberChanged'
  | 'MemberSuspended'
  | 'MemberBack'
  | 'MemberRemoved'
  | 'MemberLeft'
  | 'MemberInvited'
  | 'GroupMade'
  | 'GroupChanged'
  | 'GroupRemoved'
  | 'RightsChanged'
  | 'NewsSent'
  | 'AdminBrowsed'
  | 'AdminOpened'

/** The events of some kinds in the streams of a room and of all its items. */
export function eventsOfRoom(kysely: Kysely<Schema>, roomGuid: string, kinds: readonly string[]) {
  // Crossed, not joined: SQLite then begins with the subjects of the room.
  return kysely
    .selectFrom('event_head')
    .crossJoin('event')
    .where('event_head.room_guid', '=', roomGuid)
    .whereRef('event.subject_guid', '=', 'event_head.subject_guid')
    .where('event.kind', 'in', kinds)
}
