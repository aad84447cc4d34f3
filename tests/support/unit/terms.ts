import { newGuid } from '#server/db/open.ts'
import type { Here } from './users.ts'

/** A reader of a share: the recipient's guid, and the address, where there is one. */
type Reader = { reader: string; email?: string | null }

/** Someone's own terms for a share; answers their guid. */
export async function addTerms(
  { database, now }: Here,
  owner: { guid: string } | null,
  text = 'Keep it secret.',
): Promise<string> {
  const guid = newGuid()
  const row = { guid, team_guid: null, owner_guid: owner?.guid ?? null, version: 1, text }
  await database.kysely
    .insertInto('terms')
    .values({ ...row, sha256: 'f'.repeat(64), created_at: now })
    .execute()
  return guid
}

/** That a reader accepted terms. */
export async function addAcceptance(
  { database, now }: Here,
  share_guid: string,
  { reader, email = null }: Reader,
  terms_guid: string,
): Promise<void> {
  const row = { guid: newGuid(), share_guid, reader, email, terms_guid, sha256: 'f'.repeat(64) }
  await database.kysely
    .insertInto('acceptance')
    .values({ ...row, accepted_at: now, ip: '192.0.2.1', user_agent: 'Test' })
    .execute()
}

/** Who a reader says to be; said once. */
export async function addIntroduction(
  { database, now }: Here,
  share_guid: string,
  { reader, email = null }: Reader,
  [first_name, last_name]: [string, string],
): Promise<void> {
  await database.kysely
    .insertInto('introduction')
    .values({ share_guid, reader, first_name, last_name, email, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
