/** Who brought a file that waits for its place in a room. */
export interface RoomArrivalTable {
  file_guid: string
  email: string
}

/** What was brought into a folder at once. */
export interface RoomBatchTable {
  guid: string
  room_guid: string
  parent_guid: string
  added_by: string
  added_at: number
  /** Whether members are told of it; null until someone said so. */
  choice: 'all' | 'nobody' | 'later' | null
}

/** How one file of a batch went. */
export interface RoomBatchLineTable {
  batch_guid: string
  /** From 0, as the files were chosen. */
  place: number
  name: string
  /** Where it is; null of a file that was not added. */
  item_guid: string | null
  version: number | null
  /** A file that has arrived and was not added: it may be tried again. */
  file_guid: string | null
  /** Why it was not added, or what is to be said of it. */
  note: string
}

/** That a member is told of a batch. */
export interface MemberNewsTable {
  member_guid: string
  batch_guid: string
  /** Null while the letter waits. */
  told_at: number | null
}
