import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { maxRoomMembers } from '#server/rules/product/plans.ts'
import { isPersonFound } from '#server/rules/rooms/room-people.ts'
import { maxSearchWords, searchWords } from '#server/rules/text/search-words.ts'
import type { RoomListed } from './rooms-found.ts'
import type { RoomLists } from './room-list.ts'

type Deps = { database: Database; roomLists: RoomLists; clock: () => number }

/** A member of a room that the searcher manages. */
export type PersonInRoom = { room: RoomListed; guid: string; email: string; name: string }

/** Only the rooms that the person visited last are searched, until they have as many members as one room can have. */
const maxRooms = 50

/** Finding members by name or address in all rooms of a person at once: in those whose members they can see. */
export class PeopleInRooms {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The first matches, of the room that was visited last first. Nothing is found in a room that no one can open now. */
  async find(identity: Identity, search: string, max: number): Promise<PersonInRoom[]> {
    const { database, roomLists, clock } = this.#deps
    const words = searchWords(search).slice(0, maxSearchWords)
    if (words.length === 0) return []
    const range = { order: 'visit', search: '', pageSize: maxRooms, beside: null } as const
    const { rows } = await roomLists.list(identity, range)
    const now = clock()
    const managed = rows.filter(({ room }) => decideInRoom(room.policyFacts, 'manage', now) === null)
    const read = managed.filter(
      (_, at) => total(managed.slice(0, at).map(({ people }) => people ?? 0)) < maxRoomMembers,
    )
    const rooms = new Map(read.map(({ room }) => [room.guid, room]))
    if (rooms.size === 0) return []
    const members = await membersOf(database.kysely, [...rooms.keys()]).execute()
    const order = [...rooms.keys()]
    return members
      .filter((member) => isPersonFound(member, search, words))
      .toSorted((one, other) => order.indexOf(one.room_guid) - order.indexOf(other.room_guid))
      .slice(0, max)
      .map(({ room_guid, ...member }) => ({ ...member, room: rooms.get(room_guid)! }))
  }
}

/** No more than are ever compared. */
export function membersOf(kysely: Kysely<Schema>, roomGuids: readonly string[]) {
  return kysely
    .selectFrom('member')
    .select(['guid', 'room_guid', 'email', 'name'])
    .where('room_guid', 'in', roomGuids)
    .where('removed_at', 'is', null)
    .limit(2 * maxRoomMembers)
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
