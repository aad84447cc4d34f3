import type { Kysely } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { rowsInPages } from '#server/db/rows-in-pages.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { wantedTerms } from '#server/viewing/access/facts.ts'

/** One acceptance as the owner of the share reads it; `acceptedAt` in epoch milliseconds. */
export type AcceptanceRecord = {
  guid: string
  /** The proved address; null for a visitor of a link. */
  email: string | null
  /** The name that the reader gave, where the sender asks for one. */
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

/** Who accepted the terms of an owner's shares: which text, when, from where (reading A15); and whether he is told. */
export class AcceptanceRecords {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** Of the actor's share, the newest first; `page` counts from 1. Throws notFound for anybody else's. */
  async list(
    actor: User,
    shareGuid: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<{ rows: AcceptanceRecord[]; total: number }> {
    await this.#requireOwn(actor, shareGuid)
    const [rows, { total }] = await Promise.all([
      recordRows(this.#database.kysely, shareGuid)
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
      this.#database.kysely
        .selectFrom('acceptance')
        .select((row) => row.fn.countAll<number>().as('total'))
        .where('share_guid', '=', shareGuid)
        .executeTakeFirstOrThrow(),
    ])
    return { rows: rows.map(recordOf), total: Number(total) }
  }

  /** All of them, a page of the table at a time. Throws notFound before the first for anybody else's. */
  async all(actor: User, shareGuid: string): Promise<AsyncGenerator<AcceptanceRecord>> {
    await this.#requireOwn(actor, shareGuid)
    return everyRecord((last, limit) =>
      recordRows(this.#database.kysely, shareGuid)
        .$if(last !== null, (query) =>
          query.where((row) =>
            row(
              row.refTuple('acceptance.accepted_at', 'acceptance.guid'),
              '<',
              row.tuple(last!.accepted_at, last!.guid),
            ),
          ),
        )
        .limit(limit)
        .execute(),
    )
  }

  /**
   * A text of the actor's share: the one that readers have to accept now, or (by its guid) one that somebody accepted.
   * Null where no terms are asked for. Throws notFound.
   */
  async text(actor: User, shareGuid: string, termsGuid: string | null): Promise<TermsShown | null> {
    await this.#requireOwn(actor, shareGuid)
    const { kysely } = this.#database
    if (termsGuid !== null) {
      const accepted = await kysely
        .selectFrom('terms')
        .select(['guid', 'text', 'sha256', 'team_guid', 'version'])
        .where('guid', '=', termsGuid)
        .where((terms) =>
          terms.exists(
            terms
              .selectFrom('acceptance')
              .select('acceptance.guid')
              .whereRef('acceptance.terms_guid', '=', 'terms.guid')
              .where('acceptance.share_guid', '=', shareGuid),
          ),
        )
        .executeTakeFirst()
      if (!accepted) throw new Problem('notFound')
      return shownOf(accepted)
    }
    const share = await kysely
      .selectFrom('share')
      .innerJoin('user as owner', 'owner.guid', 'share.owner_guid')
      .select(wantedTerms.as('guid'))
      .where('share.guid', '=', shareGuid)
      .executeTakeFirstOrThrow()
    const row = await kysely
      .selectFrom('terms')
      .select(['guid', 'text', 'sha256', 'team_guid', 'version'])
      .where('guid', '=', share.guid ?? '')
      .executeTakeFirst()
    return row ? shownOf(row) : null
  }

  /** Whether the actor gets a letter each time that somebody accepts. Throws notFound for anybody else's share. */
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

  /** Throws notFound for anybody else's share. */
  async chooseLetters(actor: User, shareGuid: string, wanted: { isTold: boolean }): Promise<void> {
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

  async #requireOwn(actor: User, shareGuid: string): Promise<void> {
    const own = await this.#database.kysely
      .selectFrom('share')
      .select('guid')
      .where('guid', '=', shareGuid)
      .where('owner_guid', '=', actor.guid)
      .executeTakeFirst()
    if (!own) throw new Problem('notFound')
  }
}

function recordRows(kysely: Kysely<Schema>, shareGuid: string) {
  return kysely
    .selectFrom('acceptance')
    .innerJoin('terms', 'terms.guid', 'acceptance.terms_guid')
    .leftJoin('introduction', (join) =>
      join
        .onRef('introduction.share_guid', '=', 'acceptance.share_guid')
        .onRef('introduction.reader', '=', 'acceptance.reader'),
    )
    .select([
      'acceptance.guid',
      'acceptance.email',
      'acceptance.terms_guid',
      'acceptance.sha256',
      'acceptance.accepted_at',
      'acceptance.ip',
      'acceptance.user_agent',
      'terms.team_guid',
      'terms.version',
      'introduction.first_name',
      'introduction.last_name',
    ])
    .where('acceptance.share_guid', '=', shareGuid)
    .orderBy('acceptance.accepted_at', 'desc')
    .orderBy('acceptance.guid', 'desc')
}

/** An acceptance as it stands in the table of shares or of rooms, with the name that the reader gave. */
type Row = {
  guid: string
  email: string | null
  terms_guid: string
  sha256: string
  accepted_at: number
  ip: string
  user_agent: string
  team_guid: string | null
  version: number
  first_name?: string | null
  last_name?: string | null
}

/** All records, newest first, as `page` reads those that come after the last. */
export async function* everyRecord(
  page: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<AcceptanceRecord> {
  for await (const row of rowsInPages<Row, Row | null>(null, page, (last) => last)) yield recordOf(row)
}

export function recordOf(row: Row): AcceptanceRecord {
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

export function shownOf(row: {
  guid: string
  text: string
  sha256: string
  team_guid: string | null
  version: number
}): TermsShown {
  const { guid, text, sha256 } = row
  return { guid, text, sha256, teamVersion: row.team_guid === null ? null : row.version }
}
