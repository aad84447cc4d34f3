import type { Transaction } from '#server/db/open.ts'
import type { PageSize } from '#server/rendering/types.ts'

const batchSize = 500

/** Writes the sizes of a file's pages. */
export async function insertPages(tx: Transaction, fileGuid: string, pages: PageSize[]): Promise<void> {
  const rows = pages.map(({ width, height }, index) => ({
    file_guid: fileGuid,
    number: index + 1,
    width,
    height,
  }))
  for (let at = 0; at < rows.length; at += batchSize) {
    await tx
      .insertInto('page')
      .values(rows.slice(at, at + batchSize))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
