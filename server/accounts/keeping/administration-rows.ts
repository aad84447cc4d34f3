import { sql } from 'kysely'
import type { Expression, Kysely, SqlBool } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema, UserTable } from '#server/db/schema.ts'
import { closedKept } from '#server/rules/accounts/closing.ts'
import { userColumns } from '#server/accounts/users.ts'

/** The queries that only the operator's commands use. Addresses are in their canonical spelling. */
export type AccountFilter = { status?: UserTable['status']; search?: string }

/** Locks the one row of the installation, so that of two changes to its operators one waits for the other. */
export async function lockInstallation(tx: Transaction): Promise<void> {
  await tx
    .updateTable('installation')
    .set((row) => ({ is_claimed: row.ref('is_claimed') }))
    .where('id', '=', 1)
    .execute()
}

/** The operators who can sign in, by address. */
export async function operatorEmails(kysely: Kysely<Schema>): Promise<string[]> {
  const rows = await kysely
    .selectFrom('user')
    .select('email')
    .where('is_operator', '=', 1)
    .where('status', '=', 'Active')
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

/** One page of accounts by address, after the one named. */
export async function accountsAfter(
  kysely: Kysely<Schema>,
  last: string,
  { status, search }: AccountFilter,
  limit: number,
) {
  const lowered = sql<string>`lower(email)`
  let query = kysely
    .selectFrom('user')
    .select([...userColumns, 'user.status', 'user.created_at', 'user.password_changed_at', 'user.closed_at'])
    .where(lowered, '>', last)
    .orderBy(lowered)
    .limit(limit)
  if (status) query = query.where('status', '=', status)
  if (search) query = query.where(holds(search))
  return query.execute()
}

/** Also as entered, since SQLite lowercases only ASCII letters. */
function holds(search: string): Expression<SqlBool> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const text = sql`email || ' ' || first_name || ' ' || last_name`
  return sql<SqlBool>`(lower(${text}) like ${pattern.toLowerCase()} escape '\\' or ${text} like ${pattern} escape '\\')`
}

/** Returns whether it was done: the last operator who can sign in stays. Call with the installation locked. */
export async function suspend(tx: Transaction, guid: string): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ status: 'Suspended', team_suspended_at: null })
    .where('guid', '=', guid)
    .where((where) => where.or([where('is_operator', '=', 0), where.exists(otherOperator(tx, guid))]))
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

/** Like `suspend`, for what an operator can do. Call with the installation locked. */
export async function endOperator(tx: Transaction, guid: string): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ is_operator: 0 })
    .where('guid', '=', guid)
    .where((where) => where.exists(otherOperator(tx, guid)))
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

export async function makeOperator(tx: Transaction, guid: string): Promise<void> {
  await tx.updateTable('user').set({ is_operator: 1 }).where('guid', '=', guid).execute()
}

/** Whether no other operator can sign in. */
export async function isLastOperator(kysely: Kysely<Schema>, guid: string): Promise<boolean> {
  return (await otherOperator(kysely, guid).executeTakeFirst()) === undefined
}

function otherOperator(kysely: Kysely<Schema>, guid: string) {
  return kysely
    .selectFrom('user as other')
    .select('other.guid')
    .where('other.guid', '!=', guid)
    .where('other.is_operator', '=', 1)
    .where('other.status', '=', 'Active')
    .limit(1)
}

/** Also a closed account, unless it is being erased. */
export async function endSuspension(tx: Transaction, guid: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ status: 'Active', closed_at: null, closed_by: null, team_suspended_at: null })
    .where('guid', '=', guid)
    .where('status', '=', 'Suspended')
    .where((where) => where.or([where('closed_at', 'is', null), where('closed_at', '>', now - closedKept)]))
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}
