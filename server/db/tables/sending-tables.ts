import type { Flag } from './flag.ts'

/** The tables of what a sender saves besides the shares themselves. */

/** Choices of the share form under a name, for the next time. */
export interface PresetTable {
  guid: string
  owner_guid: string
  name: string
  /** A JSON object: form field to its value. Neither people nor passkeys are among them. */
  choices: string
  /** Whether an empty share form starts with these. */
  is_standard: Flag
  created_at: number
}

/** Several files that were shared at once. */
export interface SendingTable {
  guid: string
  owner_guid: string
  created_at: number
  /** When the one email to each recipient was written; from then on no share joins it. */
  mailed_at: number | null
}

/** An email to one recipient of a share that is not written yet, since the file may not be readable so far. */
export interface HeldLetterTable {
  recipient_guid: string
  share_guid: string
  /** What one email announces: the guid of a sending, of one share, or of links that were sent together. */
  batch: string
  /** The position of its link among those of the batch. */
  place: number
  /**
   * The sender's own email, one with another message, one to someone it was forwarded to, or to someone who requested
   * access.
   */
  kind: 'share' | 'link' | 'pass' | 'access'
  /** The message in an email of kind `link`. */
  message: string
  held_at: number
}

/** One of the files of a sending, and its outcome. */
export interface SendingFileTable {
  sending_guid: string
  number: number
  name: string
  /** Null where it was not shared. */
  share_guid: string | null
  /** Why it was not shared, in words for the sender. */
  reason: string
}
