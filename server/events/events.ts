import type { Database, Transaction } from '#server/db/open.ts'
import { countryOf } from '#server/http/country.ts'
import { networkOf } from '#server/http/limits/network.ts'
import { currentLogContext, type Log } from '#server/log.ts'
import { appendToChain } from './chain.ts'
import { eraseChain, shortenChain } from './erase.ts'
import { detailText, type NewEvent, type Said, type Told, type UnchainedRow } from './event.ts'
import { allKinds, isKept, kinds, emailsOf, type AnyKind, type Figure, type EmailName } from './kinds.ts'

export { findBreak } from './chain.ts'
export { detailText } from './event.ts'
export type { Detail, EventRow, NewEvent, Told, UnchainedRow } from './event.ts'
export type { PlainKind } from './facts.ts'
export { kindsCounted, kindsIn } from './kinds.ts'
export type { AccountEventKind, EventKind, RoomEventKind, Topic } from './kinds.ts'

const maxUserAgentLength = 500

/** Keeps a figure, in the transaction of the event. */
export type Count = (tx: Transaction, row: UnchainedRow, event: NewEvent) => Promise<void>

type Tell = (tx: Transaction, told: NewEvent & { at: number; ip: string; country: string }) => Promise<void>

/**
 * What happened, said once: `record` is the only way. The table of kinds says what becomes of it, all in the transaction
 * that did it: a line in its subject's hash chain, figures, a line of the log. What is kept is read by Tracking. It knows
 * nothing of rights, and callers do not record what owners do as readers of their own.
 */
export class Events {
  readonly #database: Database
  readonly #clock: () => number
  readonly #log: Log
  readonly #counts = new Map<Figure, Count>()
  readonly #emails = new Map<EmailName, Tell>()

  constructor({ database, clock, log }: { database: Database; clock: () => number; log: Log }) {
    this.#database = database
    this.#clock = clock
    this.#log = log
  }

  /** Has a figure kept, by whoever knows how: of each kind that counts for it, as it is written. */
  onCount(figure: Figure, count: Count): void {
    this.#counts.set(figure, count)
  }

  /** Has a letter written, or planned, by whoever knows how: in the transaction of each event that it tells of. */
  onEmail<Email extends EmailName>(
    message: Email,
    tell: (tx: Transaction, told: Told<Email>) => Promise<void>,
  ): void {
    this.#emails.set(message, tell as Tell)
  }

  /** Throws where the table names a figure or a letter that nobody answers to. */
  requireAll(): void {
    const figures = allKinds.flatMap((kind) => kinds[kind].counts ?? [])
    const missing = [
      ...figures.filter((figure) => figure === 'readingTime' && !this.#counts.has(figure)),
      ...allKinds.flatMap(emailsOf).filter((message) => !this.#emails.has(message)),
    ]
    if (missing.length > 0) throw new Error(`Nobody answers to ${[...new Set(missing)].join(', ')}`)
  }

  /** Says what happened, in the caller's transaction or (null) in one of its own. Addresses are kept in lower case. */
  async record<Kind extends AnyKind>(tx: Transaction | null, event: Said<Kind>): Promise<void> {
    const client = event.client === undefined ? currentLogContext().from : event.client
    const ip = client?.ip ?? ''
    const row = {
      subject_guid: event.subjectGuid,
      at: this.#clock(),
      kind: event.kind,
      email: event.email?.toLowerCase() ?? null,
      visit_guid: event.visitGuid ?? null,
      ip,
      country: await countryOf(ip),
      user_agent: (client?.userAgent ?? '').slice(0, maxUserAgentLength),
      detail: detailText(event.detail ?? {}),
    }
    if (tx) await this.#tellAll(tx, row, event)
    else await this.#database.transaction((own) => this.#tellAll(own, row, event))
  }

  async #tellAll(tx: Transaction, row: UnchainedRow, event: NewEvent): Promise<void> {
    const { counts, logs } = kinds[event.kind]
    const { at, ip, country } = row
    // First: it holds the subject's head until the commit, so that what follows is done in the chain's order.
    const whose = { ownerGuid: event.ownerGuid ?? null, roomGuid: event.roomGuid ?? null }
    if (isKept(event.kind)) await appendToChain(tx, row, whose)
    for (const figure of counts ?? []) await this.#counts.get(figure)?.(tx, row, event)
    if (logs) this.#note(row, event, logs)
    for (const message of emailsOf(event.kind))
      await this.#emails.get(message)?.(tx, { ...event, at, ip, country })
  }

  #note(
    { subject_guid: user, kind, ip }: UnchainedRow,
    { detail = {} }: NewEvent,
    logs: readonly string[],
  ): void {
    const said = Object.fromEntries(Object.entries(detail).filter(([name]) => logs.includes(name)))
    this.#log.info({ user, event: kind, network: networkOf(ip), ...said }, 'account')
  }

  /** Takes most of a subject's events away, for one that is to be erased; interrupted, it goes on where it was. */
  shorten(subjectGuid: string): Promise<void> {
    return shortenChain(this.#database, subjectGuid)
  }

  /** Removes what is left of a subject's events, in the transaction that removes the subject. */
  erase(tx: Transaction, subjectGuid: string): Promise<void> {
    return eraseChain(tx, subjectGuid)
  }
}
