import type { Selectable } from 'kysely'
import type { EventTable } from '#server/db/schema.ts'
import type { FactsOf } from './facts.ts'
import type { AnyKind, EmailName, EmailedKind } from './kinds.ts'

export type Detail = Record<string, string | number | boolean | null>

/** The subject of what happens to the installation as a whole, which has no guid. */
export const installation = 'installation'

/** What a caller says about an event. A detail never contains contents of files, codes or passwords. */
export type NewEvent = {
  subject: string
  /** Given with the first event of a subject: whose it is. */
  ownerGuid?: string
  /** Given with each event of a room or of one of its items: which room it is. */
  roomGuid?: string
  kind: AnyKind
  actor?: string | null
  visitGuid?: string | null
  /** Absent for the sender of the current request; null for what the server did by itself. */
  client?: { ip: string; userAgent: string } | null
  /**
   * A Browse has `first` and `last`: the pages whose images were requested, usually one. So has a TextRead, for the
   * screen that was shown as text. A Read has `pages`: how long a script saw each of them since its last report, as
   * `3:12500,4:800`. A GridRead has rows, and its `sheet`.
   */
  detail?: Detail
}

/** An event of a kind, with what its emails say besides. */
export type EventInput<Kind extends AnyKind> = NewEvent & { kind: Kind } & FactsOf<Kind>

/** What the writer of an email gets: the event, when, and from which country it came ('' if unknown). */
export type EmailedEvent<Email extends EmailName> = EventInput<EmailedKind<Email>> & {
  at: number
  ip: string
  country: string
}

export type EventRow = Selectable<EventTable>

/** An event as it is written, except its position in the chain. */
export type UnchainedRow = Omit<
  EventRow,
  'sequence' | 'hash' | 'salt' | 'person_hash' | 'detail_hash' | 'team_guid' | 'room_guid'
> & { team_guid?: string | null }

/** A detail as it is stored: with its names sorted, so that the same detail is the same text. */
export function detailText(detail: Detail): string {
  return JSON.stringify(Object.fromEntries(Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))))
}
