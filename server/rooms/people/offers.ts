import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { day } from '#server/rules/sharing/expiry.ts'
import { Problem } from '#server/rules/problems.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import type { Events } from '#server/events/events.ts'
import type { Usage } from '#server/uploads/usage.ts'
import { changeOwner } from './change-owner.ts'
import { offerEmail } from './offer-emails.ts'
import { lockOwned, authorizeOwner } from './owning.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { requireName } from '#server/rooms/life/room-life.ts'
import { bytesOfRoom, filesOfRoom } from '#server/rooms/room-size.ts'
import type { Plans } from '#server/rules/product/plans.ts'

type Deps = {
  database: Database
  events: Events
  rates: RateLimits
  mailer: Mailer
  usage: Usage
  plans: Plans
  publicUrl: URL
  clock: () => number
}

/** How long an offer is valid. */
export const offerKept = 14 * day
/** Emails with offers of one account. */
const maxOffers = { count: 10, per: day }

/** An offer as its receiver reads it; `size` in bytes of all files. */
export type RoomOffer = {
  guid: string
  name: string
  version: 1 | 2
  from: string
  until: number
  files: number
  size: number
}

/**
 * How a room gets another owner: its owner offers it to an address, and someone with an account there accepts. Until
 * then nothing changes; and the owner does not learn whether there is such an account.
 */
export class RoomOffers {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The room as its owner sees it, and the pending offer. Throws what the policy says. */
  async ofOwner(
    identity: Identity,
    roomGuid: string,
  ): Promise<{ room: RoomAccess; offer: { email: string; until: number } | null }> {
    const { database, clock } = this.#deps
    const room = await authorizeOwner(database.kysely, identity, roomGuid, clock())
    const row = await this.#open(database.kysely).where('room_guid', '=', room.guid).executeTakeFirst()
    return { room, offer: row ? { email: row.email, until: row.offered_at + offerKept } : null }
  }

  /**
   * Offers a room to an address, replacing any earlier offer, and emails it. Throws roomNameNotTyped, offerRefused,
   * tooManyAttempts, and what the policy says.
   */
  async offer(
    identity: Identity,
    roomGuid: string,
    form: { email: string; roomName: string },
  ): Promise<void> {
    const { database, rates, mailer, publicUrl, clock } = this.#deps
    const { room } = await this.ofOwner(identity, roomGuid)
    const email = emailAddress(form.email)?.toLowerCase() ?? null
    if (email === null) throw new Problem('offerRefused', { text: notAnAddress })
    const own = await allProvedEmails(database.kysely, identity)
    if (own.includes(email)) throw new Problem('offerRefused', { text: isYours })
    requireName(form.roomName, room)
    await rates.require(`room-offers:user:${room.owner.guid}`, maxOffers)
    await database.transaction(async (tx) => {
      const { guid, name, owner } = await lockOwned(tx, identity, roomGuid, clock())
      const row = { room_guid: guid, email, offered_by: owner.email, offered_at: clock() }
      await tx.deleteFrom('room_offer').where('room_guid', '=', guid).execute()
      await tx.insertInto('room_offer').values(row).execute()
      const about = { room: name, guid, from: owner.name || owner.email, until: clock() + offerKept }
      await mailer.enqueue(tx, offerEmail({ to: email, publicUrl, ...about }))
    })
  }

  /** Withdraws the offer, if there is one. Throws what the policy says. */
  async withdraw(identity: Identity, roomGuid: string): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const { guid } = await lockOwned(tx, identity, roomGuid, clock())
      await tx.deleteFrom('room_offer').where('room_guid', '=', guid).execute()
    })
  }

  /** The offers waiting for the actor, with any of their addresses, the latest first. */
  async waitingFor(actor: User): Promise<RoomOffer[]> {
    return (await this.#offersTo(actor)).orderBy('offered_at', 'desc').limit(100).execute().then(toOffers)
  }

  /** One offer to the actor. Throws notFound if there is none, or no longer. */
  async find(actor: User, roomGuid: string): Promise<RoomOffer> {
    const query = await this.#offersTo(actor)
    const [offer] = toOffers(await query.where('room.guid', '=', roomGuid).execute())
    if (!offer) throw new Problem('notFound')
    return offer
  }

  /** Declines an offer. Throws notFound like `find`. */
  async decline(actor: User, roomGuid: string): Promise<void> {
    await this.find(actor, roomGuid)
    const { database } = this.#deps
    await database.kysely.deleteFrom('room_offer').where('room_guid', '=', roomGuid).execute()
  }

  /**
   * Makes the actor the owner of a room that was offered to them: room, members, files and storage change hands in one
   * transaction. Throws notFound like `find`, roomQuota, and quotaFull if the new owner's storage is too small.
   */
  async accept(actor: User, roomGuid: string): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      await tx
        .updateTable('room')
        .set((room) => ({ revision: room('revision', '+', 1) }))
        .where('guid', '=', roomGuid)
        .execute()
      const [offer] = toOffers(
        await (await this.#offersTo(actor, tx)).where('room.guid', '=', roomGuid).execute(),
      )
      if (!offer) throw new Problem('notFound')
      const { before, role } = await changeOwner(tx, this.#deps, { roomGuid, to: actor, now: clock() })
      await tx.deleteFrom('room_offer').where('room_guid', '=', roomGuid).execute()
      const newOwner = `${actor.firstName} ${actor.lastName}`.trim() || actor.email
      await events.record(tx, {
        subject: roomGuid,
        roomGuid,
        kind: 'RoomTransferred',
        actor: before.email,
        detail: { to: actor.email },
        facts: { room: offer.name, from: offer.from, newOwner, oldRole: roleName(role, offer.version) },
      })
    })
  }

  #open(kysely: Database['kysely']) {
    return kysely
      .selectFrom('room_offer')
      .select(['room_offer.email', 'offered_at'])
      .where('offered_at', '>', this.#deps.clock() - offerKept)
  }

  /** For rooms that can be opened, from owners who can sign in. */
  async #offersTo(actor: User, kysely: Database['kysely'] | Transaction = this.#deps.database.kysely) {
    const identity = { user: actor, readerEmail: null, browserId: '' }
    const emails = await allProvedEmails(kysely, identity)
    return this.#open(kysely)
      .innerJoin('room', 'room.guid', 'room_offer.room_guid')
      .innerJoin('user as owner', 'owner.guid', 'room.owner_guid')
      .select([
        'room.guid',
        'room.name',
        'room.version',
        'owner.email as owner_email',
        'owner.first_name',
        'owner.last_name',
        filesOfRoom.as('files'),
        bytesOfRoom.as('size'),
      ])
      .where(
        'room_offer.email',
        'in',
        emails.map((email) => email.toLowerCase()),
      )
      .where('room.binned_at', 'is', null)
      .where('owner.status', '=', 'Active')
      .where('owner.guid', '<>', actor.guid)
  }
}

const notAnAddress = 'Enter a valid email address, like name@example.com.'
const isYours = 'That’s your own address. Enter the new owner’s address.'

type Row = {
  guid: string
  name: string
  version: 1 | 2
  owner_email: string
  first_name: string
  last_name: string
  offered_at: number
  files: number | null
  size: number | null
}

function toOffers(rows: Row[]): RoomOffer[] {
  return rows.map((row) => ({
    guid: row.guid,
    name: row.name,
    version: row.version,
    from: `${row.first_name} ${row.last_name}`.trim() || row.owner_email,
    until: row.offered_at + offerKept,
    files: Number(row.files ?? 0),
    size: Number(row.size ?? 0),
  }))
}
