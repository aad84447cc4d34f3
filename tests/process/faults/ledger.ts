import type { Browser } from '#tests/support/browser/browser.ts'

export type AcknowledgedShare = {
  guid: string
  sender: Browser
  fileName: string
  recipient: string
  /** What the sender was told last; null while no one knows: a change was asked for and never answered. */
  isUnshared: boolean | null
  /** How often its sender has begun to unshare it or to share it again. */
  changes: number
  /** How often a code was asked for, answered or not: no more than five are given. */
  asks: number
  /** How often a reader was let in. */
  openings: number
}

/** What people were told is done. Nothing of it may be missing afterwards, whatever happened in between. */
export class Ledger {
  readonly shares: AcknowledgedShare[] = []
  /** Addresses that were told that an email is on its way to them, one for each time. */
  readonly emailsTo: string[] = []
  readonly signedIn: Browser[] = []
  /** The bytes of every file that someone began to send, by its name; of no other is anything listed. */
  readonly files = new Map<string, Buffer>()
  #number = 0

  /** Makes names that no one else has. */
  next(): number {
    return ++this.#number
  }

  open(): AcknowledgedShare[] {
    return this.shares.filter(({ isUnshared }) => isUnshared === false)
  }
}
