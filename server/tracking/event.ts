import type { Selectable } from 'kysely'
import type { EventTable } from '#server/db/schema.ts'
import type { PageRange } from '#server/rules/dwell.ts'

export type EventKind =
  | 'Shared'
  | 'Killed'
  | 'Enabled'
  | 'LinkSent'
  | 'Mailed'
  | 'MailFailed'
  | 'Reminded'
  | 'CodeSent'
  | 'Refused'
  | 'View'
  | 'Browse'
  | 'Download'
  | 'Print'
  | 'Changed'
  | 'NewVersion'
  | 'Added'
  | 'Revoked'
  | 'Restored'
  | 'PrintsReset'
  | 'Resent'
  | 'Binned'
  | 'Unbinned'
  | 'ForwardAsked'
  | 'AccessAsked'
  | 'Forwarded'
  | 'Approved'
  | 'Rejected'
  | 'TermsAccepted'
  | 'NameGiven'
  | 'Commented'
  | 'PasskeyWrong'
  | 'PasskeyLocked'
  | 'PasskeyChanged'
  | 'Unmarked'
  | 'Stop'
  | 'VisitorInfo'

export type Detail = Record<string, string | number | boolean | null>

/** What a caller says of an event. A detail never holds contents of files, codes or passwords. */
export type TrackedEvent = {
  subjectGuid: string
  /** Said with the first event of a subject: whose it is. */
  ownerGuid?: string
  kind: EventKind
  email?: string | null
  visitGuid?: string | null
  /** Null or absent for what the server did by itself. */
  client?: { ip: string; userAgent: string } | null
  /** A Browse has `first` and `last`: the pages of the screen that was shown. */
  detail?: Detail
}

export type EventRow = Selectable<EventTable>

/** The kinds that make a visit. */
export const readingKinds = ['View', 'Browse', 'Download', 'Print'] as const

export function isReading(kind: string): boolean {
  return (readingKinds as readonly string[]).includes(kind)
}

export function detailOf(row: Pick<EventRow, 'detail'>): Detail {
  return JSON.parse(row.detail) as Detail
}

/** Which version of the file an event of reading is about: it is said from the second on. */
export function versionOf(row: Pick<EventRow, 'detail'>): number {
  const { version } = detailOf(row)
  return typeof version === 'number' ? version : 1
}

/** The pages of a Browse; null for any other kind. */
export function pagesOf(row: Pick<EventRow, 'kind' | 'detail'>): PageRange | null {
  if (row.kind !== 'Browse') return null
  const { first, last } = detailOf(row)
  if (typeof first !== 'number' || typeof last !== 'number' || last < first) return null
  return { first, last }
}

/** What a program measured, of the event that says so; 0 of any other. */
export function measuredSeconds(row: Pick<EventRow, 'kind' | 'detail'>): number {
  if (row.kind !== 'Stop') return 0
  const { seconds } = detailOf(row)
  return typeof seconds === 'number' ? seconds : 0
}
