import { sql, type Kysely } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'

/** An account's storage: its count, compared with the sum. Of originals, before encryption. */
export type Miscounted = { guid: string; counted: number; sum: number }

const accountsPerBatch = 200

/** Counts an added file. Answers false, and counts nothing, if it is over the quota: one statement decides. */
export async function countFile(
  tx: Transaction,
  userGuid: string,
  { bytes, quota }: { bytes: number; quota: number | null },
): Promise<boolean> {
  const counted = await tx
    .updateTable('user')
    .set((user) => ({ storage_bytes: user('storage_bytes', '+', bytes) }))
    .where('guid', '=', userGuid)
    .$if(quota !== null, (query) => query.where('storage_bytes', '<=', quota! - bytes))
    .returning('guid')
    .executeTakeFirst()
  return counted !== undefined
}

/** Subtracts a removed file; never below zero, so that a wrong count stops no file from being removed. */
export async function uncountFile(tx: Transaction, userGuid: string, bytes: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({
      storage_bytes: sql<number>`case when storage_bytes > ${bytes} then storage_bytes - ${bytes} else 0 end`,
    })
    .where('guid', '=', userGuid)
    .execute()
}

/** The accounts whose count is not the sum of their files, checked in small parts. */
export async function* miscounted({ kysely }: Database): AsyncGenerator<Miscounted> {
  for (let after = ''; ;) {
    const rows = await counts(kysely)
      .where('user.guid', '>', after)
      .orderBy('user.guid')
      .limit(accountsPerBatch)
      .execute()
    yield* rows.filter(({ counted, sum }) => counted !== sum)
    if (rows.length < accountsPerBatch) return
    after = rows.at(-1)!.guid
  }
}

/** Corrects the counts and answers how many were wrong. */
export async function recount(database: Database): Promise<number> {
  let mended = 0
  for await (const { guid } of miscounted(database)) {
    mended += await database.transaction((tx) => recountOne(tx, guid))
  }
  return mended
}

async function recountOne(tx: Transaction, guid: string): Promise<number> {
  // Locks the row first: whatever is added or removed meanwhile is in the sum, or waits and changes the corrected
  // count.
  await tx
    .updateTable('user')
    .set((user) => ({ storage_bytes: user.ref('storage_bytes') }))
    .where('guid', '=', guid)
    .execute()
  const row = await counts(tx).where('user.guid', '=', guid).executeTakeFirst()
  if (!row || row.counted === row.sum) return 0
  await tx.updateTable('user').set({ storage_bytes: row.sum }).where('guid', '=', guid).execute()
  return 1
}

const sumOfFiles = sql<number>`(select cast(coalesce(sum(file.size), 0) as bigint) from file
  where file.owner_guid = "user".guid)`

function counts(kysely: Kysely<Schema>) {
  return kysely
    .selectFrom('user')
    .select(['user.guid', 'user.storage_bytes as counted', sumOfFiles.as('sum')])
}
