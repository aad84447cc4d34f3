import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { furtherEmailsOf } from './address-rows.ts'
import { provedEmails, type Identity } from '#server/accounts/identity.ts'

/**
 * The confirmed addresses, the account's own first, as of now. They are a query of their own: as part of another, they
 * can lead PostgreSQL through everything that an address ever received.
 */
export async function allProvedEmails(kysely: Kysely<Schema>, identity: Identity): Promise<string[]> {
  const proved = provedEmails(identity)
  if (!identity.user) return proved
  const further = await furtherEmailsOf(kysely, { userGuid: identity.user.guid })
  const [primary = '', ...others] = proved
  return [...new Set([primary, ...further.map(({ email }) => email), ...others])]
}
