import type { Selectable } from 'kysely'
import type { EventTable } from '#server/db/schema.ts'
import type { FactsOf } from './facts.ts'
import type { AnyKind, EmailName, ToldBy } from './kinds.ts'

export type Detail = Record<string, string | number | boolean | null>

/** What a caller says of an event. A detail never holds contents of files, codes or passwords. */
export type NewEvent = {
  subjectGuid: string
  /** Said with the first event of a subject: whose it is. */
  ownerGuid?: string
  /** Said with each event of a room or of one of its items: which room it is. */
  roomGuid?: string
  kind: AnyKind
  email?: string | null
  visitGuid?: string | null
  /** Absent for the sender of the current request; null for what the server did by itself. */
  client?: { ip: string; userAgent: string } | null
  /**
   * A Browse has `first` and `last`: the pages whose pictures were asked for, as a rule one. So has a TextRead, of the
   * screen that was shown as text. A Read has `pages`: how long a script saw each of them since it told last, as
   * `3:12500,4:800`. A GridRead has rows, and its `sheet`.
   */
  detail?: Detail
}

/** An event of a kind, with what its letters say besides. */
export type Said<Kind extends AnyKind> = NewEvent & { kind: Kind } & FactsOf<Kind>

/** What the writer of a letter is given: what was said, when, and from which country it came ('' where unknown). */
export type Told<Email extends EmailName> = Said<ToldBy<Email>> & {
  at: number
  ip: string
  country: string
}

export type EventRow = Selectable<EventTable>

/** An event as it is written, but for its place in the chain. */
export type UnchainedRow = Omit<EventRow, 'sequence' | 'hash'>

/** A detail as it is kept: with its names sorted, so that the same detail is the same text. */
export function detailText(detail: Detail): string {
  return JSON.stringify(Object.fromEntries(Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))))
}
