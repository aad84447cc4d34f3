import { createHash } from 'node:crypto'
import { newGuid, type Transaction } from '#server/db/open.ts'

/** Whose terms they are: a team's, of which each version counts on from the last, or of one person for one share. */
export type NewTerms = { text: string; now: number } & (
  { ownerGuid: string } | { teamGuid: string; version: number }
)

/**
 * Writes a text to be accepted, and answers its guid. Texts are never changed: what somebody accepted stays as it was
 * (A15).
 */
export async function writeTerms(tx: Transaction, terms: NewTerms): Promise<string> {
  const guid = newGuid()
  const whose =
    'ownerGuid' in terms
      ? { owner_guid: terms.ownerGuid, team_guid: null, version: 1 }
      : { owner_guid: null, team_guid: terms.teamGuid, version: terms.version }
  await tx
    .insertInto('terms')
    .values({
      guid,
      ...whose,
      text: terms.text,
      sha256: createHash('sha256').update(terms.text).digest('hex'),
      created_at: terms.now,
    })
    .execute()
  return guid
}

/** Whether a team has terms that its people can ask readers to accept. */
export async function hasTeamTerms(
  kysely: Pick<Transaction, 'selectFrom'>,
  teamGuid: string | null,
): Promise<boolean> {
  if (teamGuid === null) return false
  const row = await kysely
    .selectFrom('terms')
    .select('guid')
    .where('team_guid', '=', teamGuid)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
