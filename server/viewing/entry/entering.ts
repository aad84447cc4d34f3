import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { readerKey, strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { lockRoom, sawItem, seesItem } from '#server/rooms/access/authorize-room.ts'
import { loadRoom, type RoomAccess } from '#server/rooms/access/room-access.ts'
import { hasFlag, Problem, type ProblemName, type ProblemWith } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import type { Events } from '#server/events/events.ts'
import { touchVisit } from './opening.ts'
import { keepSession } from './room-sessions.ts'

type EnteringDeps = {
  database: Database
  events: Events
  clock: () => number
}

/** What a member sees on the sign-in page of a room; `refusal` is null if they can enter, or have entered. */
export type RoomLook = { room: RoomAccess; refusal: ProblemName | null; mustEnter: boolean }

/** A room, and why one of its people can no longer enter, or not now. */
export type ClosedRoom = { room: RoomAccess; problem: ProblemWith<'closesRoom'> }

/** How members enter a room: entering begins a visit, as opening does for a share. */
export class Entering {
  readonly #deps: EnteringDeps

  constructor(deps: EnteringDeps) {
    this.#deps = deps
  }

  /**
   * What a member has to do before entering; changes nothing. Throws what strangers get, which is the same for a room
   * that does not exist.
   */
  async look(identity: Identity, roomGuid: string): Promise<RoomLook> {
    const { database, clock } = this.#deps
    const now = clock()
    const room = await loadRoom(database.kysely, identity, roomGuid, now)
    if (!room || room.policyFacts.relationship === 'other' || room.policyFacts.relationship === 'unknown')
      throw new Problem(strangerRefusal(identity))
    const refusal = decideInRoom(room.policyFacts, 'enter', now)
    return {
      room,
      refusal,
      mustEnter: room.policyFacts.relationship === 'member' && !room.policyFacts.isEntered,
    }
  }

  /**
   * Why a room is closed to one of its people, by its guid or that of what they see in it; null if it is not closed,
   * and to everyone else. To its owner it is closed while it is in the trash.
   */
  async closedTo(identity: Identity, guid: string): Promise<ClosedRoom | null> {
    const { database, clock } = this.#deps
    const { kysely } = database
    const item = await kysely
      .selectFrom('item')
      .select('room_guid')
      .where('guid', '=', guid)
      .executeTakeFirst()
    const room = item && (await loadRoom(kysely, identity, item.room_guid, clock()))
    if (!room) return null
    const problem = room.isSuspended ? 'memberSuspended' : decideInRoom(room.policyFacts, 'enter', clock())
    if (!problem || !hasFlag(problem, 'closesRoom')) return null
    if (guid === room.guid) return { room, problem }
    const mayKnow = room.isSuspended
      ? await sawItem(kysely, identity, room, guid, clock())
      : await seesItem(kysely, room, guid)
    return mayKnow ? { room, problem } : null
  }

  /**
   * Begins a visit, which lasts as long as openings do. Owner and co-owners enter without one. Throws what the policy
   * says.
   */
  async enter(identity: Identity, roomGuid: string, client: Client): Promise<RoomAccess> {
    const { database, clock } = this.#deps
    return database.transaction(async (tx) => {
      const now = clock()
      const room = await lockRoom(tx, identity, roomGuid, 'enter', now)
      if (room.policyFacts.relationship === 'member') await this.#begin(tx, identity, room, client, now)
      return room
    })
  }

  async #begin(
    tx: Transaction,
    identity: Identity,
    room: RoomAccess,
    client: Client,
    now: number,
  ): Promise<void> {
    const memberGuid = room.member!.guid
    await keepSession(tx, memberGuid, now)
    if (room.visit) return touchVisit(tx, room.visit.guid, now)
    const first = await tx
      .updateTable('member')
      .set({ first_entered_at: now })
      .where('guid', '=', memberGuid)
      .where('first_entered_at', 'is', null)
      .returning('guid')
      .executeTakeFirst()
    const visitGuid = newGuid()
    await tx
      .insertInto('visit')
      .values({
        guid: visitGuid,
        share_guid: null,
        recipient_guid: null,
        room_guid: room.guid,
        member_guid: memberGuid,
        reader_key: readerKey(identity),
        started_at: now,
        seen_at: now,
      })
      .execute()
    await this.#deps.events.record(tx, {
      subject: room.guid,
      roomGuid: room.guid,
      kind: 'RoomEntered',
      actor: room.email,
      visitGuid,
      client,
      detail: first ? { isFirst: true } : {},
    })
  }
}
