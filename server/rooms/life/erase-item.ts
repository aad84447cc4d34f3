import type { Database, Transaction } from '#server/db/open.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import { removeFile, removeSomePages } from '#server/uploads/remove-file.ts'

export type ErasingDeps = { database: Database; vault: Vault; events: Events }

const childrenPerBatch = 100

/**
 * Removes an item of a room with everything below it: versions with their files, rules, words, and events. The deepest
 * go first, each item in small transactions that leave a consistent state: interrupted, it continues where it was. Only
 * for what no one can open any more, or restore from the trash.
 */
export async function eraseItem(deps: ErasingDeps, itemGuid: string): Promise<void> {
  await eraseBelow(deps, itemGuid)
  await eraseOne(deps, itemGuid)
}

/** Like `eraseItem`, but keeps the item itself. */
export async function eraseBelow(deps: ErasingDeps, itemGuid: string): Promise<void> {
  const { kysely } = deps.database
  for (;;) {
    const children = await kysely
      .selectFrom('item')
      .select('guid')
      .where('parent_guid', '=', itemGuid)
      .limit(childrenPerBatch)
      .execute()
    for (const { guid } of children) await eraseItem(deps, guid)
    if (children.length < childrenPerBatch) return
  }
}

async function eraseOne({ database, vault, events }: ErasingDeps, guid: string): Promise<void> {
  await events.shorten(guid)
  const files = await filesOf(database.kysely, guid)
  for (const file of files) while (await database.transaction((tx) => removeSomePages(tx, vault, file)));
  await database.transaction(async (tx) => {
    // Checked again, in the transaction that counts.
    const own = await filesOf(tx, guid)
    await events.erase(tx, guid)
    await tx.deleteFrom('item').where('guid', '=', guid).execute()
    for (const file of own) if (!(await isUsed(tx, file))) await removeFile(tx, vault, file)
  })
}

async function filesOf(kysely: Database['kysely'], guid: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('item_version')
    .select('file_guid')
    .where('item_guid', '=', guid)
    .union(
      kysely
        .selectFrom('item')
        .select('file_guid')
        .$narrowType<{ file_guid: string }>()
        .where('guid', '=', guid)
        .where('file_guid', 'is not', null),
    )
    .execute()
  return rows.map(({ file_guid }) => file_guid)
}

/** Whether another item shows or keeps a file. */
export async function isUsed(tx: Transaction, fileGuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('item_version')
    .select('item_guid')
    .where('file_guid', '=', fileGuid)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
