import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { maxVersions } from '#server/rules/rooms/room-roles.ts'
import type { Vault } from '#server/storage/vault.ts'
import { removeFile } from '#server/uploads/remove-file.ts'
import { isUsed } from '#server/rooms/life/erase-item.ts'

type NewItemVersion = { itemGuid: string; fileGuid: string; addedBy: string; now: number }

/**
 * Replaces the file of an item, and returns the number of the version. The oldest are erased beyond those that are
 * kept.
 */
export async function writeVersion(tx: Transaction, vault: Vault, version: NewItemVersion): Promise<number> {
  const { itemGuid, fileGuid, addedBy, now } = version
  const { newest } = await tx
    .selectFrom('item_version')
    .select((row) => row.fn.max<number>('number').as('newest'))
    .where('item_guid', '=', itemGuid)
    .executeTakeFirstOrThrow()
  const number = Number(newest) + 1
  await tx
    .insertInto('item_version')
    .values({ item_guid: itemGuid, number, file_guid: fileGuid, added_by: addedBy, created_at: now })
    .execute()
  await showVersion(tx, { itemGuid, number, fileGuid, now })
  await eraseOldVersions(tx, vault, itemGuid, number)
  return number
}

/** Makes one of its versions the one that an item has. */
export async function showVersion(
  tx: Transaction,
  { itemGuid, number, fileGuid, now }: { itemGuid: string; number: number; fileGuid: string; now: number },
): Promise<void> {
  await tx
    .updateTable('item')
    .set({ file_guid: fileGuid, version: number, changed_at: now })
    .where('guid', '=', itemGuid)
    .execute()
}

async function eraseOldVersions(
  tx: Transaction,
  vault: Vault,
  itemGuid: string,
  current: number,
): Promise<void> {
  const others = await tx
    .selectFrom('item_version')
    .select(['number', 'file_guid'])
    .where('item_guid', '=', itemGuid)
    .where('number', '!=', current)
    .orderBy('number', 'desc')
    .execute()
  for (const { number, file_guid: fileGuid } of others.slice(maxVersions - 1)) {
    await tx
      .deleteFrom('item_version')
      .where('item_guid', '=', itemGuid)
      .where('number', '=', number)
      .execute()
    // A copy of the item shares its file.
    if (!(await isUsed(tx, fileGuid))) await removeFile(tx, vault, fileGuid)
  }
}

export type ItemVersion = Awaited<ReturnType<typeof versionsOf>>[number]

/** The versions of an item that are kept, the newest first. */
export function versionsOf(kysely: Kysely<Schema>, itemGuid: string) {
  return kysely
    .selectFrom('item_version')
    .innerJoin('file', 'file.guid', 'item_version.file_guid')
    .select([
      'item_version.number',
      'item_version.file_guid',
      'item_version.added_by',
      'item_version.created_at',
      'file.name',
      'file.kind',
      'file.size',
      'file.page_count',
      'file.render_status',
      'file.render_error',
      'file.findings',
      'file.shows_changes',
    ])
    .where('item_version.item_guid', '=', itemGuid)
    .orderBy('item_version.number', 'desc')
    .execute()
}
