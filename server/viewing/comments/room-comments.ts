import { newGuid } from '#server/db/guid.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { authorizeRoom, findItem, lockRoom, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { Problem } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import { commentsByOne } from '#server/rules/product/call-rates.ts'
import { commentText } from './comments.ts'
import {
  addRoomComment,
  removeRoomComment,
  roomCommentsOf,
  roomOfItem,
  type RoomComment,
} from './room-comment-rows.ts'

type Deps = {
  database: Database
  events: Events
  rates: RateLimits
  words: { blockedWords?: WordFilter }
  clock: () => number
}
/** A file, in this room if one is named. */
type Place = { itemGuid: string; roomGuid?: string }
type Found = { room: RoomAccess; found: ItemFound; email: string }

/** `mayWrite`: whether this person can add a comment now; `mayRemove`: theirs, or all for people who manage the room. */
export type RoomThread = {
  room: RoomAccess
  found: ItemFound
  comments: (RoomComment & { isOwn: boolean; mayRemove: boolean })[]
  mayWrite: boolean
}

/**
 * Comments on files in data rooms, if the owner shares them: everyone who sees a file reads them and adds to them. Each
 * method throws what the room's policy says, notFound for what is hidden, and notCommented where comments are off.
 */
export class RoomComments {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async thread(identity: Identity, place: Place): Promise<RoomThread> {
    const { database, clock } = this.#deps
    const { room, found, email } = await this.#pass(database.kysely, identity, place)
    const manages = decideInRoom(room.policyFacts, 'manage', clock()) === null
    const mayWrite = closedTo(room) === null
    const comments = await roomCommentsOf(database.kysely, room, place.itemGuid)
    return {
      room,
      found,
      mayWrite,
      comments: comments.map((comment) => {
        const isOwn = comment.email === email
        return { ...comment, isOwn, mayRemove: mayWrite && !comment.isDeleted && (isOwn || manages) }
      }),
    }
  }

  /** Adds a comment. Throws textRefused with the field, tooManyAttempts, roomArchived, roomOverPlan. */
  async write(identity: Identity, place: Place, text: string, client: Client): Promise<void> {
    const { database, events, rates, words, clock } = this.#deps
    const tidy = commentText(text, words)
    const { itemGuid } = place
    const { email } = await this.#pass(database.kysely, identity, place)
    await rates.require(`room-comment|${itemGuid}|${email}`, commentsByOne)
    await database.transaction(async (tx) => {
      const { room, found } = await this.#passLocked(tx, identity, place)
      await addRoomComment(tx, { guid: newGuid(), itemGuid, email, text: tidy, now: clock() })
      await events.record(tx, {
        subject: itemGuid,
        roomGuid: room.guid,
        kind: 'FileCommented',
        actor: email,
        client,
        detail: { name: found.item.name },
      })
    })
  }

  /** Permanently deletes the text of a comment; a stub stays. Throws notFound for one that is not there, or not theirs. */
  async remove(identity: Identity, place: Place, number: number): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const { room, email } = await this.#passLocked(tx, identity, place)
      const manages = decideInRoom(room.policyFacts, 'manage', clock()) === null
      const wanted = { itemGuid: place.itemGuid, number, email: manages ? null : email, now: clock() }
      if (!(await removeRoomComment(tx, wanted))) throw new Problem('notFound')
    })
  }

  /** With the room locked, and open to changes. */
  async #passLocked(tx: Transaction, identity: Identity, place: Place): Promise<Found> {
    const roomGuid = await this.#roomOf(tx, identity, place)
    await lockRoom(tx, identity, roomGuid, 'browse', this.#deps.clock())
    const passed = await this.#pass(tx, identity, place)
    const refusal = closedTo(passed.room)
    if (refusal) throw new Problem(refusal)
    return passed
  }

  async #pass(kysely: Transaction | Database['kysely'], identity: Identity, place: Place): Promise<Found> {
    const { itemGuid } = place
    const roomGuid = await this.#roomOf(kysely, identity, place)
    const room = await authorizeRoom(kysely, identity, roomGuid, 'browse', this.#deps.clock())
    const found = await findItem(kysely, room, itemGuid)
    if (found.item.kind !== 'file' || found.right === null || found.right < 1) throw new Problem('notFound')
    if (!room.sharesComments) throw new Problem('notCommented')
    return { room, found, email: room.member?.email ?? room.owner.email }
  }

  /** In a named room, what is hidden, elsewhere or nowhere gets one answer: that of the room for what is not in it. */
  async #roomOf(
    kysely: Transaction | Database['kysely'],
    identity: Identity,
    { itemGuid, roomGuid: named }: Place,
  ): Promise<string> {
    const roomGuid = named ?? (await roomOfItem(kysely, itemGuid))
    if (roomGuid === null) throw new Problem(strangerRefusal(identity))
    return roomGuid
  }
}

/** Why no one can write in a room that can be read, or null. */
function closedTo({ policyFacts }: RoomAccess): 'roomOverPlan' | 'roomArchived' | null {
  if (policyFacts.isOverPlan) return 'roomOverPlan'
  return policyFacts.status === 'Archived' ? 'roomArchived' : null
}
