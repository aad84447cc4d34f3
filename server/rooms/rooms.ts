import type { Identity } from '#server/accounts/identity.ts'
import type { Onboarding } from '#server/accounts/registering/onboarding.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { standardWatermark } from '#server/rules/sharing/options.ts'
import { roomName } from '#server/rules/rooms/room-name.ts'
import type { RoomAct } from '#server/rules/rooms/room-policy.ts'
import { maxRoomDescriptionLength, type RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import type { Events } from '#server/events/events.ts'
import { findItem, authorizeRoom, type ItemFound } from './access/authorize-room.ts'
import { requireRoomQuota } from './quota.ts'
import type { RoomAccess } from './access/room-access.ts'
import { membersIn } from './room-size.ts'
import { weightOf, type Weight } from './tree/inside.ts'
import { writeRoom } from './rows.ts'

type Deps = {
  database: Database
  events: Events
  onboarding: Onboarding
  plans: Plans
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** Data rooms as wholes. Every method checks the room's policy. */
export class Rooms {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Creates a room with the actor as its owner, and returns its guid. Throws textRefused on `name` or `description`,
   * and roomQuota if the owner has as many rooms as the plan allows.
   */
  async create(
    actor: User,
    room: { name: string; description: string; version: RoomVersion },
  ): Promise<string> {
    const { database, events, onboarding, words, clock } = this.#deps
    const name = roomName(room.name, words)
    const description = roomDescription(room.description, words)
    const owner = {
      guid: actor.guid,
      email: actor.email,
      name: `${actor.firstName} ${actor.lastName}`.trim(),
    }
    return database.transaction(async (tx) => {
      await requireRoomQuota(tx, this.#deps.plans, actor.guid)
      const made = { name, description, version: room.version, watermark: standardWatermark, owner }
      const guid = await writeRoom(tx, { ...made, now: clock() })
      await onboarding.reach(actor.guid, 'firstRoom', tx)
      await events.record(tx, { subject: guid, roomGuid: guid, kind: 'RoomMade', actor: actor.email })
      return guid
    })
  }

  /** Authorizes an action in a room. Throws what the room's policy says. */
  pass(identity: Identity, roomGuid: string, act: RoomAct): Promise<RoomAccess> {
    const { database, clock } = this.#deps
    return authorizeRoom(database.kysely, identity, roomGuid, act, clock())
  }

  /** An item as the authorized person sees it. Throws notFound for what is hidden, nonexistent, or in another room. */
  item(room: RoomAccess, itemGuid: string): Promise<ItemFound> {
    return findItem(this.#deps.database.kysely, room, itemGuid)
  }

  /** How many members a room has, without its owner, for people who manage it. */
  async countMembers({ guid }: RoomAccess): Promise<number> {
    const members = await membersIn(this.#deps.database.kysely, [guid])
    return members.get(guid) ?? 0
  }

  /** How many files the authorized person sees in a room, and their bytes; null in a large one. */
  weigh(room: RoomAccess): Promise<Weight | null> {
    return weightOf(this.#deps.database.kysely, room)
  }
}

/** Changes the description of a room. Throws textRefused on the field `description`. */
export function roomDescription(text: string, words: { blockedWords?: WordFilter }): string {
  return plainText(text, { field: 'description', maxLength: maxRoomDescriptionLength, ...words })
}
