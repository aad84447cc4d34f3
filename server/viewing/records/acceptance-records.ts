import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { rowsInPages } from '#server/db/rows-in-pages.ts'
import type { Schema } from '#server/db/schema.ts'
import { authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import { Problem } from '#server/rules/problems.ts'
import { accepted, type TermsOf } from './accepted-rows.ts'
import { wantedTerms } from '#server/viewing/access/facts.ts'

/**
 * One acceptance as the owner of the share, or whoever manages the room, reads it; `acceptedAt` in epoch milliseconds.
 */
export type AcceptanceRecord = {
  guid: string
  /** The confirmed address; null for a visitor of a link. */
  email: string | null
  /** The name that the reader gave, if the sender requires one. */
  saysName: string | null
  termsGuid: string
  sha256: string
  /** Which version of the team's text it was, or null for the sender's own. */
  teamVersion: number | null
  acceptedAt: number
  ip: string
  userAgent: string
}

export type TermsShown = { guid: string; text: string; sha256: string; teamVersion: number | null }

/** Whose terms are viewed, and by whom: a share of the actor's own, or a room that someone manages. */
export type LookedAt = { owner: User; share: string } | { identity: Identity; room: string }

type Deps = { database: Database; clock: () => number }

/**
 * Who accepted the terms of a share or of a room: which text, when, from where; and whether the owner of a share is
 * notified. Each method throws notFound for anyone else's share, and what the room's policy says to those who do not
 * manage the room.
 */
export class AcceptanceRecords {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: Deps) {
    this.#database = database
    this.#clock = clock
  }

  /** The newest first; `page` counts from 1. */
  async list(
    lookedAt: LookedAt,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<{ rows: AcceptanceRecord[]; total: number }> {
    const { kysely } = this.#database
    const { of } = await this.#pass(lookedAt)
    const [rows, { total }] = await Promise.all([
      recordRows(kysely, of)
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
      kysely
        .selectFrom(accepted(kysely, of))
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
    ])
    return { rows: rows.map(recordOf), total: Number(total) }
  }

  /** All of them, a page of the table at a time. What the actor may not see is refused before the first. */
  async all(lookedAt: LookedAt): Promise<AsyncGenerator<AcceptanceRecord>> {
    const { of } = await this.#pass(lookedAt)
    return this.#everyRecord(of)
  }

  async *#everyRecord(of: TermsOf): AsyncGenerator<AcceptanceRecord> {
    const page = (last: Row | null, limit: number): Promise<Row[]> =>
      recordRows(this.#database.kysely, of)
        .$if(last !== null, (query) =>
          query.where((row) =>
            row(
              row.refTuple('accepted.accepted_at', 'accepted.guid'),
              '<',
              row.tuple(last!.accepted_at, last!.guid),
            ),
          ),
        )
        .limit(limit)
        .execute()
    for await (const row of rowsInPages<Row, Row | null>(null, page, (last) => last)) yield recordOf(row)
  }

  /**
   * The text that has to be accepted now, or (by its guid) one that someone accepted; null if none is required. Throws
   * notFound for a text that no one accepted here.
   */
  async text(lookedAt: LookedAt, termsGuid: string | null): Promise<TermsShown | null> {
    const { kysely } = this.#database
    const { of, wanted } = await this.#pass(lookedAt)
    const row = await kysely
      .selectFrom('terms')
      .select(['guid', 'text', 'sha256', 'team_guid', 'version'])
      .where('guid', '=', termsGuid ?? wanted ?? '')
      .$if(termsGuid !== null, (query) =>
        query.where((terms) =>
          terms.exists(
            kysely
              .selectFrom(accepted(kysely, of))
              .select('accepted.guid')
              .where('accepted.terms_guid', '=', termsGuid),
          ),
        ),
      )
      .executeTakeFirst()
    if (!row && termsGuid !== null) throw new Problem('notFound')
    if (!row) return null
    const { guid, text, sha256, team_guid: teamGuid, version } = row
    return { guid, text, sha256, teamVersion: teamGuid === null ? null : version }
  }

  /** Whether the actor gets an email each time that someone accepts. Throws notFound for anyone else's share. */
  async isTold(actor: User, shareGuid: string): Promise<boolean> {
    const share = await this.#database.kysely
      .selectFrom('share')
      .select('tells_acceptance')
      .where('guid', '=', shareGuid)
      .where('owner_guid', '=', actor.guid)
      .executeTakeFirst()
    if (!share) throw new Problem('notFound')
    return share.tells_acceptance === 1
  }

  /** Throws notFound for anyone else's share. */
  async chooseEmails(actor: User, shareGuid: string, wanted: { isTold: boolean }): Promise<void> {
    const changed = await this.#database.kysely
      .updateTable('share')
      .set((share) => ({
        tells_acceptance: wanted.isTold ? 1 : 0,
        revision: share('revision', '+', 1),
      }))
      .where('guid', '=', shareGuid)
      .where('owner_guid', '=', actor.guid)
      .returning('guid')
      .executeTakeFirst()
    if (!changed) throw new Problem('notFound')
  }

  /** For what the actor may see: what its terms belong to, and which text has to be accepted now, if any. */
  async #pass(lookedAt: LookedAt): Promise<{ of: TermsOf; wanted: string | null }> {
    const { kysely } = this.#database
    if ('room' in lookedAt) {
      const { identity, room } = lookedAt
      const { termsGuid } = await authorizeRoom(kysely, identity, room, 'manage', this.#clock())
      return { of: { room }, wanted: termsGuid }
    }
    const own = await kysely
      .selectFrom('share')
      .innerJoin('user as owner', 'owner.guid', 'share.owner_guid')
      .select(wantedTerms.as('terms_guid'))
      .where('share.guid', '=', lookedAt.share)
      .where('share.owner_guid', '=', lookedAt.owner.guid)
      .executeTakeFirst()
    if (!own) throw new Problem('notFound')
    return { of: { share: lookedAt.share }, wanted: own.terms_guid }
  }
}

function recordRows(kysely: Kysely<Schema>, of: TermsOf) {
  return kysely
    .selectFrom(accepted(kysely, of))
    .innerJoin('terms', 'terms.guid', 'accepted.terms_guid')
    .selectAll('accepted')
    .select(['terms.team_guid', 'terms.version'])
    .orderBy('accepted.accepted_at', 'desc')
    .orderBy('accepted.guid', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof recordRows>['execute']>>[number]

function recordOf(row: Row): AcceptanceRecord {
  return {
    guid: row.guid,
    email: row.email,
    saysName: row.first_name ? `${row.first_name} ${row.last_name}` : null,
    termsGuid: row.terms_guid,
    sha256: row.sha256,
    teamVersion: row.team_guid === null ? null : row.version,
    acceptedAt: row.accepted_at,
    ip: row.ip,
    userAgent: row.user_agent,
  }
}
