import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import type { Database } from '#server/db/open.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { powersOf, rightAt } from '#server/rules/rooms/room-rights.ts'
import {
  countListed,
  itemRows,
  pageGuids,
  placesOf,
  placesOnWay,
  type FolderRange,
  type ItemListed,
} from '#server/rooms/tree/folder-page.ts'
import { foldersAlong } from '#server/rooms/tree/folders-along.ts'
import { filesBeside, type VisibleFile, type FilesBeside } from '#server/rooms/tree/files-beside.ts'
import { countsInside, weightsBelow, type Weight } from '#server/rooms/tree/inside.ts'
import { ancestorsOf, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import { loadRoom, type RoomAccess } from '#server/rooms/access/room-access.ts'
import { pathTo } from '#server/rooms/rows.ts'
import { VisibilityFilter, type FolderVisibility } from '#server/rooms/rights/visibility-filter.ts'

type Deps = { database: Database; clock: () => number }

/** A folder of a room, or a file in it, with everything known about the person who requested it. */
export type PlaceFound = ItemFound & { room: RoomAccess; visible: VisibilityFilter }

export type FolderListed = {
  rows: (ItemListed & { place: number; inside: number | null })[]
  /** One more than are counted if there are more. */
  total: number
  /** The positions on the path to the folder: "1.2" as 1 and 2. */
  places: number[]
}

/** A folder of a tree beside a list, with its place among what is visible beside it. */
export type FolderInTree = { guid: string; name: string; place: number }

/** The contents of the folders of data rooms, for each person what they can see. */
export class RoomListing {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The room and the place in it that a guid refers to. Throws what `look` throws, and what the room's policy says. */
  async place(identity: Identity, guid: string): Promise<PlaceFound> {
    const { refusal, ...place } = await this.look(identity, guid)
    if (refusal) throw new Problem(refusal)
    return place
  }

  /**
   * The same, with what the room's policy says: it leads to the sign-in page of the right room. Throws the same for
   * what is hidden, in the trash or nonexistent as for a room of others.
   */
  async look(identity: Identity, guid: string): Promise<PlaceFound & { refusal: ProblemName | null }> {
    const { database, clock } = this.#deps
    const { kysely, lookups } = database
    const path = await pathTo(lookups, guid)
    const item = path.at(-1)
    const room = item ? await loadRoom(lookups, identity, item.room_guid, clock()) : null
    // To strangers a room is as one that is not there, in each word of the answer.
    if (
      !item ||
      !room ||
      room.policyFacts.relationship === 'other' ||
      room.policyFacts.relationship === 'unknown'
    )
      throw new Problem(strangerRefusal(identity))
    const visible = await VisibilityFilter.of(kysely, room)
    const steps = ancestorsOf(path)
    const right = rightAt(room.grants, steps)
    // The room itself exists even for someone who can see nothing in it.
    const isThere = item.guid === room.guid ? right !== null : visible.sees(steps)
    if (right === null || !isThere) throw new Problem(strangerRefusal(identity))
    const refusal = decideInRoom(room.policyFacts, 'browse', clock())
    return { item, path, right, powers: powersOf(right, room.allowance), room, visible, refusal }
  }

  /** A page of the folder, each row with its position among what is visible. */
  async list(found: PlaceFound, range: FolderRange): Promise<FolderListed> {
    const { kysely } = this.#deps.database
    const { item, path, visible } = found
    const seen = visible.in(ancestorsOf(path))
    const [guids, counted, places] = await Promise.all([
      pageGuids(kysely, item.guid, seen, range).execute(),
      countListed(kysely, item.guid, seen, range).executeTakeFirstOrThrow(),
      found.room.showsIndex ? this.placesTo(found) : [],
    ])
    const rows = await this.#rows(
      found,
      guids.map(({ guid }) => guid),
      range,
    )
    return { rows, total: Number(counted.total), places }
  }

  /** The visible folders directly in each folder of the path to a place, by the folder they are in. */
  async tree({ path, visible }: Pick<PlaceFound, 'path' | 'visible'>): Promise<Map<string, FolderInTree[]>> {
    const query = foldersAlong(this.#deps.database.kysely, ancestorsOf(path), (above) => visible.in(above))
    const rows = (await query?.execute()) ?? []
    const inOrder = rows
      .map(({ parent_guid: parentGuid, place, ...folder }) => ({
        ...folder,
        parentGuid: parentGuid ?? '',
        place: Number(place),
      }))
      .toSorted((a, b) => a.place - b.place)
    return Map.groupBy(inOrder, ({ parentGuid }) => parentGuid)
  }

  /** What is below the folder and below each folder directly in it, in total, as far as it is visible. */
  weights({ room, item, path }: PlaceFound): Promise<Map<string, Weight>> {
    return weightsBelow(this.#deps.database.kysely, room, { item, path })
  }

  /**
   * The previous and next file, in the order of the folder, as far as they are visible; the file itself is already
   * authorized.
   */
  beside(file: VisibleFile): Promise<FilesBeside> {
    return filesBeside(this.#deps.database.kysely, file)
  }

  async #rows({ item, path, visible }: PlaceFound, guids: string[], range: FolderRange) {
    if (guids.length === 0) return []
    const { kysely } = this.#deps.database
    const steps = ancestorsOf(path)
    const rows = await itemRows(kysely, guids).execute()
    const folders = ancestorsOf(rows.filter(({ kind }) => kind === 'folder'))
    const inside = await countsInside(kysely, steps, folders, (above) => visible.in(above), maxInside)
    const byGuid = new Map(rows.map((row) => [row.guid, row]))
    // A page in the order of the room gives the positions by itself.
    const isInOrder = range.sort === 'order' && range.news === null
    const places = isInOrder
      ? new Map(guids.map((guid, at) => [guid, (range.page - 1) * range.pageSize + at + 1]))
      : await placesAmong(kysely, item.guid, visible.in(steps), guids)
    return guids.flatMap((guid) => {
      const row = byGuid.get(guid)
      const count = row?.kind === 'folder' ? (inside.get(guid) ?? 0) : null
      return row ? [{ ...row, place: places.get(guid) ?? 0, inside: count }] : []
    })
  }

  /** The places on the way to a folder or a file, each among what is seen beside it. */
  async placesTo({ path, visible }: Pick<PlaceFound, 'path' | 'visible'>): Promise<number[]> {
    const { kysely } = this.#deps.database
    const steps = path.map(({ guid, is_closed: isClosed, position }) => ({
      guid,
      isClosed: isClosed === 1,
      position,
    }))
    const rows = await placesOnWay(kysely, steps, (above) => visible.in(above))?.execute()
    return (rows ?? []).toSorted((a, b) => Number(a.at) - Number(b.at)).map((row) => Number(row.before) + 1)
  }
}

/** A row of a folder shows at most "99+" for what is in it. */
const maxInside = 100

async function placesAmong(
  kysely: Database['kysely'],
  folderGuid: string,
  visible: FolderVisibility,
  guids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await placesOf(kysely, folderGuid, visible, guids).execute()
  return new Map(rows.map(({ guid, place }) => [guid, Number(place)]))
}
