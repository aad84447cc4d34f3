import type { Selectable } from 'kysely'
import type { EventTable } from '#server/db/schema.ts'
import type { AccountEventKind } from '#server/accounts/account-events.ts'
import type { RoomEventKind } from './room-events.ts'
import {
  readPageTimes,
  totalTime,
  type PageRange,
  type PageTime,
  type Shown,
} from '#server/rules/reading/dwell.ts'

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
  | 'Read'
  | 'Download'
  | 'Print'
  | 'Changed'
  | 'NewVersion'
  | 'RenderTried'
  | 'RenderFailed'
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
  | 'PasskeyGuessed'
  | 'CodesGuessed'
  | 'PasskeyChanged'
  | 'Unmarked'
  | 'Stop'
  | 'VisitorInfo'
  | 'Played'
  | 'GridRead'
  | 'TextRead'
  | RoomEventKind
  | AccountEventKind

export type Detail = Record<string, string | number | boolean | null>

/** What a caller says of an event. A detail never holds contents of files, codes or passwords. */
export type TrackedEvent = {
  subjectGuid: string
  /** Said with the first event of a subject: whose it is. */
  ownerGuid?: string
  /** Said with each event of a room or of one of its items: which room it is. */
  roomGuid?: string
  kind: EventKind
  email?: string | null
  visitGuid?: string | null
  /** Absent for whoever sent the request under way; null for what the server did by itself. */
  client?: { ip: string; userAgent: string } | null
  /**
   * A Browse has `first` and `last`: the pages whose pictures were asked for, as a rule one. So has a TextRead, of the
   * screen that was shown as text. A Read has `pages`: how long a script saw each of them since it told last, as
   * `3:12500,4:800`. A GridRead has rows, and its `sheet`.
   */
  detail?: Detail
}

export type EventRow = Selectable<EventTable>

/** The kinds that make a visit. */
export const readingKinds = [
  'View',
  'Browse',
  'Read',
  'Played',
  'TextRead',
  'GridRead',
  'Download',
  'Print',
] as const

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

/** The pages of a Browse or a TextRead; null for any other kind. */
export function pagesOf(row: Pick<EventRow, 'kind' | 'detail'>): PageRange | null {
  if (row.kind !== 'Browse' && row.kind !== 'TextRead') return null
  const { first, last } = detailOf(row)
  if (typeof first !== 'number' || typeof last !== 'number' || last < first) return null
  return { first, last }
}

/** What a screen showed, of the event that says so; null of any other. */
export function shownOf(row: Pick<EventRow, 'kind' | 'detail'>): Shown | null {
  if (row.kind === 'Played') return 'player'
  const pages = pagesOf(row)
  return pages && [pages]
}

/** The pages of a Read, and how long each was seen; none of any other kind. */
export function pageTimesOf(row: Pick<EventRow, 'kind' | 'detail'>): PageTime[] {
  if (row.kind !== 'Read') return []
  const { pages } = detailOf(row)
  return typeof pages === 'string' ? readPageTimes(pages) : []
}

/** Whether an event says what was measured: a visit that has one is not estimated besides. */
export function isMeasured(kind: string): boolean {
  return kind === 'Read' || kind === 'Stop'
}

/** What was measured, in milliseconds, of an event that says so; 0 of any other. */
export function measuredTime(row: Pick<EventRow, 'kind' | 'detail'>): number {
  if (row.kind !== 'Stop') return totalTime(pageTimesOf(row))
  const { seconds } = detailOf(row)
  return typeof seconds === 'number' ? seconds * 1000 : 0
}
