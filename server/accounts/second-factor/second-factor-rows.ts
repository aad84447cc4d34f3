import type { Kysely } from 'kysely'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'

/** The queries on the second factor without decisions. What can happen only once is one conditional update. */

export async function factorOf(kysely: Kysely<Schema>, userGuid: string) {
  return kysely
    .selectFrom('second_factor')
    .innerJoin('user', 'user.guid', 'second_factor.user_guid')
    .select(['secret_sealed', 'confirmed_at', 'email'])
    .where('user_guid', '=', userGuid)
    .executeTakeFirst()
}

/** Stores the secret of an account that has none yet. */
export async function insertFactor(
  tx: Transaction,
  factor: { userGuid: string; sealed: string; now: number },
): Promise<void> {
  await tx
    .insertInto('second_factor')
    .values({
      user_guid: factor.userGuid,
      secret_sealed: factor.sealed,
      confirmed_at: null,
      last_step: 0,
      created_at: factor.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the secret, and with it the recovery codes. Returns whether there was one. */
export async function removeFactor(
  tx: Transaction,
  userGuid: string,
  options: { isConfirmed?: boolean } = {},
): Promise<boolean> {
  let query = tx.deleteFrom('second_factor').where('user_guid', '=', userGuid)
  if (options.isConfirmed === true) query = query.where('confirmed_at', 'is not', null)
  if (options.isConfirmed === false) query = query.where('confirmed_at', 'is', null)
  return (await query.returning('user_guid').executeTakeFirst()) !== undefined
}

/** Accepts the first right code; false if another request was first. */
export async function confirmFactor(
  tx: Transaction,
  userGuid: string,
  { step, now }: { step: number; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('second_factor')
    .set({ confirmed_at: now, last_step: step })
    .where('user_guid', '=', userGuid)
    .where('confirmed_at', 'is', null)
    .returning('user_guid')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up the code of a step and of all before it; false if that was done already. */
export async function takeStep(tx: Transaction, userGuid: string, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_guid', '=', userGuid)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_guid')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a recovery code; false if there is no such code, or no longer. */
export async function takeRecoveryCode(
  tx: Transaction,
  userGuid: string,
  { hash, now }: { hash: string; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_guid', '=', userGuid)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces all recovery codes of the account with these. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userGuid: string,
  hashes: string[],
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_guid', '=', userGuid).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ guid: newGuid(), user_guid: userGuid, code_hash: hash, used_at: null })))
    .execute()
}

export async function countRecoveryCodes(kysely: Kysely<Schema>, userGuid: string): Promise<number> {
  const { count } = await kysely
    .selectFrom('recovery_code')
    .select((code) => code.fn.countAll<number | string | bigint>().as('count'))
    .where('user_guid', '=', userGuid)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
