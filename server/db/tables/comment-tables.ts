import type { Flag } from './flag.ts'

/** What a member wrote about a file in a data room, which everyone reads who sees the file. */
export interface RoomCommentTable {
  guid: string
  item_guid: string
  /** Counts from 1 for each file. */
  number: number
  /** The address with which its author is a member, or owns the room. */
  author_email: string
  /** Empty once it was deleted. */
  text: string
  created_at: number
  deleted_at: number | null
}

/** One comment in the thread of a recipient, which that recipient and the sender read. */
export interface CommentTable {
  guid: string
  share_guid: string
  /** Whose thread it is. */
  recipient_guid: string
  /** Counts from 1 for each share. */
  number: number
  /** Whether the sender wrote it; otherwise the recipient did. */
  is_owners: Flag
  /** Empty once it was deleted. */
  text: string
  created_at: number
  deleted_at: number | null
  /** When the other side marked it as read. */
  read_at: number | null
  /** When the other side was emailed about it, or that was no longer needed. */
  told_at: number | null
}
