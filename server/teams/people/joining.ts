import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'
import { factorOf } from '#server/accounts/second-factor/second-factor-rows.ts'
import {
  activatePending,
  insertAccount,
  replacePending,
  userByEmail,
  userByGuid,
  type AccountRow,
} from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { domainOf } from '#server/rules/accounts/email.ts'
import { teamRoleName, teamRoles } from '#server/rules/accounts/team-roles.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { connectionOf } from '#server/teams/connection-rows.ts'
import { domainsOf, lockOf } from '#server/teams/domain-rows.ts'
import { join, lockTeam, teamByGuid } from '#server/teams/team-rows.ts'
import { administratorsOf, nameOf } from './administered.ts'
import { placeByGuid, placeOf, setPlace, takenPlaces, type PlaceRow } from './place-rows.ts'
import { seatsOf, tierOf } from './seats.ts'

type Client = { ip: string; userAgent: string }
/** Who opens an invitation: signed in or not, with the secret of its email or without. */
export type Opened = { guid: string; user: User | null; secret: string | null }

/** What the person can do now; `until` in epoch milliseconds. */
export type ShownInvitation = {
  team: string
  role: number
  inviter: string
  email: string
  until: number
  step:
    | 'accept'
    | 'create'
    | 'sign in'
    | 'single sign-on'
    | 'other account'
    | 'other team'
    | 'locked elsewhere'
    | 'no registration'
}

export type JoiningDeps = {
  database: Database
  plans: Plans
  events: Events
  rates: RateLimits
  clock: () => number
  /** Whether anyone can create an account by themselves. */
  isOpen: () => Promise<boolean>
}

const asksByNetwork = { count: 10, per: 3_600_000 }

/**
 * What the person at an address does with an invitation. The secret of the email proves the address, and so does an
 * account that has confirmed it; to anyone else no invitation exists.
 */
export class Joining {
  readonly #deps: JoiningDeps

  constructor(deps: JoiningDeps) {
    this.#deps = deps
  }

  /** An open invitation and what can be done with it, or null. Changes nothing: for GET. */
  async look(opened: Opened): Promise<ShownInvitation | null> {
    const { kysely } = this.#deps.database
    const found = await this.#open(kysely, opened)
    if (!found) return null
    const { place, team } = found
    return {
      team: team.name,
      role: place.role,
      inviter: place.by_email,
      email: place.email,
      until: place.expires_at!,
      step: await this.#step(kysely, opened, found),
    }
  }

  /**
   * Accepts. Someone signed in is in the team afterwards, and returns null; someone without an account has one then,
   * whose guid this answers, and sets it up next: until then its invite status is Pending. Throws linkUsedUp,
   * invitationRefused, seatsTaken, tooManyAttempts.
   */
  async accept(opened: Opened, client: Client): Promise<{ madeGuid: string | null }> {
    const { database, rates } = this.#deps
    await rates.require(`team-accept|${networkOf(client.ip)}`, { count: 30, per: 3_600_000 })
    const unusable = await hashPassword(newSecret())
    return database.transaction(async (tx) => {
      const seen = await placeByGuid(tx, opened.guid)
      if (!seen) throw new Problem('linkUsedUp')
      await lockTeam(tx, seen.team_guid)
      const found = await this.#open(tx, opened)
      if (!found) throw new Problem('linkUsedUp')
      const step = await this.#step(tx, opened, found)
      if (step === 'accept') {
        await this.#join(tx, opened.user!, found.place)
        return { madeGuid: null }
      }
      if (step === 'create') return { madeGuid: await this.#make(tx, found.place, unusable) }
      throw new Problem('invitationRefused')
    })
  }

  /** Rejects. Throws linkUsedUp. */
  async reject(opened: Opened): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const found = await this.#open(tx, opened)
      if (!found) throw new Problem('linkUsedUp')
      const { team_guid: teamGuid, email, role } = found.place
      const row = { role, state: 'Rejected', by_email: email, began_at: clock() } as const
      await setPlace(tx, { teamGuid, email }, { ...row, secret_hash: found.place.secret_hash })
      const detail = { person: email }
      await events.record(tx, { subject: teamGuid, kind: 'TeamInvitationRejected', actor: email, detail })
    })
  }

  /**
   * Asks the administrators for another invitation in place of one that ended. Does nothing, and does not say so, if
   * there was none for this person. Throws tooManyAttempts.
   */
  async askAgain(opened: Opened, client: Client): Promise<void> {
    const { database, rates } = this.#deps
    await rates.require(`team-ask|${networkOf(client.ip)}`, asksByNetwork)
    await database.transaction(async (tx) => {
      const place = await placeByGuid(tx, opened.guid)
      if (!place || !(await this.#isTheirs(tx, opened, place))) return
      const hasEnded = place.state === 'Invited' && (place.expires_at ?? 0) <= this.#deps.clock()
      if (!hasEnded && place.state !== 'Withdrawn' && place.state !== 'Rejected') return
      await this.ask(tx, { teamGuid: place.team_guid, email: place.email, name: place.name })
    })
  }

  /**
   * For someone who has proved an account, and can't sign in because a team has locked its domain: accepts an open
   * invitation of that team, and asks to join otherwise. A sign-in ends there before the second factor: an account that
   * has one only asks. Throws notFound where no team has locked it, seatsTaken.
   */
  async askByLock(user: User): Promise<'joined' | 'asked'> {
    return this.#deps.database.transaction(async (tx) => {
      const email = user.email.toLowerCase()
      const lock = await lockOf(tx, domainOf(email))
      if (!lock || lock.team_guid === user.teamGuid) throw new Problem('notFound')
      const { team_guid: teamGuid } = lock
      await lockTeam(tx, teamGuid)
      const place = await placeOf(tx, teamGuid, email)
      if (place?.state === 'Asked') return 'asked'
      const isInvited = place?.state === 'Invited' && (place.expires_at ?? 0) > this.#deps.clock()
      const isSecured = ((await factorOf(tx, user.guid))?.confirmed_at ?? null) !== null
      if (isInvited && !isSecured) {
        await this.#join(tx, user, place)
        return 'joined'
      }
      await this.ask(tx, { teamGuid, email, name: `${user.firstName} ${user.lastName}`.trim() })
      return 'asked'
    })
  }

  /** Puts a request to join before the administrators, unless they have it already. */
  async ask(
    tx: Transaction,
    { teamGuid, email, name }: { teamGuid: string; email: string; name: string },
  ): Promise<void> {
    const { events, clock } = this.#deps
    const team = await teamByGuid(tx, teamGuid)
    if (!team) return
    const row = { role: teamRoles.member, state: 'Asked', by_email: email, began_at: clock(), name } as const
    await setPlace(tx, { teamGuid, email }, row)
    const admins = await administratorsOf(tx, teamGuid)
    await events.record(tx, {
      subject: teamGuid,
      kind: 'TeamJoinAsked',
      actor: email,
      detail: { person: email },
      facts: { team: team.name, person: { email, name }, admins },
    })
  }

  async #open(kysely: Database['kysely'], opened: Opened) {
    const place = await placeByGuid(kysely, opened.guid)
    if (place?.state !== 'Invited' || (place.expires_at ?? 0) <= this.#deps.clock()) return null
    if (!(await this.#isTheirs(kysely, opened, place))) return null
    const team = await teamByGuid(kysely, place.team_guid)
    return team ? { place, team } : null
  }

  async #isTheirs(kysely: Database['kysely'], opened: Opened, place: PlaceRow): Promise<boolean> {
    const { secret } = opened
    if (secret !== null && place.secret_hash === hashOfSecret(secret)) return true
    return this.#isProved(kysely, opened.user, place.email)
  }

  async #isProved(kysely: Database['kysely'], user: User | null, email: string): Promise<boolean> {
    if (user === null) return false
    const proved = await allProvedEmails(kysely, { user, readerEmail: null, browserId: '' })
    return proved.some((own) => own.toLowerCase() === email)
  }

  async #step(
    kysely: Database['kysely'],
    { user }: Opened,
    { place, team }: { place: PlaceRow; team: { guid: string; allowed_methods: string | null } },
  ): Promise<ShownInvitation['step']> {
    const lock = await lockOf(kysely, domainOf(place.email))
    if (lock && lock.team_guid !== team.guid) return 'locked elsewhere'
    if (user !== null) {
      if (!(await this.#isProved(kysely, user, place.email))) return 'other account'
      const row = await userByGuid(kysely, user.guid)
      return row?.team_guid && row.team_guid !== team.guid ? 'other team' : 'accept'
    }
    const account = await userByEmail(kysely, place.email)
    if (account && account.status !== 'Pending') return 'sign in'
    if (team.allowed_methods !== null && !team.allowed_methods.includes('"password"')) {
      return (await connectionOf(kysely, team.guid)) ? 'single sign-on' : 'no registration'
    }
    if (await this.#deps.isOpen()) return 'create'
    // Whom the operator gave a domain can bring in its people; a record in DNS is not the operator's permission.
    const domains = await domainsOf(kysely, team.guid)
    const isOwn = domains.some(
      ({ domain, proof }) => proof === 'operator' && domain === domainOf(place.email),
    )
    return isOwn ? 'create' : 'no registration'
  }

  async #join(tx: Transaction, user: User, place: PlaceRow): Promise<void> {
    const row = (await userByGuid(tx, user.guid))!
    const isIn = row.team_guid === place.team_guid
    // Single sign-on may have brought them in before, as a member.
    const role = isIn ? Math.min(row.team_role ?? teamRoles.member, place.role) : place.role
    if (!isIn) await this.#requireSeat(tx, place.team_guid)
    if (!(await join(tx, user.guid, place.team_guid, role))) throw new Problem('invitationRefused')
    await this.#joined(tx, row, place, role)
  }

  async #make(tx: Transaction, place: PlaceRow, passwordHash: string): Promise<string> {
    const { clock } = this.#deps
    await this.#requireSeat(tx, place.team_guid)
    const { email, role, team_guid: teamGuid } = place
    const now = clock()
    const registration = { firstName: '', lastName: '', email, passwordHash }
    const tierCode = await tierOf(tx, this.#deps.plans, teamGuid)
    const start = { status: 'Active', tierCode, isOperator: false, now, needsSetup: true } as const
    // Someone who registered the address without confirming it keeps nothing.
    const guid =
      (await insertAccount(tx, registration, start)) ?? (await replacePending(tx, registration, now))
    if (guid === null) throw new Problem('invitationRefused')
    await activatePending(tx, guid)
    await tx.deleteFrom('token').where('user_guid', '=', guid).execute()
    await join(tx, guid, teamGuid, role)
    await tx
      .updateTable('user')
      .set({ invite_status: 'Pending', needs_setup: 1, has_password: 0, tier_code: tierCode })
      .where('guid', '=', guid)
      .execute()
    await this.#joined(tx, (await userByGuid(tx, guid))!, place, role)
    return guid
  }

  async #requireSeat(tx: Transaction, teamGuid: string): Promise<void> {
    const seats = await seatsOf(tx, this.#deps.plans, teamGuid)
    const { members } = await takenPlaces(tx, teamGuid, this.#deps.clock())
    if (seats === null || members < seats) return
    throw new Problem('seatsTaken', {
      text: 'The team has no seat left. Ask the person who invited you to free one, then accept.',
    })
  }

  async #joined(tx: Transaction, account: AccountRow, place: PlaceRow, role: number): Promise<void> {
    const { events, clock } = this.#deps
    const { team_guid: teamGuid, email } = place
    const row = {
      role,
      state: 'Joined',
      by_email: place.by_email,
      began_at: clock(),
      name: nameOf(account),
    } as const
    await setPlace(tx, { teamGuid, email }, row)
    await events.record(tx, {
      subject: teamGuid,
      kind: 'TeamJoined',
      actor: account.email,
      detail: { person: account.email, role: teamRoleName(role) },
    })
  }
}
