import type { Kysely } from 'kysely'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { VerifiedPerson } from './verified-person.ts'

/** The queries on the identity table without decisions. */

/**
 * What a team's own connection says counts in that team only: its administrator can have it name any issuer and anyone,
 * so its names are kept apart from everyone else's.
 */
function issuerOf({ issuer, teamGuid }: VerifiedPerson): string {
  return teamGuid === undefined ? issuer : `team:${teamGuid} ${issuer}`
}

export async function identityOf(kysely: Kysely<Schema>, person: VerifiedPerson) {
  return kysely
    .selectFrom('identity')
    .select(['guid', 'user_guid'])
    .where('issuer', '=', issuerOf(person))
    .where('subject', '=', person.subject)
    .executeTakeFirst()
}

/** False if the person already opens an account. */
export async function insertIdentity(
  tx: Transaction,
  userGuid: string,
  person: VerifiedPerson,
  now: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('identity')
    .values({
      guid: newGuid(),
      user_guid: userGuid,
      issuer: issuerOf(person),
      subject: person.subject,
      provider: person.provider,
      email: person.email,
      created_at: now,
      used_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

/** The owner of the account has chosen no password, and has to give their name if the provider did not. */
export async function markNewcomer(tx: Transaction, userGuid: string, needsSetup: boolean): Promise<void> {
  await tx
    .updateTable('user')
    .set({ has_password: 0, needs_setup: needsSetup ? 1 : 0 })
    .where('guid', '=', userGuid)
    .execute()
}

export async function noteUse(
  kysely: Kysely<Schema>,
  guid: string,
  { email, now }: { email: string | null; now: number },
): Promise<void> {
  await kysely.updateTable('identity').set({ email, used_at: now }).where('guid', '=', guid).execute()
}

export async function identitiesOf(kysely: Kysely<Schema>, userGuid: string) {
  return kysely
    .selectFrom('identity')
    .selectAll()
    .where('user_guid', '=', userGuid)
    .orderBy('created_at')
    .execute()
}

/**
 * Removes a sign-in method, unless it is the only one. The account's row is written first, so that of two removals at
 * once the second counts what the first has left.
 */
export async function deleteIdentity(
  tx: Transaction,
  userGuid: string,
  guid: string,
): Promise<'gone' | 'only' | { provider: Schema['identity']['provider']; email: string | null }> {
  const user = await tx
    .updateTable('user')
    .set((user) => ({ has_password: user.ref('has_password') }))
    .where('guid', '=', userGuid)
    .returning('has_password')
    .executeTakeFirst()
  const all = await identitiesOf(tx, userGuid)
  const found = all.find((identity) => identity.guid === guid)
  if (!user || !found) return 'gone'
  if (user.has_password === 0 && all.length === 1) return 'only'
  await tx.deleteFrom('identity').where('guid', '=', guid).execute()
  return { provider: found.provider, email: found.email }
}
