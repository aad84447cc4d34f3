import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { reasonAt, type Reason, type RuleCode, type Step } from '#server/rules/rooms/room-rights.ts'
import { grantsOfHolder, grantsWithout, type RightHolder, type RulesByHolder } from './right-holders.ts'
import { ancestorsOf } from '#server/rooms/access/authorize-room.ts'
import { pathTo, type ItemRow } from '#server/rooms/rows.ts'

/** An item of a list with permissions. */
export type RightItem = {
  guid: string
  name: string
  isFolder: boolean
  isClosed: boolean
  hasFolders: boolean
}

/**
 * What applies to a holder on an item: the holder's own rule, the effective permission, and the permission without that
 * rule.
 */
export type RightCell = { rule: RuleCode | null; reason: Reason; above: Reason }

/** The path from the root down to a folder of a room. Throws notFound if there is none. */
export async function pathToFolder(
  kysely: Kysely<Schema>,
  roomGuid: string,
  folderGuid: string,
): Promise<ItemRow[]> {
  const path = await pathTo(kysely, folderGuid)
  const folder = path.at(-1)
  if (folder?.room_guid !== roomGuid || folder.kind !== 'folder') throw new Problem('notFound')
  return path
}

/** That many folders of a folder, or everything in it, in order, and whether there are more. */
export async function levelOf(
  kysely: Kysely<Schema>,
  folderGuid: string,
  { withFiles, offset, limit }: { withFiles: boolean; offset: number; limit: number },
): Promise<{ items: RightItem[]; hasMore: boolean }> {
  const rows = await kysely
    .selectFrom('item')
    .select(['guid', 'name', 'kind', 'is_closed'])
    .select(
      sql<number | null>`(
        select 1 from item as inner_item
        where inner_item.parent_guid = item.guid and inner_item.binned_at is null and inner_item.kind = 'folder'
        limit 1)`.as('has_folders'),
    )
    .where('parent_guid', '=', folderGuid)
    .where('binned_at', 'is', null)
    .$if(!withFiles, (query) => query.where('kind', '=', 'folder'))
    .orderBy('position')
    .orderBy('guid')
    .limit(limit + 1)
    .offset(offset)
    .execute()
  const items = rows.slice(0, limit).map((row) => ({
    guid: row.guid,
    name: row.name,
    isFolder: row.kind === 'folder',
    isClosed: row.is_closed === 1,
    hasFolders: row.has_folders !== null,
  }))
  return { items, hasMore: rows.length > limit }
}

export function guidsOf(items: readonly { guid: string }[]): string[] {
  return [...new Set(items.map(({ guid }) => guid))]
}

/**
 * What applies to a holder on items that are all in the folder at the end of a path, or are that folder
 * itself; `rules` has all on these.
 */
export function cellsOf(
  holder: RightHolder,
  rules: RulesByHolder,
  path: readonly ItemRow[],
  items: readonly Step[],
): RightCell[] {
  const grants = grantsOfHolder(holder, rules)
  const own = rules.get(holder.guid)
  const steps = ancestorsOf(path)
  return items.map((item) => {
    const to = steps.at(-1)?.guid === item.guid ? steps : [...steps, item]
    const reason = reasonAt(grants, to)
    const rule = own?.get(item.guid) ?? null
    return {
      rule,
      reason,
      above: rule === null ? reason : reasonAt(grantsWithout(holder, rules, item.guid), to),
    }
  })
}
