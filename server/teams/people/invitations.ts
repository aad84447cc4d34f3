import { userByEmail } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { emailsIn } from '#server/rules/accounts/email.ts'
import { mayActOn, teamRoleName } from '#server/rules/accounts/team-roles.ts'
import { maxRecipientsPerForm, type Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { day } from '#server/rules/sharing/expiry.ts'
import { maxMessageLength } from '#server/rules/sharing/options.ts'
import { invitesOverPlanMessage } from '#server/rules/text/messages.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import { lockAsAdmin, type Administered } from './administered.ts'
import { placeByGuid, placeOf, setPlace, takenPlaces } from './place-rows.ts'
import { seatsOf } from './seats.ts'
import { teamInvitationEmail } from './team-emails.ts'

export type InvitationsDeps = {
  database: Database
  plans: Plans
  events: Events
  mailer: Mailer
  rates: RateLimits
  words: { blockedWords?: WordFilter }
  publicUrl: URL
  clock: () => number
}

/** How long an invitation can be accepted, in milliseconds. */
export const invitationKept = 14 * day
/** Emails to one address about one team, and invitations of one account. */
const maxToOne = { count: 3, per: 3_600_000 }
const maxOfOne = { count: 200, per: day }

/** What became of a line of the pasted list; `emailHeld` is invited, and got three such emails within an hour. */
export type InviteOutcome = 'invited' | 'emailHeld' | 'already' | 'full' | 'noAddress'
export type InvitedLine = { typed: string; outcome: InviteOutcome }
export type InviteForm = { pasted: string; role: number; message: string }

/** What administrators do with the invitations of their team. Everyone else is answered notFound. */
export class TeamInvitations {
  readonly #deps: InvitationsDeps

  constructor(deps: InvitationsDeps) {
    this.#deps = deps
  }

  /**
   * Invites the people of a pasted list, and gives the outcome of each line: a wrong one does not stop the others.
   * Throws notFound, badForm and textRefused with the field, recipientsOverSubmission over 100 at once, seatsTaken if
   * the plan has no place left at all, tooManyAttempts.
   */
  async invite(
    actor: User,
    { pasted, role, message: typed }: InviteForm,
  ): Promise<{ seats: number | null; lines: InvitedLine[] }> {
    const { database, words, rates } = this.#deps
    const { recipients, refused } = emailsIn(pasted)
    const count = recipients.length + refused.length
    const field = 'people'
    if (count === 0) throw new Problem('badForm', { field, text: 'Enter at least one email address.' })
    if (count > maxRecipientsPerForm) throw new Problem('recipientsOverSubmission', { field })
    const message = plainText(typed, { field: 'message', maxLength: maxMessageLength, ...words })
    await rates.require(`team-invites|${actor.guid}`, maxOfOne)
    return database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid)
      if (!mayActOn(team.role, role)) throw new Problem('badForm', { field: 'role', text: 'Choose a role.' })
      const seats = await seatsOf(tx, this.#deps.plans, team.guid)
      const lines: InvitedLine[] = []
      for (const { email } of recipients) {
        const typed = email.toLowerCase()
        const outcome = await this.#inviteOne(tx, { actor, team, seats }, { email: typed, role, message })
        lines.push({ typed, outcome })
      }
      if (lines.length > 0 && lines.every(({ outcome }) => outcome === 'full')) throw seatsTaken(seats, field)
      return {
        seats,
        lines: [...lines, ...refused.map((typed) => ({ typed, outcome: 'noAddress' as const }))],
      }
    })
  }

  async #inviteOne(
    tx: Transaction,
    { actor, team, seats }: { actor: User; team: Administered; seats: number | null },
    invited: { email: string; role: number; message: string },
  ): Promise<InviteOutcome> {
    const { email } = invited
    const account = await userByEmail(tx, email)
    if (account?.team_guid === team.guid) return 'already'
    // Whether it has another account or team is nothing to the inviter: its person reads it.
    const now = this.#deps.clock()
    const place = await placeOf(tx, team.guid, email)
    const isCounted = place?.state === 'Invited' && (place.expires_at ?? 0) > now
    const { members, invited: open } = await takenPlaces(tx, team.guid, now)
    if (seats !== null && !isCounted && members + open >= seats) return 'full'
    return (await this.postWithin(tx, actor, team, invited)) ? 'invited' : 'emailHeld'
  }

  /** Sends an invitation again, with a new link; older ones stop working. Throws notFound, tooManyAttempts, seatsTaken. */
  async again(actor: User, guid: string): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const { team, place } = await this.#open(tx, actor, guid)
      const seats = await seatsOf(tx, this.#deps.plans, team.guid)
      const { members, invited } = await takenPlaces(tx, team.guid, clock())
      const isCounted = (place.expires_at ?? 0) > clock()
      if (seats !== null && !isCounted && members + invited >= seats) throw seatsTaken(seats)
      const { email, role } = place
      if (await this.postWithin(tx, actor, team, { email, role, message: '' })) return
      throw new Problem('tooManyAttempts', {
        text: 'This address got three invitations within an hour. Try again later.',
      })
    })
  }

  /** Takes an invitation back: its link stops working. Throws notFound. */
  async takeBack(actor: User, guid: string): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const { team, place } = await this.#open(tx, actor, guid)
      const { email, role } = place
      await setPlace(
        tx,
        { teamGuid: team.guid, email },
        // By its link, which opens nothing any more, they can still ask for another.
        {
          role,
          state: 'Withdrawn',
          by_email: actor.email,
          began_at: clock(),
          secret_hash: place.secret_hash,
        },
      )
      await events.record(tx, {
        subject: team.guid,
        kind: 'TeamUninvited',
        actor: actor.email,
        detail: { person: email },
      })
    })
  }

  /** An invitation of the actor's own team that no one has answered, with the team locked. */
  async #open(tx: Transaction, actor: User, guid: string) {
    const team = await lockAsAdmin(tx, actor.guid)
    const place = await placeByGuid(tx, guid)
    if (place?.team_guid !== team.guid || place.state !== 'Invited' || !mayActOn(team.role, place.role))
      throw new Problem('notFound')
    return { team, place }
  }

  /**
   * Invites in the caller's transaction, with the team locked and its places counted. False, with the earlier link as it
   * was, if the address got too many of these emails.
   */
  async postWithin(
    tx: Transaction,
    actor: User,
    team: Administered,
    { email, role, message }: { email: string; role: number; message: string },
  ): Promise<boolean> {
    const { rates, events, mailer, publicUrl, clock } = this.#deps
    if (!(await rates.take(`team-invite|${team.guid}|${email}`, maxToOne, tx))) return false
    const secret = newSecret()
    const until = clock() + invitationKept
    const guid = await setPlace(
      tx,
      { teamGuid: team.guid, email },
      {
        role,
        state: 'Invited',
        by_email: actor.email,
        secret_hash: hashOfSecret(secret),
        began_at: clock(),
        expires_at: until,
      },
    )
    const inviter = { name: `${actor.firstName} ${actor.lastName}`.trim(), email: actor.email }
    const about = {
      team: team.name,
      inviter,
      role: roleLabels[teamRoleName(role)],
      message,
      guid,
      secret,
      until,
    }
    await mailer.enqueue(tx, teamInvitationEmail({ to: email, publicUrl, ...about }), { usefulUntil: until })
    await events.record(tx, {
      subject: team.guid,
      kind: 'TeamInvited',
      actor: actor.email,
      detail: { person: email, role: teamRoleName(role) },
    })
    return true
  }
}

export const roleLabels = { owner: 'an owner', admin: 'an admin', member: 'a member' } as const

export function seatsTaken(seats: number | null, field?: string): Problem {
  return new Problem('seatsTaken', { text: invitesOverPlanMessage(seats ?? 0), ...(field ? { field } : {}) })
}
