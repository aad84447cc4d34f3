import { restoreForTeam, suspendForTeam } from '#server/accounts/keeping/team-suspension.ts'
import type { Sessions } from '#server/accounts/sign-in/sessions.ts'
import { userByEmail, userByGuid, type AccountRow } from '#server/accounts/user-rows.ts'
import { userOf, type User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { mayActOn, teamRoleName, teamRoles } from '#server/rules/accounts/team-roles.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { join, lockTeam, teamByGuid } from '#server/teams/team-rows.ts'
import { lockAsAdmin, requireAdmin, type Administered } from './administered.ts'
import type { TeamInvitations } from './invitations.ts'
import { takeOut } from './leaving.ts'
import { placeByGuid, setPlace, takenPlaces } from './place-rows.ts'
import { seatsOf } from './seats.ts'

/** What people share and own: numbers, and bytes of files. */
export type HandOverSize = { shares: number; rooms: number; bytes: number }

/**
 * Of a member who would take it over: bytes `left` (Infinity for no limit), how much their plan would close, and how
 * many rooms more than it has they would own.
 */
export type HandOverOutlook = HandOverSize & {
  heir: { plan: string; left: number; fits: boolean; closed: number; tooManyRooms: number } | null
}

/** Gives what someone shares and owns to another member of the team. */
export type HandOver = {
  outlook(owners: readonly string[], to: User | null): Promise<HandOverOutlook>
  /** In the transaction of the removal; returns whether a job does the rest. Throws memberRefused. */
  begin(
    tx: Transaction,
    change: { from: User; to: User; team: { guid: string; name: string }; actor: string },
  ): Promise<boolean>
}

export type MembershipDeps = {
  database: Database
  plans: Plans
  events: Events
  sessions: Sessions
  invitations: TeamInvitations
  clock: () => number
}

/** What administrators do with the members of their team; everyone else is answered notFound. */
export class TeamMembership {
  readonly #deps: MembershipDeps
  #handOver: HandOver | null = null

  constructor(deps: MembershipDeps) {
    this.#deps = deps
  }

  /** Says who hands shares and rooms over: this module knows neither. */
  handOverBy(handOver: HandOver): void {
    this.#handOver = handOver
  }

  /** Throws notFound, and memberRefused for the last owner. */
  async changeRole(actor: User, guid: string, role: number): Promise<void> {
    await this.#change(actor, guid, async (tx, team, account) => {
      if (!mayActOn(team.role, role)) throw new Problem('notFound')
      if (account.team_role === role) return
      if (role !== teamRoles.owner) await requireOtherOwner(tx, team, account)
      await tx.updateTable('user').set({ team_role: role }).where('guid', '=', account.guid).execute()
      const detail = { person: account.email, from: teamRoleName(account.team_role), to: teamRoleName(role) }
      await this.#record(tx, actor, team, 'TeamRoleChanged', detail)
    })
  }

  /**
   * Closes the account until the team restores it: it can't sign in, and what it shares is closed. Throws notFound, and
   * memberRefused for oneself, the last owner, an operator of the server, and an account that is not active.
   */
  async suspend(actor: User, guid: string): Promise<void> {
    await this.#change(actor, guid, async (tx, team, account) => {
      if (account.guid === actor.guid) throw refused('You can’t suspend yourself.')
      await requireOtherOwner(tx, team, account)
      const now = this.#deps.clock()
      if (account.status === 'Suspended') throw refused('This account is already suspended.')
      if (!(await suspendForTeam(tx, this.#deps.sessions, { userGuid: account.guid, now })))
        throw refused('This is an administrator of the server. Only they can suspend this account.')
      await this.#record(tx, actor, team, 'TeamMemberSuspended', { person: account.email })
    })
  }

  /** Opens what the team suspended. Throws notFound, and memberRefused for what the team did not suspend. */
  async restore(actor: User, guid: string): Promise<void> {
    await this.#change(actor, guid, async (tx, team, account) => {
      if (!(await restoreForTeam(tx, account.guid)))
        throw refused('The team didn’t suspend this account. Ask the administrator of the server.')
      await this.#record(tx, actor, team, 'TeamMemberBack', { person: account.email })
    })
  }

  /**
   * What members share and own whom the actor can remove, and what of it another one has no place for. Throws notFound,
   * and memberRefused for someone who can't take it over.
   */
  async removalOutlook(
    actor: User,
    guids: readonly string[],
    toGuid: string | null = null,
  ): Promise<HandOverOutlook & { to: User | null }> {
    const { kysely } = this.#deps.database
    const team = await requireAdmin(kysely, actor.guid)
    const accounts = await Promise.all(guids.map((guid) => userByGuid(kysely, guid)))
    const theirs = accounts.filter((account) => account && isTheirs(team, account)).map((row) => row!.guid)
    if (toGuid !== null && theirs.includes(toGuid)) throw notAnHeir()
    const to = toGuid === null ? null : await heir(kysely, team, toGuid)
    return { ...(await this.#handingOver().outlook(theirs, to)), to }
  }

  /**
   * Removes a member; the account stays. With `toGuid` what it shares and owns becomes that member's: answers whether a
   * job does that. A suspension by the team ends. Throws notFound, memberRefused for the last owner, and what handing
   * over throws: then nothing is changed.
   */
  async remove(actor: User, guid: string, toGuid: string | null = null): Promise<boolean> {
    let isLater = false
    await this.#change(actor, guid, async (tx, team, account) => {
      await requireOtherOwner(tx, team, account)
      if (toGuid === guid) throw notAnHeir()
      const to = toGuid === null ? null : await heir(tx, team, toGuid)
      await this.#out(tx, team, account, { state: 'Removed', byEmail: actor.email })
      await this.#deps.events.record(tx, {
        subject: team.guid,
        kind: 'TeamMemberRemoved',
        actor: actor.email,
        detail: { person: account.email, kept: to === null, ...(to && { to: to.email }) },
        facts: { team: team.name, person: account.email, heir: to?.email ?? null },
      })
      if (!to) return
      const change = { from: userOf(account), to, team, actor: actor.email }
      isLater = await this.#handingOver().begin(tx, change)
    })
    return isLater
  }

  /** The actor leaves the team. Throws notFound without one, memberRefused for the last owner. */
  async leave(actor: User): Promise<void> {
    const { database } = this.#deps
    await database.transaction(async (tx) => {
      const seen = await userByGuid(tx, actor.guid)
      if (!seen?.team_guid) throw new Problem('notFound')
      await lockTeam(tx, seen.team_guid)
      const account = await userByGuid(tx, actor.guid)
      const team = await teamByGuid(tx, seen.team_guid)
      if (!team || account?.team_guid !== team.guid) throw new Problem('notFound')
      const role = account.team_role ?? teamRoles.member
      await requireOtherOwner(tx, { ...team, role }, account)
      await this.#out(tx, { ...team, role }, account, { state: 'Left', byEmail: actor.email })
      await this.#record(tx, actor, { ...team, role }, 'TeamMemberLeft', { person: account.email })
    })
  }

  /**
   * Approves or rejects a request to join. Approved, an account is in the team; an address without one gets an
   * invitation. Throws notFound, memberRefused for someone who is in another team by now, seatsTaken.
   */
  async decide(actor: User, placeGuid: string, isAdmitted: boolean): Promise<void> {
    const { database, events, clock, invitations } = this.#deps
    await database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid)
      const place = await placeByGuid(tx, placeGuid)
      if (place?.team_guid !== team.guid || place.state !== 'Asked') throw new Problem('notFound')
      const { email } = place
      const account = await userByEmail(tx, email)
      const isKnown = account !== undefined && account.status !== 'Pending'
      if (isAdmitted && isKnown) {
        await requireSeat(tx, this.#deps.plans, { teamGuid: team.guid, now: clock() })
        if (!(await join(tx, account.guid, team.guid, place.role)))
          throw refused('This person now belongs to another team.')
      } else if (isAdmitted) {
        await requireSeat(tx, this.#deps.plans, { teamGuid: team.guid, now: clock() })
        await invitations.postWithin(tx, actor, team, { email, role: place.role, message: '' })
      } else {
        const row = { role: place.role, state: 'Rejected', by_email: actor.email, began_at: clock() } as const
        await setPlace(tx, { teamGuid: team.guid, email }, { ...row, name: place.name })
      }
      await events.record(tx, {
        subject: team.guid,
        kind: 'TeamJoinDecided',
        actor: actor.email,
        detail: { person: email, admitted: isAdmitted },
        facts: {
          team: team.name,
          person: email,
          isAdmitted: isAdmitted && isKnown,
          isTold: !isAdmitted || isKnown,
        },
      })
    })
  }

  #handingOver(): HandOver {
    if (!this.#handOver) throw new Error('No one hands shares and rooms over')
    return this.#handOver
  }

  async #change(
    actor: User,
    guid: string,
    change: (tx: Transaction, team: Administered, account: AccountRow) => Promise<void>,
  ): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid)
      const account = await userByGuid(tx, guid)
      if (!account || !isTheirs(team, account)) throw new Problem('notFound')
      await change(tx, team, account)
    })
  }

  async #out(
    tx: Transaction,
    team: Administered,
    account: AccountRow,
    how: { state: 'Left' | 'Removed'; byEmail: string },
  ): Promise<void> {
    await restoreForTeam(tx, account.guid)
    await takeOut(tx, team.guid, account, { ...how, now: this.#deps.clock() })
  }

  async #record(
    tx: Transaction,
    actor: User,
    team: Administered,
    kind: 'TeamRoleChanged' | 'TeamMemberSuspended' | 'TeamMemberBack' | 'TeamMemberLeft',
    detail: Record<string, string>,
  ): Promise<void> {
    await this.#deps.events.record(tx, { subject: team.guid, kind, actor: actor.email, detail })
  }
}

function isTheirs(team: Administered, account: AccountRow): boolean {
  return account.team_guid === team.guid && mayActOn(team.role, account.team_role ?? teamRoles.member)
}

/** There is always an owner who can sign in. Call with the team locked. */
async function requireOtherOwner(tx: Transaction, team: Administered, account: AccountRow): Promise<void> {
  if (account.team_role !== teamRoles.owner) return
  const other = await tx
    .selectFrom('user')
    .select('guid')
    .where('team_guid', '=', team.guid)
    .where('team_role', '=', teamRoles.owner)
    .where('status', '=', 'Active')
    .where('invite_status', '=', 'Active')
    .where('guid', '!=', account.guid)
    .executeTakeFirst()
  if (!other)
    throw refused(
      'This is the team’s only owner who can sign in. Make someone else an owner first, or close the team.',
    )
}

async function requireSeat(
  tx: Transaction,
  plans: Plans,
  { teamGuid, now }: { teamGuid: string; now: number },
): Promise<void> {
  const seats = await seatsOf(tx, plans, teamGuid)
  const { members, invited } = await takenPlaces(tx, teamGuid, now)
  if (seats === null || members + invited < seats) return
  throw new Problem('seatsTaken', {
    text: `All ${seats} seats of the team are taken or promised to people you invited.`,
  })
}

/** The active member who takes over. */
async function heir(kysely: Database['kysely'], team: Administered, guid: string): Promise<User> {
  const row = await userByGuid(kysely, guid)
  const isFit = row?.team_guid === team.guid && row.status === 'Active' && row.invite_status === 'Active'
  if (!isFit) throw notAnHeir()
  return userOf(row)
}

function notAnHeir(): Problem {
  return new Problem('memberRefused', { field: 'to', text: 'Choose an active member of the team.' })
}

function refused(text: string): Problem {
  return new Problem('memberRefused', { text })
}
