import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { furtherEmailsOf } from './address-rows.ts'
import { provedEmails, type Identity } from '#server/accounts/identity.ts'

/**
 * The proved addresses, the account's first: its further ones as they are at this moment. They are read by themselves:
 * as a part of the query they may lead PostgreSQL through all that an address ever received.
 */
export async function allProvedEmails(kysely: Kysely<Schema>, identity: Identity): Promise<string[]> {
  const proved = provedEmails(identity)
  if (!identity.user) return proved
  const further = await furtherEmailsOf(kysely, identity.user.guid).execute()
  const [primary = '', ...others] = proved
  return [...new Set([primary, ...further.map(({ email }) => email), ...others])]
}
