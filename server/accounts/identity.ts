import { createHash } from 'node:crypto'
import type { User } from './users.ts'
import type { ProblemName } from '#server/rules/problems.ts'

/** Everything that a browser has proved about who uses it. */
export type Identity = {
  user: User | null
  /** An address confirmed by a code on the recipients' sign-in page. */
  readerEmail: string | null
  /** The browser's own random ID; it tells link visitors apart. */
  browserId: string
  /** With this the browser holds keys of files that open with a passkey; only its cookie has it. */
  keyHolder?: string | null
  /** What is known of the browser where work goes on without it. */
  readerKey?: string
  /** A job that does what they asked for: it needs no visit of a room, as long as they owe it no terms. */
  isAtWork?: boolean
}

/** A program reads for itself: what it opens is open in no browser, and the other way round. */
export function programIdentity({ guid, user }: { guid: string; user: User }): Identity {
  return { user, readerEmail: null, browserId: `api|${guid}` }
}

/** The confirmed addresses, the account's first. */
export function provedEmails(identity: Identity): string[] {
  const emails = [identity.user?.email, identity.readerEmail].filter((email) => typeof email === 'string')
  return [...new Set(emails)]
}

/** The answer for a share that does not exist: the same as for one that is not shared with the caller. */
export function strangerRefusal(identity: Identity): ProblemName {
  return provedEmails(identity).length > 0 ? 'notRecipient' : 'identityNeeded'
}

/** How a browser is identified in the table of visits. */
export function readerKey(identity: Identity): string {
  return identity.readerKey ?? createHash('sha256').update(identity.browserId).digest('hex')
}
