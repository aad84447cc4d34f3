import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'

/** A team as an operator finds it. */
export type KeptTeam = {
  guid: string
  name: string
  members: number
  domains: string[]
  requiresSecondFactor: boolean
  createdAt: number
}

/** The teams of the installation by name, without those that were closed. */
export class KeptTeams {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** Those after a name, `''` for the first. */
  async list(limit: number, after = ''): Promise<KeptTeam[]> {
    const { kysely } = this.#database
    const rows = await teamRows(this.#database, limit, after).execute()
    if (rows.length === 0) return []
    const guids = rows.map(({ guid }) => guid)
    const [domains, members] = await Promise.all([
      kysely
        .selectFrom('team_domain')
        .select(['team_guid', 'domain'])
        .where('team_guid', 'in', guids)
        .orderBy('domain')
        .execute(),
      kysely
        .selectFrom('user')
        .select((user) => ['team_guid', user.fn.countAll<number | string | bigint>().as('count')])
        .where('team_guid', 'in', guids)
        .groupBy('team_guid')
        .execute(),
    ])
    return rows.map((row) => ({
      guid: row.guid,
      name: row.name,
      members: Number(members.find(({ team_guid }) => team_guid === row.guid)?.count ?? 0),
      domains: domains.filter(({ team_guid }) => team_guid === row.guid).map(({ domain }) => domain),
      requiresSecondFactor: row.requires_second_factor === 1,
      createdAt: row.created_at,
    }))
  }
}

export function teamRows({ kysely }: Database, limit: number, after: string) {
  const lowered = sql<string>`lower(name)`
  return kysely
    .selectFrom('team')
    .select(['guid', 'name', 'requires_second_factor', 'created_at'])
    .where('closed_at', 'is', null)
    .where(lowered, '>', sql<string>`lower(${after})`)
    .orderBy(lowered)
    .limit(limit)
}
