import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Identity } from '#server/accounts/identity.ts'
import type { Updateable } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import type { MemberTable } from '#server/db/tables/room-tables.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { maxMessageLength } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { Detail, Events } from '#server/events/events.ts'
import type { PlainKind } from '#server/events/events.ts'
import { accessOf, accessLabel, seenOf } from '#server/rooms/access/access-labels.ts'
import { postInvitation } from './inviting.ts'
import type { Access } from './member-forms.ts'
import { emailsInTeam, memberOf, type MemberRow } from './member-rows.ts'
import { inviterOf, requireGroup, stateOf } from './members.ts'
import { lockRoom, authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { invitationEmails } from '#server/rules/product/call-rates.ts'

type Deps = {
  database: Database
  events: Events
  rates: RateLimits
  mailer: Mailer
  publicUrl: URL
  words: { blockedWords?: WordFilter }
  clock: () => number
}
type Done = { kind: PlainKind; detail?: Detail } | null
type Found = { room: RoomAccess; member: MemberRow }
type Make = (tx: Transaction, found: Found) => Promise<Done>

/** `seen` is the state that was seen, as `seenOf` describes it. */
export type AccessWanted = { access: Access; seen: string }

/**
 * Changes for one member of a room, by its owner and co-owners. No one changes the owner, and no one changes
 * themselves. Every method throws what the room's policy says, notFound, ownerStays and notYourself.
 */
export class Membership {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Changes a member's role, group, time or number of copies. Throws memberChanged if the state is no longer the one
   * that was seen, coOwnerNotInTeam, coOwnerInGroup and groupRefused.
   */
  change(identity: Identity, roomGuid: string, memberGuid: string, wanted: AccessWanted): Promise<void> {
    return this.#deps.database.transaction((tx) =>
      this.changeWithin(tx, identity, roomGuid, memberGuid, wanted),
    )
  }

  /** Like `change`, in the caller's transaction. */
  async changeWithin(
    tx: Transaction,
    identity: Identity,
    roomGuid: string,
    memberGuid: string,
    { access, seen }: AccessWanted,
  ): Promise<void> {
    await this.#changeWithin(tx, identity, roomGuid, memberGuid, async (tx, { room, member }) => {
      if (seenOf(member) !== seen) throw new Problem('memberChanged')
      await requireGroup(tx, room, access)
      await requireInTeam(tx, room, member, access)
      const changes = await accessLabel(tx, room, accessOf(member), access)
      if (changes.length === 0) return null
      await tx
        .updateTable('member')
        .set({
          role: access.role,
          group_guid: access.groupGuid,
          allowed_print: access.allowedPrint,
          starts_at: access.startsAt,
          expires_at: access.expiresAt,
        })
        .where('guid', '=', memberGuid)
        .execute()
      return { kind: 'MemberChanged', detail: { role: changes.join('; ') } }
    })
  }

  /** Suspends a member, from the next request on, until `letBack`. Repeating it changes nothing. */
  async suspend(identity: Identity, roomGuid: string, memberGuid: string): Promise<void> {
    await this.#change(identity, roomGuid, memberGuid, async (tx, { member }) => {
      if (member.suspended_at !== null) return null
      await set(tx, memberGuid, { suspended_at: this.#deps.clock() })
      return { kind: 'MemberSuspended' }
    })
  }

  /** Restores a suspended member's access, as it was. */
  async letBack(identity: Identity, roomGuid: string, memberGuid: string): Promise<void> {
    await this.#change(identity, roomGuid, memberGuid, async (tx, { member }) => {
      if (member.suspended_at === null) return null
      await set(tx, memberGuid, { suspended_at: null })
      return { kind: 'MemberBack' }
    })
  }

  /** Removes someone from the room, from the next request on. What is recorded stays, and so do used print copies. */
  async remove(identity: Identity, roomGuid: string, memberGuid: string): Promise<void> {
    await this.#change(identity, roomGuid, memberGuid, async (tx) => {
      await set(tx, memberGuid, { removed_at: this.#deps.clock() })
      return { kind: 'MemberRemoved' }
    })
  }

  /** Restores a member's full print allowance, for each document. */
  async resetPrints(identity: Identity, roomGuid: string, memberGuid: string): Promise<void> {
    await this.#change(identity, roomGuid, memberGuid, async (tx) => {
      const spent = await tx
        .deleteFrom('member_print')
        .where('member_guid', '=', memberGuid)
        .returning('prints_spent')
        .execute()
      const copies = spent.reduce((sum, row) => sum + row.prints_spent, 0)
      if (copies === 0) return null
      return { kind: 'MemberChanged', detail: { role: `print count reset, ${copies} used before` } }
    })
  }

  /**
   * Adds a member to a group, or removes them from any; a group's role and permissions apply from the next request on.
   */
  async putInGroup(
    identity: Identity,
    roomGuid: string,
    memberGuid: string,
    groupGuid: string | null,
  ): Promise<void> {
    await this.#change(identity, roomGuid, memberGuid, async (tx, { room, member }) => {
      const before = accessOf(member)
      const access = { ...before, groupGuid }
      await requireGroup(tx, room, access)
      const changes = await accessLabel(tx, room, before, access)
      if (changes.length === 0) return null
      await set(tx, memberGuid, { group_guid: groupGuid })
      return { kind: 'MemberChanged', detail: { role: changes.join('; ') } }
    })
  }

  /**
   * Sends the invitation again, with the entered message. Throws textRefused, invitationClosed if the member could not
   * enter, and tooManyAttempts after 3 emails in an hour to one address (`postInvitation`) or 100 by one person.
   */
  async invite(identity: Identity, roomGuid: string, memberGuid: string, typed = ''): Promise<void> {
    const { database, rates, words, clock } = this.#deps
    const message = plainText(typed, { field: 'message', maxLength: maxMessageLength, ...words })
    const before = await authorizeRoom(database.kysely, identity, roomGuid, 'manage', clock())
    const found = { room: before, member: await memberOf(database.kysely, roomGuid, memberGuid) }
    requireOther(before, found.member)
    requireOpen(found, clock())
    await rates.require(`invite:user:${identity.user?.guid}`, invitationEmails)
    await this.#change(identity, roomGuid, memberGuid, async (tx, { room, member }) => {
      requireOpen({ room, member }, clock())
      const { guid, email, starts_at: startsAt, expires_at: expiresAt } = member
      const isPosted = await postInvitation(
        tx,
        this.#deps,
        room,
        inviterOf(identity, room),
        { guid, email, startsAt, expiresAt },
        message,
      )
      if (!isPosted) throw new Problem('tooManyAttempts')
      return { kind: 'MemberInvited' }
    })
  }

  /** Leaves the room, with every address that one has in it. Throws ownerStays, and what the policy says. */
  async leave(identity: Identity, roomGuid: string): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const room = await lockRoom(tx, identity, roomGuid, 'leave', clock())
      const emails = await allProvedEmails(tx, identity)
      const left = await tx
        .updateTable('member')
        .set({ removed_at: clock() })
        .where('room_guid', '=', room.guid)
        .where('email', 'in', emails)
        .where('removed_at', 'is', null)
        .where('role', '<>', roles.owner)
        .returning('email')
        .execute()
      for (const { email } of left)
        await events.record(tx, { subject: room.guid, roomGuid: room.guid, kind: 'MemberLeft', actor: email })
    })
  }

  /** One change to one member, with its event; `make` returns null if there was nothing to do. */
  #change(identity: Identity, roomGuid: string, memberGuid: string, make: Make): Promise<void> {
    return this.#deps.database.transaction((tx) =>
      this.#changeWithin(tx, identity, roomGuid, memberGuid, make),
    )
  }

  async #changeWithin(
    tx: Transaction,
    identity: Identity,
    roomGuid: string,
    memberGuid: string,
    make: Make,
  ): Promise<void> {
    const { events, clock } = this.#deps
    const room = await lockRoom(tx, identity, roomGuid, 'manage', clock())
    const member = await memberOf(tx, roomGuid, memberGuid)
    requireOther(room, member)
    const done = await make(tx, { room, member })
    if (!done) return
    await events.record(tx, {
      subject: room.guid,
      roomGuid: room.guid,
      kind: done.kind,
      actor: room.email,
      detail: { person: member.email, ...done.detail },
    })
  }
}

function set(
  tx: Transaction,
  memberGuid: string,
  values: Partial<Pick<Updateable<MemberTable>, Changed>>,
): Promise<unknown> {
  return tx.updateTable('member').set(values).where('guid', '=', memberGuid).execute()
}
type Changed = 'suspended_at' | 'removed_at' | 'group_guid'

/** Throws ownerStays and notYourself. */
function requireOther(room: RoomAccess, member: MemberRow): void {
  if (member.role === roles.owner) throw new Problem('ownerStays')
  if (member.guid === room.member?.guid) throw new Problem('notYourself')
}

function requireOpen({ room, member }: Found, now: number): void {
  if (['suspended', 'ended'].includes(stateOf(member, room, now))) throw new Problem('invitationClosed')
}

async function requireInTeam(
  tx: Transaction,
  room: RoomAccess,
  member: MemberRow,
  access: Access,
): Promise<void> {
  if (access.role !== roles.coOwner || member.role === roles.coOwner) return
  const inTeam = await emailsInTeam(tx, room.owner.teamGuid, [member.email])
  if (inTeam.size === 0) throw new Problem('coOwnerNotInTeam', { field: 'role' })
}
