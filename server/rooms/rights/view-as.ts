import type { Database } from '#server/db/open.ts'
import { rightsInTree, type Right } from '#server/rules/rooms/room-rights.ts'
import type { PlaceFound } from '#server/rooms/lists/listing.ts'
import { findItem } from '#server/rooms/access/authorize-room.ts'
import { loadRoomAs, type RoomAs } from '#server/rooms/people/room-as.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { VisibilityFilter } from './visibility-filter.ts'
import { loadTree } from '#server/rooms/tree/whole-tree.ts'

type Deps = { database: Database; clock: () => number }

/** A folder as a member finds it, for the list of folders; null if the member cannot enter. */
export type FolderAs = {
  as: RoomAs
  place: PlaceFound | null
  /** What the member can do with each item that the member sees. */
  rights: ReadonlyMap<string, Right>
  filesInRoom: number
}

/** Rooms as their members see them, for owner and co-owners. */
export class ViewAs {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Throws notFound, for what is hidden from the member as for what does not exist, and rightsOfOwners. */
  async folder(room: RoomAccess, memberGuid: string, folderGuid: string): Promise<FolderAs> {
    const { database, clock } = this.#deps
    const { kysely } = database
    const as = await loadRoomAs(kysely, room, memberGuid, clock())
    if (as.refusal) return { as, place: null, rights: new Map(), filesInRoom: 0 }
    const found = await findItem(kysely, as.room, folderGuid)
    const tree = await loadTree(kysely, room.guid)
    const rights = rightsInTree(as.room.grants, tree)
    return {
      as,
      place: { ...found, room: as.room, visible: await VisibilityFilter.of(kysely, as.room) },
      rights,
      filesInRoom: tree.filter(({ guid, isFolder }) => !isFolder && rights.has(guid)).length,
    }
  }
}
