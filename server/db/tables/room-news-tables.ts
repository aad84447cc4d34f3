/** Who uploaded a file that waits to be added to a room. */
export interface RoomArrivalTable {
  file_guid: string
  email: string
}

/** What was added to a folder at once. */
export interface RoomBatchTable {
  guid: string
  room_guid: string
  parent_guid: string
  added_by: string
  added_at: number
  /** Whether members are notified of it; null until someone decided. */
  choice: 'all' | 'nobody' | 'later' | null
}

/** The outcome for one file of a batch. */
export interface RoomBatchLineTable {
  batch_guid: string
  /** From 0, as the files were selected. */
  place: number
  name: string
  /** Where it is; null for a file that was not added. */
  item_guid: string | null
  version: number | null
  /** A file that was uploaded and not added: it can be retried. */
  file_guid: string | null
  /** Why it was not added, or another message about it. */
  note: string
}

/** A notification of a batch to one member. */
export interface MemberNewsTable {
  member_guid: string
  batch_guid: string
  /** Null while the email waits. */
  told_at: number | null
}
