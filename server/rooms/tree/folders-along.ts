import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Step } from '#server/rules/rooms/room-rights.ts'
import type { FolderVisibility } from '#server/rooms/rights/visibility-filter.ts'
import { itemsSeen } from './folder-page.ts'

/** How many folders beside each other a tree shows; one more is read, so that the page can say that there are more. */
export const maxBeside = 100

/**
 * The visible folders directly in each folder of a path, in the order of the room, with their places among everything
 * visible beside them. One query, whose cost is that of the folders on the path, however much else is in the room.
 */
export function foldersAlong(
  kysely: Kysely<Schema>,
  path: readonly Step[],
  visibilityIn: (above: readonly Step[]) => FolderVisibility,
) {
  const parts = path.map(({ guid }, at) => {
    const numbered = itemsSeen(kysely, guid, visibilityIn(path.slice(0, at + 1))).select([
      'item.guid',
      'item.parent_guid',
      'item.name',
      'item.kind',
      sql<number>`row_number() over (order by item.position, item.guid)`.as('place'),
    ])
    const folders = kysely
      .selectFrom(numbered.as('numbered'))
      .select(['guid', 'parent_guid', 'name', 'place'])
      .where('kind', '=', 'folder')
      .orderBy('place')
      .limit(maxBeside + 1)
    return kysely.selectFrom(folders.as('folders')).selectAll()
  })
  const [first, ...others] = parts
  return first && others.reduce((all, part) => all.unionAll(part), first)
}
