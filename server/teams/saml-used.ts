import { hashOfSecret } from '#server/accounts/secrets.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { SamlConnection } from './connections.ts'
import type { Asserted } from './saml.ts'

/** Counts an assertion as used; false if it was before: of two at once only one is first. */
export async function useAssertion(
  tx: Transaction,
  { teamGuid, settings }: SamlConnection,
  { assertionId, notAfter }: Asserted,
): Promise<boolean> {
  const row = await tx
    .insertInto('saml_used')
    .values({
      id_hash: hashOfSecret(`${teamGuid} ${settings.entityId} ${assertionId}`),
      expires_at: notAfter,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes those whose assertion has expired, and returns how many. */
export async function sweepUsed({ kysely }: Database, now: number): Promise<number> {
  const { numDeletedRows } = await kysely
    .deleteFrom('saml_used')
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
