import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'

/** A team as an operator finds it. */
export type KeptTeam = {
  guid: string
  name: string
  members: number
  domains: string[]
  requiresSecondFactor: boolean
  /** The day from which it is required (epoch milliseconds), also one that has passed; null for since ever. */
  secondFactorFrom: number | null
  createdAt: number
}

/** What an operator can change of it. Members by address; claims are domains that wait for their record in DNS. */
export type TeamDetails = {
  guid: string
  name: string
  createdAt: number
  members: { guid: string; email: string; role: number; isOpen: boolean; isOperator: boolean }[]
  domains: { domain: string; isLocked: boolean }[]
  claims: string[]
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
      secondFactorFrom: row.second_factor_from,
      createdAt: row.created_at,
    }))
  }

  /** Throws notFound, also for one that was closed. */
  async details(guid: string): Promise<TeamDetails> {
    const { kysely } = this.#database
    const team = await kysely
      .selectFrom('team')
      .select(['guid', 'name', 'created_at'])
      .where('guid', '=', guid)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (!team) throw new Problem('notFound')
    const [members, domains, claims] = await Promise.all([
      kysely
        .selectFrom('user')
        .select(['guid', 'email', 'team_role', 'status', 'is_operator'])
        .where('team_guid', '=', guid)
        .orderBy('team_role')
        .orderBy(sql<string>`lower(email)`)
        .execute(),
      kysely
        .selectFrom('team_domain')
        .select(['domain', 'is_locked'])
        .where('team_guid', '=', guid)
        .orderBy('domain')
        .execute(),
      kysely
        .selectFrom('team_domain_claim')
        .select('domain')
        .where('team_guid', '=', guid)
        .orderBy('domain')
        .execute(),
    ])
    return {
      guid,
      name: team.name,
      createdAt: team.created_at,
      members: members.map((row) => ({
        guid: row.guid,
        email: row.email,
        role: row.team_role ?? teamRoles.member,
        isOpen: row.status !== 'Suspended',
        isOperator: row.is_operator === 1,
      })),
      domains: domains.map((row) => ({ domain: row.domain, isLocked: row.is_locked === 1 })),
      claims: claims.map(({ domain }) => domain),
    }
  }
}

export function teamRows({ kysely }: Database, limit: number, after: string) {
  const lowered = sql<string>`lower(name)`
  return kysely
    .selectFrom('team')
    .select(['guid', 'name', 'requires_second_factor', 'second_factor_from', 'created_at'])
    .where('closed_at', 'is', null)
    .where(lowered, '>', sql<string>`lower(${after})`)
    .orderBy(lowered)
    .limit(limit)
}
