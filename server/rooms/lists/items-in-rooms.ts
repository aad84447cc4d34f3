import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { countUpTo } from '#server/db/count-up-to.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { behind, maxSearchWords, searchWords } from '#server/rules/text/search-words.ts'
import { ancestorsOf } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { VisibilityFilter } from '#server/rooms/rights/visibility-filter.ts'
import { pathsTo } from '#server/rooms/tree/paths.ts'
import { browsable } from './rooms-seen.ts'
import type { RoomLists } from './room-list.ts'

type Deps = { database: Database; roomLists: RoomLists; clock: () => number }

/** An item with the names of the folders above it, without the root. */
export type ItemInRoom = {
  room: RoomAccess
  guid: string
  parentGuid: string
  isFolder: boolean
  name: string
  above: string[]
}

/** `more`: rooms in which more was found than is listed. */
export type ItemsFound = { hits: ItemInRoom[]; more: RoomAccess[] }

/** Only the rooms that the person visited last are searched; older ones have a search of their own. */
const maxRooms = 50
/** A word that is in more items counts only with these: a search costs no more, however much rooms contain. */
const maxFound = 2000

/** Finding files and folders by name in all rooms of a person at once, among what they can see there. */
export class ItemsInRooms {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The first matches by name. What is hidden counts for nothing, not even as "more". */
  async find(identity: Identity, search: string, max: number): Promise<ItemsFound> {
    const { database, roomLists, clock } = this.#deps
    const { kysely } = database
    const words = searchWords(search).slice(0, maxSearchWords)
    if (words.length === 0) return { hits: [], more: [] }
    const range = { order: 'visit', search: '', pageSize: maxRooms, beside: null } as const
    const { rows } = await roomLists.list(identity, range)
    const listed = rows.map(({ room }) => room)
    const rooms = new Map((await browsable(kysely, listed, clock())).map((room) => [room.guid, room]))
    if (rooms.size === 0) return { hits: [], more: [] }
    const seen = await seenOf(kysely, rooms, await matching(kysely, [...rooms.keys()], words))
    const more = new Set(seen.slice(max).map(({ room }) => room))
    return { hits: seen.slice(0, max), more: [...more] }
  }
}

type Candidate = Awaited<ReturnType<typeof matching>>[number]

async function seenOf(
  kysely: Kysely<Schema>,
  rooms: ReadonlyMap<string, RoomAccess>,
  candidates: readonly Candidate[],
): Promise<ItemInRoom[]> {
  const withHits = [...new Set(candidates.map((item) => item.room_guid))].map((guid) => rooms.get(guid)!)
  const [filters, paths] = await Promise.all([
    VisibilityFilter.ofSeveral(kysely, withHits),
    pathsTo(kysely, [...new Set(candidates.map((item) => item.parent_guid!))]),
  ])
  return candidates.flatMap((item) => {
    // What has no path is in the trash with a folder above it.
    const path = paths.get(item.parent_guid!)
    if (!path || !filters.get(item.room_guid)!.sees(ancestorsOf([...path, item]))) return []
    return [
      {
        room: rooms.get(item.room_guid)!,
        guid: item.guid,
        parentGuid: item.parent_guid!,
        isFolder: item.kind === 'folder',
        name: item.name,
        above: path.slice(1).map(({ name }) => name),
      },
    ]
  })
}

/** The items of these rooms with all words, regardless of who can see them, found by the rarest word. */
async function matching(kysely: Kysely<Schema>, roomGuids: string[], words: readonly string[]) {
  const counts = await Promise.all(
    words.map(async (word) => ({
      word,
      // A search for one word needs no comparison.
      count: words.length === 1 ? 0 : await countUpTo(kysely, maxFound, itemsWith(kysely, roomGuids, word)),
    })),
  )
  const [rarest, ...others] = counts.toSorted((a, b) => a.count - b.count).map(({ word }) => word)
  return itemsMatching(kysely, roomGuids, rarest!, others).execute()
}

export function itemsMatching(
  kysely: Kysely<Schema>,
  roomGuids: string[],
  rarest: string,
  others: readonly string[],
) {
  const found = kysely
    .selectFrom(itemsWith(kysely, roomGuids, rarest).limit(maxFound).as('hit'))
    .select('hit.item_guid')
    .distinct()
  // Crossed, not joined: SQLite then begins with the few that were found.
  let items = kysely
    .selectFrom(found.as('candidate'))
    .crossJoin('item')
    .select(['item.guid', 'item.room_guid', 'item.parent_guid', 'item.kind', 'item.name', 'item.is_closed'])
    .whereRef('item.guid', '=', 'candidate.item_guid')
    .where('item.binned_at', 'is', null)
    .where('item.parent_guid', 'is not', null)
  for (const word of others) {
    items = items.where((item) =>
      item.exists(
        item
          .selectFrom('item_word as other')
          .select('other.word')
          .whereRef('other.item_guid', '=', 'item.guid')
          .where('other.word', '>=', word)
          .where('other.word', '<', behind(word)),
      ),
    )
  }
  return items.orderBy('item.name_key').orderBy('item.guid')
}

/** The entries of the words of these rooms that begin so. */
export function itemsWith(kysely: Kysely<Schema>, roomGuids: string[], word: string) {
  return kysely
    .selectFrom('item_word')
    .select('item_word.item_guid')
    .where('item_word.room_guid', 'in', roomGuids)
    .where('item_word.word', '>=', word)
    .where('item_word.word', '<', behind(word))
}
