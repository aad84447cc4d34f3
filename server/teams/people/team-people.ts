import { sql, type Kysely } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { SignInProvider } from '#server/db/tables/identity-tables.ts'
import { isTeamPersonFound, stateOfAccount, type PersonState } from '#server/rules/accounts/team-people.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { administered, requireAdmin, type Administered } from './administered.ts'

/** Someone in a team. `signedInAt` in epoch milliseconds, null for never. */
export type TeamPerson = {
  guid: string
  email: string
  name: string
  role: number
  state: PersonState
  hasSecondFactor: boolean
  ways: ('password' | SignInProvider)[]
  signedInAt: number | null
}

export type PeopleFilter = {
  search: string
  state: PersonState | null
  role: number | null
  /** Only those with or without a second factor. */
  secondFactor: 'on' | 'off' | null
}
export type PeopleRange = PeopleFilter & { page: number; pageSize: number }
export type PeoplePage = { people: TeamPerson[]; total: number; all: number }

/** The people of a team, for those who administer it. */
export class TeamPeople {
  readonly #database: Database
  readonly #plans: Plans

  constructor({ database, plans }: { database: Database; plans: Plans }) {
    this.#database = database
    this.#plans = plans
  }

  /** The team that the actor administers now, or null. */
  administered(actor: User): Promise<Administered | null> {
    return administered(this.#database.kysely, actor.guid)
  }

  /** The requested range of people, owners first, then by address; `page` counts from 1. Throws notFound. */
  async list(actor: User, range: PeopleRange): Promise<PeoplePage> {
    const { kysely } = this.#database
    const team = await requireAdmin(kysely, actor.guid)
    // As in a room: all rules that select them are in one place, and none is repeated in SQL.
    const everyone = await peopleOf(kysely, team.guid)
    const meant = everyone.filter((person) => isMeant(person, range))
    const first = (range.page - 1) * range.pageSize
    return {
      people: meant.slice(first, first + range.pageSize),
      total: meant.length,
      all: everyone.length,
    }
  }

  /** How many people the team has, and how many it can have; null for no limit. Throws notFound. */
  async size(actor: User): Promise<{ members: number; seats: number | null }> {
    const { kysely } = this.#database
    const { guid } = await requireAdmin(kysely, actor.guid)
    const { count } = await kysely
      .selectFrom('user')
      .select((user) => user.fn.countAll<number>().as('count'))
      .where('team_guid', '=', guid)
      .executeTakeFirstOrThrow()
    return { members: Number(count), seats: await seatsOf(kysely, this.#plans, guid) }
  }
}

function isMeant(person: TeamPerson, { search, state, role, secondFactor }: PeopleFilter): boolean {
  return (
    (state === null || person.state === state) &&
    (role === null || person.role === role) &&
    (secondFactor === null || person.hasSecondFactor === (secondFactor === 'on')) &&
    isTeamPersonFound(person, search)
  )
}

/** Those who have an account in the team, owners first, then by address. */
async function peopleOf(kysely: Kysely<Schema>, teamGuid: string): Promise<TeamPerson[]> {
  const rows = await kysely
    .selectFrom('user')
    .leftJoin('second_factor', (join) =>
      join
        .onRef('second_factor.user_guid', '=', 'user.guid')
        .on('second_factor.confirmed_at', 'is not', null),
    )
    .select(['user.guid', 'user.email', 'user.first_name', 'user.last_name', 'user.team_role', 'user.status'])
    .select(['user.invite_status', 'user.needs_setup', 'user.has_password', 'user.signed_in_at'])
    .select('second_factor.confirmed_at')
    .where('user.team_guid', '=', teamGuid)
    .orderBy('user.team_role')
    .orderBy(sql`lower("user".email)`)
    .execute()
  const providers = await kysely
    .selectFrom('identity')
    .innerJoin('user', 'user.guid', 'identity.user_guid')
    .select(['identity.user_guid', 'identity.provider'])
    .distinct()
    .where('user.team_guid', '=', teamGuid)
    .orderBy('identity.provider')
    .execute()
  const byUser = Object.groupBy(providers, (row) => row.user_guid)
  return rows.map((row) => ({
    guid: row.guid,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`.trim(),
    role: row.team_role ?? teamRoles.member,
    state: stateOfAccount({
      status: row.status,
      inviteStatus: row.invite_status,
      needsSetup: row.needs_setup === 1,
    }),
    hasSecondFactor: row.confirmed_at !== null,
    ways: [
      ...(row.has_password === 1 ? (['password'] as const) : []),
      ...(byUser[row.guid] ?? []).map(({ provider }) => provider),
    ],
    signedInAt: row.signed_in_at,
  }))
}

/** How many people the team can have: as many as the best plan of its active owners says; null for no limit. */
export async function seatsOf(kysely: Kysely<Schema>, plans: Plans, teamGuid: string): Promise<number | null> {
  const owners = await kysely
    .selectFrom('user')
    .select('tier_code')
    .where('team_guid', '=', teamGuid)
    .where('team_role', '=', teamRoles.owner)
    .where('status', '=', 'Active')
    .execute()
  const seats = owners.map(({ tier_code: code }) => plans.of(code).seats)
  return seats.includes(null) ? null : Math.max(0, ...seats.map(Number))
}
