import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import { countryOf } from '#server/http/country.ts'
import { networkOf } from '#server/http/limits/network.ts'
import { currentLogContext, type Log } from '#server/log.ts'
import type { AuditKey } from './audit-key.ts'
import { appendToChain, giveChains } from './chain.ts'
import { eraseChain, shortenChain } from './erase.ts'
import {
  detailText,
  installation,
  type NewEvent,
  type EventInput,
  type EmailedEvent,
  type UnchainedRow,
} from './event.ts'
import {
  allKinds,
  isAudit,
  isKept,
  kinds,
  emailsOf,
  type AnyKind,
  type Figure,
  type EmailName,
} from './kinds.ts'
import { offerOf, type OfferedKind } from './offered.ts'

export { findBreak } from './chain.ts'
export { AuditKey, openAuditKey } from './audit-key.ts'
export { Audit } from './heads/audit.ts'
export { writeBundle } from './bundle/bundle.ts'
export { forgetAddress } from './keeping/erase-values.ts'
export { Retention } from './keeping/retention.ts'
export type { Scope } from './bundle/bundle.ts'
export { headEmail } from './heads/head-email.ts'
export { HeadsFile } from './heads/heads-file.ts'
export type { AuditReport } from './heads/audit.ts'
export { detailText, installation } from './event.ts'
export type { Detail, EventRow, NewEvent, EmailedEvent, UnchainedRow } from './event.ts'
export type { PlainKind } from './facts.ts'
export { offeredNames } from './offered.ts'
export type { OfferedKind, OfferedName, OfferedSubject } from './offered.ts'
export { isByAnyone, kindsAudited, kindsBesideChanges, kindsCounted, kindsIn } from './kinds.ts'
export type {
  AccountEventKind,
  AuditGroup,
  EventKind,
  InstallationEventKind,
  RoomEventKind,
  TeamEventKind,
  Topic,
} from './kinds.ts'

const maxUserAgentLength = 500

/** Updates a figure, in the transaction of the event. */
export type Count = (tx: Transaction, row: UnchainedRow, event: NewEvent) => Promise<void>

/** Takes what is offered to other programs, in the transaction of the event. */
export type Offer = (
  tx: Transaction,
  row: UnchainedRow,
  event: NewEvent,
  offered: OfferedKind,
) => Promise<void>

type Tell = (tx: Transaction, event: NewEvent & { at: number; ip: string; country: string }) => Promise<void>

type EventsDeps = { database: Database; clock: () => number; log: Log; auditKey: AuditKey }

/**
 * The only way to record what happened: `record`. The table of kinds says what follows from it, all in the same
 * transaction: an entry in its subject's hash chain, figures, a log line. Tracking reads what is stored. It knows
 * nothing about permissions, and callers do not record what owners do as readers of their own files.
 */
export class Events {
  readonly #database: Database
  readonly #clock: () => number
  readonly #log: Log
  readonly #key: AuditKey
  readonly #counts = new Map<Figure, Count>()
  readonly #emails = new Map<EmailName, Tell>()
  #offer: Offer | null = null

  constructor({ database, clock, log, auditKey }: EventsDeps) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#key = auditKey
  }

  /** Registers what updates a figure: for each kind that counts for it, as it is written. */
  onCount(figure: Figure, count: Count): void {
    this.#counts.set(figure, count)
  }

  /** Registers what writes, or plans, an email: in the transaction of each event that it announces. */
  onEmail<Name extends EmailName>(
    name: Name,
    tell: (tx: Transaction, event: EmailedEvent<Name>) => Promise<void>,
  ): void {
    this.#emails.set(name, tell as Tell)
  }

  /** Registers what takes each event that is offered to other programs. */
  onOffer(offer: Offer): void {
    this.#offer = offer
  }

  /** Throws if the table names a figure or an email that nothing is registered for. */
  requireAll(): void {
    const figures = allKinds.flatMap((kind) => kinds[kind].counts ?? [])
    const missing = [
      ...figures.filter((figure) => figure === 'roomActivity' && !this.#counts.has(figure)),
      ...allKinds.flatMap(emailsOf).filter((name) => !this.#emails.has(name)),
      ...(this.#offer ? [] : ['what is offered']),
    ]
    if (missing.length > 0) throw new Error(`No subscriber for ${[...new Set(missing)].join(', ')}`)
  }

  /** Records what happened, in the caller's transaction or (null) in its own. Addresses are stored in lower case. */
  async record<Kind extends AnyKind>(tx: Transaction | null, event: EventInput<Kind>): Promise<void> {
    const client = event.client === undefined ? currentLogContext().from : event.client
    const ip = client?.ip ?? ''
    const row = {
      subject_guid: event.subject,
      at: this.#clock(),
      kind: event.kind,
      email: event.actor?.toLowerCase() ?? null,
      visit_guid: event.visitGuid ?? null,
      ip,
      country: await countryOf(ip),
      user_agent: (client?.userAgent ?? '').slice(0, maxUserAgentLength),
      detail: detailText(event.detail ?? {}),
      is_audit: isAudit(event.kind) ? 1 : 0,
    } as const
    if (tx) await this.#tellAll(tx, row, event)
    else await this.#database.transaction((own) => this.#tellAll(own, row, event))
  }

  async #tellAll(tx: Transaction, row: UnchainedRow, event: NewEvent): Promise<void> {
    const { counts, logs } = kinds[event.kind]
    const { at, ip, country } = row
    // First: it locks the subject's head until the commit, so that what follows happens in the chain's order.
    const whose = { ownerGuid: event.ownerGuid ?? null, roomGuid: event.roomGuid ?? null }
    if (isKept(event.kind)) await appendToChain(tx, this.#key, await withTeam(tx, row), whose)
    for (const figure of counts ?? []) await this.#counts.get(figure)?.(tx, row, event)
    if (logs) this.#note(row, event, logs)
    const offered = offerOf(event.kind)
    if (offered) await this.#offer?.(tx, row, event, offered)
    for (const name of emailsOf(event.kind)) await this.#emails.get(name)?.(tx, { ...event, at, ip, country })
  }

  #note(
    { subject_guid: user, kind, ip }: UnchainedRow,
    { detail = {} }: NewEvent,
    logs: readonly string[],
  ): void {
    const logged = Object.fromEntries(Object.entries(detail).filter(([name]) => logs.includes(name)))
    this.#log.info({ user, event: kind, network: networkOf(ip), ...logged }, 'account')
  }

  /** Has what is recorded about these belong to another account, in the transaction that gives it them. */
  give(tx: Transaction, subjects: readonly string[], ownerGuid: string): Promise<void> {
    return giveChains(tx, subjects, ownerGuid)
  }

  /** Removes most of a subject's events, before it is erased; interrupted, it continues where it was. */
  shorten(subjectGuid: string): Promise<void> {
    return shortenChain(this.#database, this.#key, subjectGuid)
  }

  /**
   * Removes what is left of a subject's events, in the transaction that removes the subject. If a signed head contains
   * it, the installation's own record says where it ended.
   */
  async erase(tx: Transaction, subjectGuid: string): Promise<void> {
    const head = await eraseChain(tx, subjectGuid)
    if (!head || head.signed_until === 0) return
    const detail = { of: subjectGuid, sequence: head.sequence, hash: head.hash }
    await this.record(tx, { subject: installation, kind: 'TrailErased', client: null, detail })
  }
}

/** What happened to an account counts for the team that it is in at the time. */
async function withTeam(tx: Transaction, row: UnchainedRow): Promise<UnchainedRow> {
  if (!row.is_audit || row.subject_guid === installation) return row
  const { rows } = await sql<{ team: string | null }>`
    select guid as team from team where guid = ${row.subject_guid}
    union all select team_guid as team from ${sql.table('user')} where guid = ${row.subject_guid}`.execute(tx)
  return { ...row, team_guid: rows[0]?.team ?? null }
}
