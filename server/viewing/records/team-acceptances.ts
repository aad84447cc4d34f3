import type { Kysely } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { requireAdmin } from '#server/teams/people/administered.ts'

/** Who accepted a version of a team's terms, and for whose file or data room; `acceptedAt` in epoch milliseconds. */
export type TeamAcceptance = {
  guid: string
  version: number
  sha256: string
  /** The confirmed address; null for a visitor of a link. */
  email: string | null
  what: 'share' | 'room'
  /** The address of the member whose share or room it is. */
  owner: string
  acceptedAt: number
  ip: string
  userAgent: string
}

export type AcceptedPlace = { at: number; guid: string }
type Text = { guid: string; version: number }

const batchSize = 500

/**
 * Who accepted which version of a team's terms, over all shares and data rooms in which it was required. For those who
 * administer the team; everyone else is answered notFound.
 */
export class TeamAcceptances {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** Of one version, the newest first, from after `before`; null for a version that the team has not. Throws notFound. */
  async page(
    actor: User,
    version: number,
    { before, pageSize }: { before: AcceptedPlace | null; pageSize: number },
  ): Promise<{ rows: TeamAcceptance[]; hasMore: boolean }> {
    const { kysely } = this.#database
    const texts = await this.#texts(actor)
    const text = texts.find((one) => one.version === version)
    if (!text) return { rows: [], hasMore: false }
    const rows = await accepted(kysely, text, before, pageSize + 1)
    return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
  }

  /** All of them, the newest version first. Anyone who may not see them is refused before the first. */
  async all(actor: User): Promise<AsyncGenerator<TeamAcceptance>> {
    return this.#every(await this.#texts(actor))
  }

  /** How many there are of all versions. Throws notFound. */
  async count(actor: User): Promise<number> {
    const { kysely } = this.#database
    const texts = (await this.#texts(actor)).map(({ guid }) => guid)
    if (texts.length === 0) return 0
    const [shares, rooms] = await Promise.all(
      (['acceptance', 'room_acceptance'] as const).map((table) =>
        kysely
          .selectFrom(table)
          .select((row) => row.fn.countAll<number>().as('total'))
          .where('terms_guid', 'in', texts)
          .executeTakeFirstOrThrow(),
      ),
    )
    return Number(shares!.total) + Number(rooms!.total)
  }

  async *#every(texts: Text[]): AsyncGenerator<TeamAcceptance> {
    for (const text of texts)
      for (let before: AcceptedPlace | null = null; ;) {
        const rows: TeamAcceptance[] = await accepted(this.#database.kysely, text, before, batchSize)
        yield* rows
        const last = rows.at(-1)
        if (rows.length < batchSize || !last) break
        before = { at: last.acceptedAt, guid: last.guid }
      }
  }

  async #texts(actor: User): Promise<Text[]> {
    const { kysely } = this.#database
    const { guid } = await requireAdmin(kysely, actor.guid)
    return kysely
      .selectFrom('terms')
      .select(['guid', 'version'])
      .where('team_guid', '=', guid)
      .orderBy('version', 'desc')
      .execute()
  }
}

/** From both tables, each read by its index from the same place on. */
async function accepted(
  kysely: Kysely<Schema>,
  { guid: termsGuid, version }: Text,
  before: AcceptedPlace | null,
  limit: number,
): Promise<TeamAcceptance[]> {
  const columns = [
    'row.guid',
    'row.email',
    'row.sha256',
    'row.accepted_at',
    'row.ip',
    'row.user_agent',
  ] as const
  const [shares, rooms] = await Promise.all([
    kysely
      .selectFrom('acceptance as row')
      .innerJoin('share', 'share.guid', 'row.share_guid')
      .innerJoin('user as owner', 'owner.guid', 'share.owner_guid')
      .select(columns)
      .select('owner.email as owner_email')
      .where('row.terms_guid', '=', termsGuid)
      .$if(before !== null, (query) =>
        query.where((row) =>
          row(row.refTuple('row.accepted_at', 'row.guid'), '<', row.tuple(before!.at, before!.guid)),
        ),
      )
      .orderBy('row.accepted_at', 'desc')
      .orderBy('row.guid', 'desc')
      .limit(limit)
      .execute(),
    kysely
      .selectFrom('room_acceptance as row')
      .innerJoin('room', 'room.guid', 'row.room_guid')
      .innerJoin('user as owner', 'owner.guid', 'room.owner_guid')
      .select(columns)
      .select('owner.email as owner_email')
      .where('row.terms_guid', '=', termsGuid)
      .$if(before !== null, (query) =>
        query.where((row) =>
          row(row.refTuple('row.accepted_at', 'row.guid'), '<', row.tuple(before!.at, before!.guid)),
        ),
      )
      .orderBy('row.accepted_at', 'desc')
      .orderBy('row.guid', 'desc')
      .limit(limit)
      .execute(),
  ])
  type Row = (typeof shares)[number] | (typeof rooms)[number]
  const shown = (what: 'share' | 'room') => (row: Row) => ({
    guid: row.guid,
    version,
    sha256: row.sha256,
    email: row.email,
    what,
    owner: row.owner_email,
    acceptedAt: Number(row.accepted_at),
    ip: row.ip,
    userAgent: row.user_agent,
  })
  return [...shares.map(shown('share')), ...rooms.map(shown('room'))]
    .toSorted((one, other) => other.acceptedAt - one.acceptedAt || (one.guid < other.guid ? 1 : -1))
    .slice(0, limit)
}
