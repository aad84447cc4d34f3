import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { passRoom } from '#server/rooms/access/passing.ts'
import { Problem } from '#server/rules/problems.ts'
import {
  everyRecord,
  recordOf,
  shownOf,
  type AcceptanceRecord,
  type TermsShown,
} from './acceptance-records.ts'

/** Who accepted the terms of a room, for whoever manages it. Each method throws what the gate of the room says. */
export class RoomAcceptanceRecords {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /** The newest first; `page` counts from 1. */
  async list(
    identity: Identity,
    roomGuid: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<{ rows: AcceptanceRecord[]; total: number }> {
    const { kysely } = this.#database
    await this.#manage(identity, roomGuid)
    const [rows, { total }] = await Promise.all([
      recordRows(kysely, roomGuid)
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
      kysely
        .selectFrom('room_acceptance')
        .select((row) => row.fn.countAll<number>().as('total'))
        .where('room_guid', '=', roomGuid)
        .executeTakeFirstOrThrow(),
    ])
    return { rows: rows.map(recordOf), total: Number(total) }
  }

  /** All of them, a page of the table at a time. */
  async all(identity: Identity, roomGuid: string): Promise<AsyncGenerator<AcceptanceRecord>> {
    await this.#manage(identity, roomGuid)
    return everyRecord((last, limit) =>
      recordRows(this.#database.kysely, roomGuid)
        .$if(last !== null, (query) =>
          query.where((row) =>
            row(
              row.refTuple('room_acceptance.accepted_at', 'room_acceptance.guid'),
              '<',
              row.tuple(last!.accepted_at, last!.guid),
            ),
          ),
        )
        .limit(limit)
        .execute(),
    )
  }

  /** The text that members have to accept now, or (by its guid) one that somebody accepted; null where there is none. */
  async text(identity: Identity, roomGuid: string, termsGuid: string | null): Promise<TermsShown | null> {
    const room = await this.#manage(identity, roomGuid)
    const row = await this.#database.kysely
      .selectFrom('terms')
      .select(['guid', 'text', 'sha256', 'team_guid', 'version'])
      .where('guid', '=', termsGuid ?? room.termsGuid ?? '')
      .$if(termsGuid !== null, (query) =>
        query.where((terms) =>
          terms.exists(
            terms
              .selectFrom('room_acceptance')
              .select('room_acceptance.guid')
              .whereRef('room_acceptance.terms_guid', '=', 'terms.guid')
              .where('room_acceptance.room_guid', '=', roomGuid),
          ),
        ),
      )
      .executeTakeFirst()
    if (!row && termsGuid !== null) throw new Problem('notFound')
    return row ? shownOf(row) : null
  }

  #manage(identity: Identity, roomGuid: string) {
    return passRoom(this.#database.kysely, identity, roomGuid, 'manage', this.#clock())
  }
}

function recordRows(kysely: Kysely<Schema>, roomGuid: string) {
  return kysely
    .selectFrom('room_acceptance')
    .innerJoin('terms', 'terms.guid', 'room_acceptance.terms_guid')
    .select([
      'room_acceptance.guid',
      'room_acceptance.email',
      'room_acceptance.terms_guid',
      'room_acceptance.sha256',
      'room_acceptance.accepted_at',
      'room_acceptance.ip',
      'room_acceptance.user_agent',
      'terms.team_guid',
      'terms.version',
    ])
    .where('room_acceptance.room_guid', '=', roomGuid)
    .orderBy('room_acceptance.accepted_at', 'desc')
    .orderBy('room_acceptance.guid', 'desc')
}
