import type { Insertable } from 'kysely'
import { userOf, type User } from '#server/accounts/users.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import type { UserTable } from '#server/db/schema.ts'
import { closedKept } from '#server/rules/accounts/closing.ts'

/** What a row is made in, and when. */
export type Here = { database: Database; now: number }

/** Someone with an active account, of the largest plan unless told. */
export async function addUser(
  { database, now }: Here,
  email = 'anna@example.com',
  more: Partial<Insertable<UserTable>> = {},
): Promise<User> {
  const row = await database.kysely
    .insertInto('user')
    .values({
      guid: newGuid(),
      email,
      first_name: 'Anna',
      last_name: 'Adler',
      password_hash: `secret hash of ${email}`,
      status: 'Active',
      tier_code: 9,
      is_operator: 0,
      time_zone: 'UTC',
      created_at: now,
      password_changed_at: now,
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return userOf(row)
}

/** Closes an account whose time is over already. */
export async function closeLongAgo({ database, now }: Here, { guid }: User): Promise<void> {
  await database.kysely
    .updateTable('user')
    .set({ status: 'Suspended', closed_at: now - closedKept, closed_by: 'owner' })
    .where('guid', '=', guid)
    .execute()
}
