import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { newGuid } from '#server/db/open.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { isFurtherAddress } from './addresses/address-rows.ts'
import { lockInstallation } from './keeping/administration-rows.ts'
import { owedColumns, userColumns } from './users.ts'

/** The queries on the user table without decisions. Addresses are in their canonical spelling. */
export type Registration = { firstName: string; lastName: string; email: string; passwordHash: string }

const columns = [
  ...userColumns,
  ...owedColumns,
  'user.status',
  'user.password_hash',
  'user.has_password',
  'user.closed_at',
  'user.closed_by',
] as const

/** The account whose primary or confirmed further address this is. */
export async function userByEmail(kysely: Kysely<Schema>, email: string) {
  const lowered = sql<string>`lower(email)`
  return kysely
    .selectFrom('user')
    .select(columns)
    .where('user.guid', 'in', (among) =>
      among
        .selectFrom('user')
        .select('guid')
        .where(lowered, '=', email)
        .unionAll(
          among
            .selectFrom('address')
            .select('user_guid as guid')
            .where(lowered, '=', email)
            .where('confirmed_at', 'is not', null),
        ),
    )
    .executeTakeFirst()
}

export async function userByGuid(kysely: Kysely<Schema>, guid: string) {
  return kysely.selectFrom('user').select(columns).where('user.guid', '=', guid).executeTakeFirst()
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof userByGuid>>>

export type AccountStart = {
  status: 'Active' | 'Pending'
  tierCode: number
  isOperator: boolean
  now: number
  /** No one has chosen its password yet. */
  needsSetup?: boolean
}

/** A new account; null if the address has one already, even as a further one. */
export async function insertAccount(
  tx: Transaction,
  registration: Registration,
  { status, tierCode, isOperator, now, needsSetup = false }: AccountStart,
): Promise<string | null> {
  // Two tables say whose an address is: a concurrent confirmation for another account waits, or is waited for.
  await lockInstallation(tx)
  if (await isFurtherAddress(tx, registration.email)) return null
  const row = await tx
    .insertInto('user')
    .values({
      guid: newGuid(),
      email: registration.email,
      first_name: registration.firstName,
      last_name: registration.lastName,
      password_hash: registration.passwordHash,
      status,
      tier_code: tierCode,
      is_operator: isOperator ? 1 : 0,
      time_zone: 'UTC',
      created_at: now,
      password_changed_at: now,
      needs_setup: needsSetup ? 1 : 0,
      has_password: needsSetup ? 0 : 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('guid')
    .executeTakeFirst()
  return row?.guid ?? null
}

/** Registering the address again before anyone confirmed it starts over; returns the guid in that case. */
export async function replacePending(tx: Transaction, registration: Registration, now: number) {
  const row = await tx
    .updateTable('user')
    .set({
      first_name: registration.firstName,
      last_name: registration.lastName,
      password_hash: registration.passwordHash,
      password_changed_at: now,
    })
    .where(sql<string>`lower(email)`, '=', registration.email)
    .where('status', '=', 'Pending')
    .returning('guid')
    .executeTakeFirst()
  return row?.guid ?? null
}

/** Sets the plan of a pending account. An active one keeps its own. */
export async function setPendingTier(tx: Transaction, email: string, tierCode: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({ tier_code: tierCode })
    .where(sql<string>`lower(email)`, '=', email)
    .where('status', '=', 'Pending')
    .execute()
}

export async function setTier(tx: Transaction, guid: string, tierCode: number): Promise<void> {
  await tx.updateTable('user').set({ tier_code: tierCode }).where('guid', '=', guid).execute()
}

/** Whether no account has become the operator's yet. */
export async function isUnclaimed(kysely: Kysely<Schema>): Promise<boolean> {
  const row = await kysely
    .selectFrom('installation')
    .select('is_claimed')
    .where('id', '=', 1)
    .executeTakeFirst()
  return row?.is_claimed !== 1
}

/**
 * Makes this account the operator if the installation has none yet: one statement decides between concurrent requests.
 */
export async function claimInstallation(tx: Transaction, guid: string): Promise<boolean> {
  const claimed = await tx
    .updateTable('installation')
    .set({ is_claimed: 1 })
    .where('id', '=', 1)
    .where('is_claimed', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return false
  await tx.updateTable('user').set({ status: 'Active', is_operator: 1 }).where('guid', '=', guid).execute()
  return true
}

export async function activatePending(tx: Transaction, guid: string): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ status: 'Active' })
    .where('guid', '=', guid)
    .where('status', '=', 'Pending')
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

/** With `was`, only while the account still has that hash. Returns whether it was set. Completes a required change. */
export async function setPassword(
  tx: Transaction,
  guid: string,
  set: { passwordHash: string; now: number; was?: string },
): Promise<boolean> {
  let query = tx
    .updateTable('user')
    .set({
      password_hash: set.passwordHash,
      password_changed_at: set.now,
      must_change_password: 0,
      has_password: 1,
    })
    .where('guid', '=', guid)
  if (set.was !== undefined) query = query.where('password_hash', '=', set.was)
  return (await query.returning('guid').executeTakeFirst()) !== undefined
}

/** Sets the person's name, once: answers false if the account is no longer in setup. */
export async function endSetup(
  tx: Transaction,
  guid: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set((row) => ({
      first_name: firstName,
      last_name: lastName,
      needs_setup: 0,
      // Whoever accepted an invitation to a team without an account is in the team now.
      invite_status: row
        .case()
        .when('invite_status', '=', 'Pending')
        .then<'Active'>('Active')
        .else(row.ref('invite_status'))
        .end(),
    }))
    .where('guid', '=', guid)
    .where('needs_setup', '=', 1)
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if it was so already. */
export async function requireNewPassword(tx: Transaction, guid: string): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ must_change_password: 1 })
    .where('guid', '=', guid)
    .where('must_change_password', '=', 0)
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}
