import type { FolderInTree, PlaceFound } from '#server/rooms/lists/listing.ts'
import { maxBeside } from '#server/rooms/tree/folders-along.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'
import type { Branch } from './room-tree.tsx'

/** The folders of a room as a tree: only the branch that leads to this place is open; null for a room without folders. */
export function roomTree(place: PlaceFound, beside: Map<string, FolderInTree[]>): Branch[] | null {
  if ((beside.get(place.room.guid) ?? []).length === 0) return null
  return branchesIn(place, beside, { depth: 0, numbers: [] })
}

type At = { depth: number; numbers: number[] }

function branchesIn(
  place: PlaceFound,
  beside: Map<string, FolderInTree[]>,
  { depth, numbers }: At,
): Branch[] {
  const { room, item, path } = place
  const above = path[depth]!
  const open = path[depth + 1]
  const all = beside.get(above.guid) ?? []
  const shown = all.slice(0, maxBeside).map(({ guid, name, place: at }) => {
    const own = [...numbers, at]
    return {
      name,
      number: room.showsIndex ? own.join('.') : '',
      to: folderPath(room, guid),
      isHere: guid === item.guid,
      inside: guid === open?.guid ? branchesIn(place, beside, { depth: depth + 1, numbers: own }) : [],
    }
  })
  const more = {
    name: 'More folders',
    number: '',
    to: folderPath(room, above.guid),
    isHere: false,
    inside: [],
  }
  return all.length > maxBeside ? [...shown, more] : shown
}
