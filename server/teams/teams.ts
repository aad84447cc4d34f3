import type { SignInPolicy } from '#server/accounts/sign-in/sign-in.ts'
import { isUnclaimed, userByEmail } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { domainOf } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { isForTeamsOnly, signInMethods, type SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { connectionOf } from './connection-rows.ts'
import { lockOf } from './domain-rows.ts'
import { takeOut } from './people/leaving.ts'
import { allowedIn, storeMethods } from './sign-in/methods.ts'
import { insertTeam, type TeamRow } from './team-names.ts'
import * as rows from './team-rows.ts'
import { usableMethods, type Offers } from './usable-methods.ts'

/** `createdAt` in epoch milliseconds; `allowedMethods` null allows all. */
export type Team = {
  guid: string
  name: string
  allowedMethods: readonly SignInMethod[] | null
  requiresSecondFactor: boolean
  /** From when (epoch milliseconds); null if at once, or not at all. */
  secondFactorFrom: number | null
  createdAt: number
}

export type Member = { guid: string; email: string; role: number; status: string; inviteStatus: string }

/** A team that requires a second factor of an account that has none; its active owners, by address. */
export type SecondFactorRequirement = { team: string; owners: { name: string; email: string }[] }

export type TeamsOptions = {
  database: Database
  events: Events
  clock: () => number
  offers: Offers
  hasSecondFactor: (userGuid: string) => Promise<boolean>
}

type Account = NonNullable<Awaited<ReturnType<typeof userByEmail>>>

/** Teams: their members, and their sign-in requirements. */
export class Teams {
  readonly #database: Database
  readonly #events: Events
  readonly #clock: () => number
  readonly #offers: Offers
  readonly #hasSecondFactor: TeamsOptions['hasSecondFactor']

  constructor({ database, events, clock, offers, hasSecondFactor }: TeamsOptions) {
    this.#database = database
    this.#events = events
    this.#clock = clock
    this.#offers = offers
    this.#hasSecondFactor = hasSecondFactor
  }

  /**
   * Creates a team without members or requirements. Throws badForm if the name is empty, too long or taken, or the
   * installation has no operator yet: the first person to use single sign-on would become one.
   */
  async create(name: string): Promise<Team> {
    if (await isUnclaimed(this.#database.kysely)) {
      throw new Problem('badForm', {
        text: 'This installation has no operator yet. Create the operator’s account first.',
      })
    }
    const row = await this.#database.transaction((tx) => insertTeam(tx, name, this.#clock()))
    return teamOf(row)
  }

  /** All teams by name. */
  async list(): Promise<Team[]> {
    const found = await this.#database.kysely
      .selectFrom('team')
      .selectAll()
      .where('closed_at', 'is', null)
      .orderBy('name')
      .execute()
    return found.map(teamOf)
  }

  /** The team with this name, in any letter case, or this guid. Throws notFound. */
  async find(named: string): Promise<Team> {
    const row = await rows.teamByName(this.#database.kysely, named)
    if (!row) throw new Problem('notFound', { text: `There is no team ${named}.` })
    return teamOf(row)
  }

  /** The team with this guid, or null. */
  async byGuid(guid: string): Promise<Team | null> {
    const row = await rows.teamByGuid(this.#database.kysely, guid)
    return row ? teamOf(row) : null
  }

  /** Owners first, then by address. */
  async members({ guid }: Team): Promise<Member[]> {
    const found = await rows.membersOf(this.#database.kysely, guid)
    return found.map((row) => ({
      guid: row.guid,
      email: row.email,
      role: row.team_role ?? teamRoles.member,
      status: row.status,
      inviteStatus: row.invite_status,
    }))
  }

  /** Adds an account to the team, or changes its role there. Throws notFound, badForm. */
  async addMember(team: Team, email: string, role: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await rows.lockTeam(tx, team.guid)
      const account = await requireAccount(tx, email)
      if (role !== teamRoles.owner) await requireOtherOwner(tx, account, team)
      if (await rows.join(tx, account.guid, team.guid, role)) return
      throw new Problem('badForm', {
        text: `${account.email} belongs to another team. Remove the account there first.`,
      })
    })
  }

  /**
   * Removes an account from the team. One with an address in a locked domain of the team is also signed out, because it
   * could not sign in any more. Throws notFound, and badForm if that would lock out an operator of the installation.
   */
  async removeMember(team: Team, email: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await rows.lockTeam(tx, team.guid)
      const account = await requireAccount(tx, email)
      await requireOtherOwner(tx, account, team)
      const how = { state: 'Removed', byEmail: '', now: this.#clock() } as const
      if (await takeOut(tx, team.guid, account, how)) return
      throw new Problem('notFound', { text: `${account.email} does not belong to the team ${team.name}.` })
    })
  }

  /** Restricts how members sign in; null allows every method. Throws badForm if no working method would be left. */
  async setMethods(team: Team, methods: readonly SignInMethod[] | null): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const row = await rows.lockTeam(tx, team.guid)
      if (methods && (await this.#usable(tx, team.guid, methods)).length === 0) {
        throw new Problem('badForm', {
          text: 'None of these sign-in methods works here, so no one in the team could sign in.',
        })
      }
      await storeMethods(tx, this.#events, row, methods, null)
    })
  }

  /** The colours of the bar over the data rooms of the team's members, as `#rrggbb`; null for the product's own. */
  setColours({ guid }: Team, { bar, text }: { bar: string | null; text: string | null }): Promise<void> {
    return rows.setColours(this.#database.kysely, guid, { bar_colour: bar, text_colour: text })
  }

  /**
   * What the team requirements say about a sign-in: 10012 if the address is in a locked domain of a team that the
   * account does not belong to, 10006 with the usable methods if its own team allows only others.
   */
  readonly policy: SignInPolicy = async (user, method) => {
    const { kysely } = this.#database
    const teamGuid = teamGuidOf(user)
    const domain = domainOf(user.email)
    const lock = await lockOf(kysely, domain)
    // Who accepted and still has to set up the account is one of theirs.
    const isTheirs = lock?.team_guid === (user.inviteStatus === 'Pending' ? user.teamGuid : teamGuid)
    if (lock && !isTheirs) return { code: 10012, domain }
    // The identity provider of a team that it has left no longer counts for it.
    if (method === 'sso' && teamGuid === null) return { code: 10006, methods: this.#offered() }
    const team = teamGuid === null ? null : await this.byGuid(teamGuid)
    if (team?.allowedMethods?.includes(method)) return null
    if (!team?.allowedMethods)
      return isForTeamsOnly(method) ? { code: 10006, methods: this.#offered() } : null
    return { code: 10006, methods: await this.#usable(kysely, team.guid, team.allowedMethods) }
  }

  /** Whether the account has to set up a second factor before it does anything else. */
  async requiresSecondFactor(user: User): Promise<boolean> {
    const team = await this.#requiringIn(user)
    const isHeld = team !== null && (team.secondFactorFrom ?? 0) <= this.#clock()
    return isHeld && !(await this.#hasSecondFactor(user.guid))
  }

  /** The team that will require it of an account that has none, and from when; null for everyone else. */
  async secondFactorComing(user: User): Promise<{ team: string; from: number } | null> {
    const team = await this.#requiringIn(user)
    const from = team?.secondFactorFrom ?? 0
    if (!team || from <= this.#clock() || (await this.#hasSecondFactor(user.guid))) return null
    return { team: team.name, from }
  }

  async #requiringIn(user: User): Promise<Team | null> {
    const guid = teamGuidOf(user)
    const team = guid === null ? null : await this.byGuid(guid)
    return team?.requiresSecondFactor ? team : null
  }

  /** The team that requires it of the account, with who looks after the team; null if nothing is required. */
  async secondFactorRequirement(user: User): Promise<SecondFactorRequirement | null> {
    if (!(await this.requiresSecondFactor(user))) return null
    const guid = teamGuidOf(user)!
    const owners = await rows.ownersOf(this.#database.kysely, guid)
    return {
      team: (await this.byGuid(guid))!.name,
      owners: owners.map(({ first_name, last_name, email }) => ({
        name: `${first_name} ${last_name}`.trim() || email,
        email,
      })),
    }
  }

  #offered(): SignInMethod[] {
    return signInMethods.filter(
      (method) => method !== 'sso' && !isForTeamsOnly(method) && this.#offers(method),
    )
  }

  async #usable(
    kysely: Database['kysely'],
    teamGuid: string,
    methods: readonly SignInMethod[],
  ): Promise<SignInMethod[]> {
    const hasConnection = (await connectionOf(kysely, teamGuid)) !== undefined
    return usableMethods(methods, { offers: this.#offers, hasConnection })
  }
}

/** A pending invitation makes no one a member. */
function teamGuidOf({ teamGuid, inviteStatus }: User): string | null {
  return inviteStatus === 'Active' ? teamGuid : null
}

async function requireAccount(tx: Transaction, email: string): Promise<Account> {
  const account = await userByEmail(tx, email)
  if (!account) throw new Problem('notFound', { text: `No account has the address ${email}.` })
  return account
}

async function requireOtherOwner(tx: Transaction, account: Account, team: Team): Promise<void> {
  if (account.team_guid !== team.guid || account.team_role !== teamRoles.owner) return
  if (!(await rows.wouldBeOwnerless(tx, account.guid, team.guid))) return
  throw new Problem('badForm', {
    text: `${account.email} is the only owner of the team ${team.name}. Add another owner first.`,
  })
}

function teamOf(row: TeamRow): Team {
  return {
    guid: row.guid,
    name: row.name,
    allowedMethods: allowedIn(row.allowed_methods),
    requiresSecondFactor: row.requires_second_factor === 1,
    secondFactorFrom: row.second_factor_from,
    createdAt: row.created_at,
  }
}
