import { sql } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { requireAdmin } from '#server/teams/people/administered.ts'

/** What a member of a team has; shares and rooms without those in the trash, storage in bytes. */
export type ReportedMember = {
  guid: string
  name: string
  email: string
  role: number
  isActive: boolean
  /** Epoch milliseconds; null for never. */
  signedInAt: number | null
  shares: number
  rooms: number
  storageBytes: number
}

export const reportOrders = ['name', 'shares', 'rooms', 'storage', 'signedIn'] as const
export type ReportOrder = (typeof reportOrders)[number]

export type TeamTotals = { members: number; storageBytes: number }

const batchSize = 500

/** What the members of a team have, for those who administer it; everyone else is answered notFound. */
export class TeamReport {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** The largest first, or by name; `page` counts from 1. Throws notFound. */
  async page(
    actor: User,
    { order, page, pageSize }: { order: ReportOrder; page: number; pageSize: number },
  ): Promise<{ members: ReportedMember[]; totals: TeamTotals }> {
    const { kysely } = this.#database
    const { guid } = await requireAdmin(kysely, actor.guid)
    const [members, totals] = await Promise.all([
      this.#members(guid, order, { limit: pageSize, offset: (page - 1) * pageSize }),
      kysely
        .selectFrom('user')
        .select((user) => [
          user.fn.countAll<number>().as('members'),
          user.fn.sum<number>('storage_bytes').as('storage'),
        ])
        .where('team_guid', '=', guid)
        .executeTakeFirstOrThrow(),
    ])
    return {
      members,
      totals: { members: Number(totals.members), storageBytes: Number(totals.storage) },
    }
  }

  /** All of them by name. Throws notFound. */
  async all(actor: User): Promise<AsyncGenerator<ReportedMember>> {
    const { guid } = await requireAdmin(this.#database.kysely, actor.guid)
    return this.#every(guid)
  }

  /** How many there are. Throws notFound. */
  async count(actor: User): Promise<number> {
    return (await this.page(actor, { order: 'name', page: 1, pageSize: 1 })).totals.members
  }

  async *#every(guid: string): AsyncGenerator<ReportedMember> {
    for (let offset = 0; ; offset += batchSize) {
      const members = await this.#members(guid, 'name', { limit: batchSize, offset })
      yield* members
      if (members.length < batchSize) return
    }
  }

  /** What is counted is counted for the page alone, unless it is what the list is ordered by. */
  async #members(
    teamGuid: string,
    order: ReportOrder,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<ReportedMember[]> {
    const { kysely } = this.#database
    const byName = sql`lower("user".first_name || ' ' || "user".last_name), lower("user".email)`
    const first = {
      name: byName,
      shares: sql`${sharesOf} desc, ${byName}`,
      rooms: sql`${roomsOf} desc, ${byName}`,
      storage: sql`"user".storage_bytes desc, ${byName}`,
      signedIn: sql`coalesce("user".signed_in_at, 0) desc, ${byName}`,
    }[order]
    const onPage = kysely
      .selectFrom('user')
      .select('user.guid')
      .where('user.team_guid', '=', teamGuid)
      .orderBy(sql`${first}, "user".guid`)
      .limit(limit)
      .offset(offset)
    const rows = await kysely
      .selectFrom(onPage.as('shown'))
      .innerJoin('user', 'user.guid', 'shown.guid')
      .select(['user.guid', 'user.email', 'user.first_name', 'user.last_name', 'user.team_role'])
      .select(['user.status', 'user.invite_status', 'user.signed_in_at', 'user.storage_bytes'])
      .select([sharesOf.as('shares'), roomsOf.as('rooms')])
      .orderBy(sql`${first}, "user".guid`)
      .execute()
    return rows.map((row) => ({
      guid: row.guid,
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
      role: row.team_role ?? teamRoles.member,
      isActive: row.status === 'Active' && row.invite_status === 'Active',
      signedInAt: row.signed_in_at,
      shares: Number(row.shares),
      rooms: Number(row.rooms),
      storageBytes: Number(row.storage_bytes),
    }))
  }
}

const sharesOf = sql<number>`(
  select count(*) from share where share.owner_guid = "user".guid and share.binned_at is null)`
const roomsOf = sql<number>`(
  select count(*) from room where room.owner_guid = "user".guid and room.binned_at is null)`
