import type { Transaction } from '#server/db/open.ts'
import type { Vault } from '#server/storage/vault.ts'
import { uncountFile } from './storage-bytes.ts'

/**
 * Removes a file with its pages, subtracts it from its owner's count, and answers the bytes of all of it; 0 if it does
 * not exist, or if a share uses it and only an unused one is meant.
 */
export async function removeFile(
  tx: Transaction,
  vault: Vault,
  guid: string,
  { isNotTaken = false }: { isNotTaken?: boolean } = {},
): Promise<number> {
  // Its conversions first: those rows go with the file's.
  const images = await tx
    .selectFrom('page_image')
    .select('object_guid')
    .where('file_guid', '=', guid)
    .execute()
  const made = await tx.selectFrom('conversion').select('object_guid').where('file_guid', '=', guid).execute()
  const file = await tx
    .deleteFrom('file')
    .where('guid', '=', guid)
    .$if(isNotTaken, (query) => query.where('taken_at', 'is', null))
    .returning(['object_guid', 'owner_guid', 'size'])
    .executeTakeFirst()
  if (!file) return 0
  await uncountFile(tx, file.owner_guid, file.size)
  let bytes = 0
  for (const object of [file, ...images, ...made]) bytes += await vault.remove(object.object_guid, tx)
  return bytes
}

const pagesPerBatch = 100

/**
 * Removes some page images of a file; answers whether there may be more. They can be rendered again while the file
 * exists.
 */
export async function removeSomePages(tx: Transaction, vault: Vault, fileGuid: string): Promise<boolean> {
  const images = await tx
    .selectFrom('page_image')
    .select('object_guid')
    .where('file_guid', '=', fileGuid)
    .limit(pagesPerBatch)
    .execute()
  for (const { object_guid } of images) {
    await tx.deleteFrom('page_image').where('object_guid', '=', object_guid).execute()
    await vault.remove(object_guid, tx)
  }
  return images.length === pagesPerBatch
}
