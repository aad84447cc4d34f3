import { sql, type Kysely } from 'kysely'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import { hasSignedIn } from '#server/accounts/addresses/known-accounts.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Client } from '#server/http/client.ts'

/**
 * By what a browser shows that the person behind an address used it before: read as this address, whatever it was, or
 * signed in to its account. Strangers cannot have; for them it is null.
 */
export async function knownBy(
  kysely: Kysely<Schema>,
  { browserId = '', browserSecret = '' }: Client,
  email: string,
  now: number,
): Promise<string | null> {
  const reader = hashOfSecret(browserId)
  const visits = kysely
    .selectFrom('visit')
    .select('visit.guid')
    .where('visit.reader_key', '=', reader)
    .limit(1)
  const shared = await visits
    .innerJoin('recipient', 'recipient.guid', 'visit.recipient_guid')
    .where(sql<string>`lower(recipient.email)`, '=', email)
    .executeTakeFirst()
  const inRoom = await visits
    .innerJoin('member', 'member.guid', 'visit.member_guid')
    .where(sql<string>`lower(member.email)`, '=', email)
    .executeTakeFirst()
  const isSignedIn = await hasSignedIn(kysely, email, browserSecret, now)
  if (isSignedIn) return hashOfSecret(browserSecret)
  return shared || inRoom ? reader : null
}
