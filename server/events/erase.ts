import type { Database, Transaction } from '#server/db/open.ts'
import type { AuditKey } from './audit-key.ts'
import type { Head } from './chain.ts'

const batchSize = 1000

/**
 * Removes events from the beginning of a subject's chain, in small transactions, until few are left. It is valid at
 * every step: its seal says where it begins.
 */
export async function shortenChain(database: Database, key: AuditKey, subjectGuid: string): Promise<void> {
  for (let isShort = false; !isShort;) {
    isShort = await database.transaction(async (tx) => {
      const head = await lockHead(tx, subjectGuid)
      if (!head || head.sequence - head.kept_from < batchSize) return true
      await cutBeginning(tx, key, head, head.kept_from + batchSize)
      return false
    })
  }
}

/** Removes the events of a locked chain that are before `keptFrom`, which has to exist. */
export async function cutBeginning(
  tx: Transaction,
  key: AuditKey,
  head: Head,
  keptFrom: number,
): Promise<void> {
  const { subject_guid } = head
  const last = await tx
    .selectFrom('event')
    .select('hash')
    .where('subject_guid', '=', subject_guid)
    .where('sequence', '=', keptFrom - 1)
    .executeTakeFirst()
  await tx
    .deleteFrom('event')
    .where('subject_guid', '=', subject_guid)
    .where('sequence', '<', keptFrom)
    .execute()
  const cut = { ...head, kept_from: keptFrom, hash_before: last?.hash ?? '' }
  // What was wrong stays wrong.
  const seal = key.isSealed(head, head.seal) ? key.seal(cut) : head.seal
  await tx
    .updateTable('event_head')
    .set({ kept_from: cut.kept_from, hash_before: cut.hash_before, seal })
    .where('subject_guid', '=', subject_guid)
    .execute()
}

/** Removes what is left of a chain, in the transaction that removes its subject. Returns where it ended. */
export async function eraseChain(tx: Transaction, subjectGuid: string): Promise<Head | null> {
  const head = await lockHead(tx, subjectGuid)
  await tx.deleteFrom('event').where('subject_guid', '=', subjectGuid).execute()
  await tx.deleteFrom('event_head').where('subject_guid', '=', subjectGuid).execute()
  return head
}

/** No event is added while the row is locked. */
export async function lockHead(tx: Transaction, subjectGuid: string): Promise<Head | null> {
  const head = await tx
    .updateTable('event_head')
    .set((row) => ({ sequence: row.ref('sequence') }))
    .where('subject_guid', '=', subjectGuid)
    .returningAll()
    .executeTakeFirst()
  return head ?? null
}
