import type { Database, Transaction } from '#server/db/open.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import { removeFile, removeSomePages } from '#server/uploads/remove-file.ts'

type Deps = { database: Database; vault: Vault; events: Events }

/**
 * Removes a share with its people, its codes and visits, and its events; its files stay. In small transactions, each of
 * which leaves a consistent state: interrupted, it continues where it was.
 */
export async function eraseShare(
  { database, events }: Pick<Deps, 'database' | 'events'>,
  guid: string,
): Promise<void> {
  await events.shorten(guid)
  await database.transaction((tx) => removeShare(events, tx, guid))
}

/**
 * Like `eraseShare`, with all versions of its file; files that another share shows stay. Only for shares that no one
 * can open any more.
 */
export async function eraseShareWithFiles(deps: Deps, guid: string): Promise<void> {
  const { database, vault, events } = deps
  await events.shorten(guid)
  const files = await database.transaction((tx) => filesOfOnly(tx, guid))
  for (const file of files) while (await database.transaction((tx) => removeSomePages(tx, vault, file)));
  await database.transaction(async (tx) => {
    // Checked again: what counts is whose the files are now.
    const own = await filesOfOnly(tx, guid)
    await removeShare(events, tx, guid)
    for (const file of own) await removeFile(tx, vault, file)
  })
}

async function removeShare(events: Events, tx: Transaction, guid: string): Promise<void> {
  await events.erase(tx, guid)
  await tx.deleteFrom('share').where('guid', '=', guid).execute()
}

async function filesOf(tx: Transaction, guid: string): Promise<string[]> {
  const versions = await tx
    .selectFrom('share_version')
    .select('file_guid')
    .where('share_guid', '=', guid)
    .union(tx.selectFrom('share').select('file_guid').where('guid', '=', guid))
    .execute()
  return versions.map((version) => version.file_guid)
}

/** The files that this share shows or showed, and no other. */
async function filesOfOnly(tx: Transaction, guid: string): Promise<string[]> {
  const files = await filesOf(tx, guid)
  if (files.length === 0) return []
  const others = await tx
    .selectFrom('share_version')
    .select('file_guid')
    .where('file_guid', 'in', files)
    .where('share_guid', '<>', guid)
    .union(
      tx.selectFrom('share').select('file_guid').where('file_guid', 'in', files).where('guid', '<>', guid),
    )
    .execute()
  const used = new Set(others.map((other) => other.file_guid))
  return files.filter((file) => !used.has(file))
}
