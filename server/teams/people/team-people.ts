import { sql, type Kysely } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { SignInProvider } from '#server/db/tables/identity-tables.ts'
import {
  isTeamPersonFound,
  stateOfAccount,
  stateOfPlace,
  type PersonState,
} from '#server/rules/accounts/team-people.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { administered, requireAdmin, type Administered } from './administered.ts'
import { placesOf, type PlaceRow } from './place-rows.ts'
import { seatsOf } from './seats.ts'

/**
 * Someone in a team, or with a place in it. `guid` is that of the account, or of the place where there is none. Times in
 * epoch milliseconds, null for never.
 */
export type TeamPerson = {
  guid: string
  hasAccount: boolean
  email: string
  name: string
  role: number
  state: PersonState
  hasSecondFactor: boolean
  methods: ('password' | SignInProvider)[]
  signedInAt: number | null
  /** Of a place: since when it is in this state, and by whom. */
  since: { at: number; by: string } | null
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
  readonly #clock: () => number

  constructor({ database, plans, clock }: { database: Database; plans: Plans; clock: () => number }) {
    this.#database = database
    this.#plans = plans
    this.#clock = clock
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
    const everyone = await this.#everyone(team.guid)
    const meant = everyone.filter((person) => isMeant(person, range))
    const first = (range.page - 1) * range.pageSize
    return {
      people: meant.slice(first, first + range.pageSize),
      total: meant.length,
      all: everyone.length,
    }
  }

  /** One of them, with what the actor can do. Throws notFound. */
  async find(actor: User, guid: string): Promise<{ person: TeamPerson; team: Administered }> {
    const team = await requireAdmin(this.#database.kysely, actor.guid)
    const person = (await this.#everyone(team.guid)).find((one) => one.guid === guid)
    if (!person) throw new Problem('notFound')
    return { person, team }
  }

  /** Names by guid, of those among these who are in the actor's team or have a place there. Throws notFound. */
  async namesOf(actor: User, guids: readonly string[]): Promise<Map<string, string>> {
    const team = await requireAdmin(this.#database.kysely, actor.guid)
    const wanted = new Set(guids)
    const people = (await this.#everyone(team.guid)).filter(({ guid }) => wanted.has(guid))
    return new Map(people.map(({ guid, name, email }) => [guid, name || email]))
  }

  /** Those who can sign in and have nothing left to set up. Throws notFound. */
  async active(actor: User): Promise<TeamPerson[]> {
    const team = await requireAdmin(this.#database.kysely, actor.guid)
    return (await peopleOf(this.#database.kysely, team.guid)).filter(({ state }) => state === 'active')
  }

  /** Accounts first, in the order of their roles, then the others by address. */
  async #everyone(teamGuid: string): Promise<TeamPerson[]> {
    const { kysely } = this.#database
    const members = await peopleOf(kysely, teamGuid)
    const emails = new Set(members.map(({ email }) => email.toLowerCase()))
    const places = (await placesOf(kysely, teamGuid)).filter(({ email }) => !emails.has(email))
    const now = this.#clock()
    return [...members, ...places.map((place) => personAt(place, now))]
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
    (secondFactor === null || (person.hasAccount && person.hasSecondFactor === (secondFactor === 'on'))) &&
    isTeamPersonFound(person, search)
  )
}

function personAt(place: PlaceRow, now: number): TeamPerson {
  const { guid, email, name, role, state, expires_at: expiresAt } = place
  return {
    guid,
    hasAccount: false,
    email,
    name,
    role,
    state: stateOfPlace({ state, expiresAt }, now),
    hasSecondFactor: false,
    methods: [],
    signedInAt: null,
    since: { at: place.began_at, by: place.by_email },
  }
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
    hasAccount: true,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`.trim(),
    role: row.team_role ?? teamRoles.member,
    state: stateOfAccount({
      status: row.status,
      inviteStatus: row.invite_status,
      needsSetup: row.needs_setup === 1,
    }),
    hasSecondFactor: row.confirmed_at !== null,
    methods: [
      ...(row.has_password === 1 ? (['password'] as const) : []),
      ...(byUser[row.guid] ?? []).map(({ provider }) => provider),
    ],
    signedInAt: row.signed_in_at,
    since: null,
  }))
}
