import type { Database, Transaction } from '#server/db/open.ts'

const rowsAtOnce = 1000

/**
 * Removes events from the end of a subject's chain, in small transactions, until few are left. It is valid at every
 * step.
 */
export async function shortenChain(database: Database, subjectGuid: string): Promise<void> {
  for (let isShort = false; !isShort;) {
    isShort = await database.transaction((tx) => shortenOnce(tx, subjectGuid))
  }
}

async function shortenOnce(tx: Transaction, subjectGuid: string): Promise<boolean> {
  const sequence = await lockHead(tx, subjectGuid)
  if (sequence === null || sequence <= rowsAtOnce) return true
  const last = sequence - rowsAtOnce
  const kept = await tx
    .selectFrom('event')
    .select(['hash', 'at'])
    .where('subject_guid', '=', subjectGuid)
    .where('sequence', '=', last)
    .executeTakeFirst()
  await tx.deleteFrom('event').where('subject_guid', '=', subjectGuid).where('sequence', '>', last).execute()
  await tx
    .updateTable('event_head')
    .set({ sequence: last, hash: kept?.hash ?? '', last_at: kept?.at ?? null })
    .where('subject_guid', '=', subjectGuid)
    .execute()
  return false
}

/** Removes what is left of a chain, in the transaction that removes its subject. */
export async function eraseChain(tx: Transaction, subjectGuid: string): Promise<void> {
  await lockHead(tx, subjectGuid)
  await tx.deleteFrom('event').where('subject_guid', '=', subjectGuid).execute()
  await tx.deleteFrom('event_head').where('subject_guid', '=', subjectGuid).execute()
}

/** No event is added while the row is locked. */
async function lockHead(tx: Transaction, subjectGuid: string): Promise<number | null> {
  const head = await tx
    .updateTable('event_head')
    .set((row) => ({ sequence: row.ref('sequence') }))
    .where('subject_guid', '=', subjectGuid)
    .returning('sequence')
    .executeTakeFirst()
  return head?.sequence ?? null
}
