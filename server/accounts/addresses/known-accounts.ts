import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import { browserKnown } from '#server/accounts/sign-in/known-browsers.ts'

/** Someone on a list, by an address, who may have come: `cameAt` in epoch milliseconds. */
type Listed = { email: string; cameAt: number | null }

/** The account that they use. */
export type KnownAccount = { guid: string; name: string }

/**
 * The accounts of people on a list, by their address in lower case. Only of those who came: adding an address to a list
 * reveals nothing about its owner.
 */
export async function accountsOf(
  kysely: Kysely<Schema>,
  people: readonly Listed[],
): Promise<Map<string, KnownAccount>> {
  const emails = people.filter(({ cameAt }) => cameAt !== null).map(({ email }) => email.toLowerCase())
  if (emails.length === 0) return new Map()
  const accounts = kysely.selectFrom('user').where('user.invite_status', '=', 'Active')
  const columns = ['user.guid', 'user.first_name', 'user.last_name'] as const
  const further = await accounts
    .innerJoin('address', 'address.user_guid', 'user.guid')
    .select([...columns, sql<string>`lower(address.email)`.as('address')])
    .where(sql<string>`lower(address.email)`, 'in', emails)
    .where('address.confirmed_at', 'is not', null)
    .execute()
  const primary = await accounts
    .select([...columns, sql<string>`lower("user".email)`.as('address')])
    .where(sql<string>`lower("user".email)`, 'in', emails)
    .execute()
  return new Map(
    [...further, ...primary].map(({ guid, address, first_name: first, last_name: last }) => [
      address,
      { guid, name: `${first} ${last}`.trim() },
    ]),
  )
}

/** Whether the owner of the account that has this address signed in in this browser, not too long before `now`. */
export async function hasSignedIn(
  kysely: Kysely<Schema>,
  email: string,
  browserSecret: string,
  now: number,
): Promise<boolean> {
  const account = (await accountsOf(kysely, [{ email, cameAt: now }])).get(email)
  const row = await kysely
    .selectFrom('known_browser')
    .select('user_guid')
    .where('user_guid', '=', account?.guid ?? '')
    .where('browser_hash', '=', hashOfSecret(browserSecret))
    .where('seen_at', '>', now - browserKnown)
    .executeTakeFirst()
  return row !== undefined
}

/** The same people; those whom the list names by their address alone have the name of their account. */
export async function withAccounts<Row extends { email: string; name: string }>(
  kysely: Kysely<Schema>,
  rows: readonly Row[],
  cameAt: (row: Row) => number | null,
): Promise<(Row & { user_guid: string | null })[]> {
  const accounts = await accountsOf(
    kysely,
    rows.map((row) => ({ email: row.email, cameAt: cameAt(row) })),
  )
  return rows.map((row) => {
    const account = cameAt(row) === null ? undefined : accounts.get(row.email.toLowerCase())
    return { ...row, name: row.name || (account?.name ?? ''), user_guid: account?.guid ?? null }
  })
}
