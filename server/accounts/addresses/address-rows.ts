import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * Plain queries on further addresses, without decisions. Addresses are in their canonical spelling. No address is one
 * account's primary and another's confirmed further one at the same time: changing that takes the installation's lock.
 */
const lowered = sql<string>`lower(email)`

/** The confirmed further addresses of an account, without the primary. */
export const furtherEmailsOf = prepared((kysely, { userGuid }: Slots<{ userGuid: string }>) =>
  kysely
    .selectFrom('address')
    .select(sql<string>`lower(address.email)`.as('email'))
    .where('address.user_guid', '=', userGuid)
    .where('address.confirmed_at', 'is not', null),
)

export async function isFurtherAddress(kysely: Kysely<Schema>, email: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('address')
    .select('guid')
    .where(lowered, '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** In the order in which they were added, including those that wait for their code. */
export function addressesOf(kysely: Kysely<Schema>, userGuid: string) {
  return kysely
    .selectFrom('address')
    .select(['guid', 'email', 'code_expires_at', 'confirmed_at', 'created_at'])
    .where('user_guid', '=', userGuid)
    .orderBy('created_at')
    .orderBy('email')
    .execute()
}

/** Locks the account's row, so that of two changes to its addresses one waits for the other. */
export async function lockUser(tx: Transaction, userGuid: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((user) => ({ email: user.ref('email') }))
    .where('guid', '=', userGuid)
    .execute()
}

/** Clears an unconfirmed registration of the address: the person who confirms it gets it. */
export async function removePending(tx: Transaction, email: string): Promise<void> {
  await tx.deleteFrom('user').where(lowered, '=', email).where('status', '=', 'Pending').execute()
}

/** Counting the attempt and reading the hash are one statement, so that parallel guesses cannot pass the limit. */
export function tryCode(
  kysely: Kysely<Schema>,
  { guid, userGuid, now, tries }: { guid: string; userGuid: string; now: number; tries: number },
) {
  return kysely
    .updateTable('address')
    .set((address) => ({ tries: address('tries', '+', 1) }))
    .where('guid', '=', guid)
    .where('user_guid', '=', userGuid)
    .where('confirmed_at', 'is', null)
    .where('code_hash', 'is not', null)
    .where('code_expires_at', '>', now)
    .where('tries', '<', tries)
    .returning(['email', 'code_hash'])
    .executeTakeFirst()
}

/** Confirms an address whose code is still this one; returns whether it was. */
export async function setConfirmed(
  tx: Transaction,
  { guid, codeHash, now }: { guid: string; codeHash: string; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('address')
    .set({ confirmed_at: now, code_hash: null })
    .where('guid', '=', guid)
    .where('confirmed_at', 'is', null)
    .where('code_hash', '=', codeHash)
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

/** Codes for an address whose account now exists no longer open anything. */
export async function endOtherCodes(tx: Transaction, email: string): Promise<void> {
  await tx
    .updateTable('address')
    .set({ code_hash: null })
    .where(lowered, '=', email)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Removes one of the account's own addresses from the table; null if there is none with this guid. */
export async function takeOut(
  tx: Transaction,
  { guid, userGuid, isConfirmed }: { guid: string; userGuid: string; isConfirmed?: true },
) {
  let query = tx.deleteFrom('address').where('guid', '=', guid).where('user_guid', '=', userGuid)
  if (isConfirmed) query = query.where('confirmed_at', 'is not', null)
  return (await query.returning(['email', 'confirmed_at']).executeTakeFirst()) ?? null
}
