import type { Kysely, RawBuilder } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { nameKey, numbered } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { powersOf, rightAt } from '#server/rules/rooms/room-rights.ts'
import { ancestorsOf, throughGuids, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { pathColumns, type ItemRow } from '#server/rooms/rows.ts'

/** How many names are looked up together. */
const batchSize = 50
/** No one has as many files with the same name. */
const maxCopies = 10_000

/** Every item of a folder under one of these names. Asked for in the folder's order, SQLite would look at all of it. */
export function itemsNamed(
  kysely: Kysely<Schema>,
  folderGuid: string | RawBuilder<string>,
  keys: readonly string[] | RawBuilder<string>,
) {
  return kysely
    .selectFrom('item')
    .select(pathColumns)
    .where('parent_guid', '=', folderGuid)
    .where('name_key', 'in', keys)
    .where('binned_at', 'is', null)
}

const namedIn = prepared((kysely, { folder, keys }: Slots<{ folder: string; keys: readonly string[] }>) =>
  itemsNamed(kysely, folder, keys),
)

/** The items of a folder under one of these names, as far as this person sees them. */
async function seenUnder(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  folderPath: readonly ItemRow[],
  keys: readonly string[],
): Promise<ItemFound[]> {
  const found: ItemRow[] = await namedIn(kysely, { folder: folderPath.at(-1)!.guid, keys })
  const rows = found.toSorted(
    (one, other) => one.position - other.position || (one.guid < other.guid ? -1 : 1),
  )
  const through = rows.some(({ kind }) => kind === 'folder') ? await throughGuids(kysely, room) : new Set()
  return rows.flatMap((item) => {
    const path = [...folderPath, item]
    const right = rightAt(room.grants, ancestorsOf(path))
    const isSeen = right !== null && (right > 0 || (item.kind === 'folder' && through.has(item.guid)))
    return isSeen ? [{ item, path, right, powers: powersOf(right, room.allowance) }] : []
  })
}

/** The items with this name that someone sees in a folder. An item hidden from them does not count. */
export function namesakes(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  folderPath: readonly ItemRow[],
  name: string,
): Promise<ItemFound[]> {
  return seenUnder(kysely, room, folderPath, [nameKey(name)])
}

/** Whether someone sees something with this name in a folder, `except` one item. */
export async function isNameTaken(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  folderPath: readonly ItemRow[],
  name: string,
  except = '',
): Promise<boolean> {
  const found = await namesakes(kysely, room, folderPath, name)
  return found.some(({ item }) => item.guid !== except)
}

/** The first of `name.pdf`, `name (2).pdf`, `name (3).pdf` … that is not taken, as far as this person can see. */
export async function freeName(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  folderPath: readonly ItemRow[],
  { name, kind }: { name: string; kind: 'folder' | 'file' },
): Promise<string> {
  for (let from = 1; from < maxCopies; from += batchSize) {
    const names = Array.from({ length: batchSize }, (_, index) =>
      from + index === 1 ? name : numbered(name, from + index, kind === 'file'),
    )
    const seen = await seenUnder(kysely, room, folderPath, names.map(nameKey))
    const taken = new Set(seen.map(({ item }) => nameKey(item.name)))
    const free = names.find((candidate) => !taken.has(nameKey(candidate)))
    if (free !== undefined) return free
  }
  throw new Problem('nameTaken')
}
