import type { VisibleFile } from '#server/rooms/tree/files-beside.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import type { PolicyFacts } from '#server/rules/sharing/policy.ts'
import type { Watermark } from '#server/rules/sharing/options.ts'
import type { Role, RoomVersion } from '#server/rules/rooms/room-roles.ts'
import type { FileKey } from '#server/storage/keys/file-key.ts'

/** Where a file in a room is, and as whom its reader is there. */
export type RoomPlace = {
  guid: string
  version: RoomVersion
  /** The folder. */
  parentGuid: string
  memberGuid: string | null
  /** Whether copies have no watermark: people who add files here get them as they are. */
  getsOriginal: boolean
  /** Whether people who only read can download here at all. */
  letsDownload: boolean
  role: Role | null
  /** Whether its files have comments. */
  sharesComments: boolean
  /** The room as this reader has it, and the path to the file: these say what is beside it. */
  visible: VisibleFile
}

/** What is known about one reader and one share, or one file in a room, at this moment. */
export type ShareAccess = {
  /** The share, or the file's item in its room. */
  shareGuid: string
  policyFacts: PolicyFacts
  watermark: Watermark | null
  /** Epoch milliseconds. */
  sharedAt: number
  message: string
  /** Which state of the share this is: each edit makes a new one. */
  revision: number
  /** Which version of the file it shows, from 1. */
  version: number
  /** Who reads, as acceptances and introductions identify them: the recipient, or the browser of a link's visitor. */
  reader: string
  /** First and last name, as this reader gave them if the sender requires a name; unverified. */
  saysName: string | null
  /** The terms that have to be accepted, whether or not they were. */
  termsGuid: string | null
  /** Whether the sender named the people: only then can one of them forward it. */
  isForPeople: boolean
  /** Whose tour's sample this is, or null. */
  tourOf: string | null
  /** Null for a share. */
  room: RoomPlace | null
  file: {
    guid: string
    objectGuid: string
    name: string
    kind: FileKind
    mediaType: string
    size: number
    pageCount: number
    renderError: string | null
    /** Opens a file that is locked with a passkey, if this browser has provided it. */
    key: FileKey | null
  }
  sender: { guid: string; name: string; email: string }
  recipientGuid: string | null
  /** Whether the share lets its readers download, but this one may only read. */
  isViewOnly: boolean
  /** The confirmed address of the reader, or null on a public link. */
  email: string | null
  /** The address that a reader without a confirmed one claims; unverified. */
  saysToBe: string | null
  visit: { guid: string; seenAt: number } | null
}
