import type { Flag } from './flag.ts'

/** The tables of what a sender keeps besides the shares themselves. */

/** Choices of the share form under a name, for the next time. */
export interface PresetTable {
  guid: string
  owner_guid: string
  name: string
  /** A JSON object: form field to what it held. Neither people nor passkeys are among them. */
  choices: string
  /** Whether an empty share form begins with these. */
  is_standard: Flag
  created_at: number
}

/** Several files that were sent at once. */
export interface SendingTable {
  guid: string
  owner_guid: string
  created_at: number
  /** When the one letter to each recipient was written; from then on no share joins it. */
  mailed_at: number | null
}

/** A letter to one of the recipients of a share that was not written yet: the file may not be readable so far. */
export interface HeldLetterTable {
  recipient_guid: string
  share_guid: string
  /** What is told in one letter: the guid of a sending, of one share, or of links that were sent together. */
  batch: string
  /** The position of its link among those of the batch. */
  place: number
  /** The sender's own letter, one with other words, one to whom it was passed on, or to who asked for access. */
  kind: 'share' | 'link' | 'pass' | 'access'
  /** The words of a letter of kind `link`. */
  message: string
  held_at: number
}

/** One of the files of a sending, and what became of it. */
export interface SendingFileTable {
  sending_guid: string
  number: number
  name: string
  /** Null where it was not shared. */
  share_guid: string | null
  /** Why it was not shared, in words for the sender. */
  reason: string
}
