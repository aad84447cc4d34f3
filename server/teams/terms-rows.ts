import { createHash } from 'node:crypto'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { TermsTable } from '#server/db/tables/share-tables.ts'

/** Whose terms they are: a team's, whose versions are numbered, or of one person for one share. */
export type NewTerms = { text: string; now: number } & (
  | { ownerGuid: string }
  | { teamGuid: string; version: number; sourceUrl?: string | null }
)

/**
 * Writes a text to be accepted, and returns its guid. Texts are never changed, so that an acceptance always refers to
 * the very text that was read.
 */
export async function writeTerms(tx: Transaction, terms: NewTerms): Promise<string> {
  const guid = newGuid()
  const whose =
    'ownerGuid' in terms
      ? { owner_guid: terms.ownerGuid, team_guid: null, version: 1, source_url: null }
      : {
          owner_guid: null,
          team_guid: terms.teamGuid,
          version: terms.version,
          source_url: terms.sourceUrl ?? null,
        }
  const sha256 = createHash('sha256').update(terms.text, 'utf8').digest('hex')
  await tx
    .insertInto('terms')
    .values({ guid, ...whose, text: terms.text, sha256, created_at: terms.now })
    .execute()
  return guid
}

/** The current text of a person's team, or null while there is none, or no team. */
export async function latestTeamTerms(
  kysely: Pick<Transaction, 'selectFrom'>,
  { teamGuid, inviteStatus }: Pick<User, 'teamGuid' | 'inviteStatus'>,
): Promise<Selectable<TermsTable> | null> {
  // A pending invitation makes no one a member.
  if (teamGuid === null || inviteStatus !== 'Active') return null
  const row = await kysely
    .selectFrom('terms')
    .selectAll()
    .where('team_guid', '=', teamGuid)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * The text that readers of a share or a room, joined with its `owner`, accept now: the owner's own, or the latest of
 * their team. Without a team, or a text of that team, the previous text still applies: leaving a team removes no terms.
 */
export function wantedTermsOf(table: 'share' | 'room'): RawBuilder<string | null> {
  const [mode, kept] = [sql.ref(`${table}.terms_mode`), sql.ref(`${table}.terms_guid`)]
  return sql`(case ${mode}
    when 'off' then null
    when 'custom' then ${kept}
    else coalesce((
      select terms.guid from terms
      where terms.team_guid = owner.team_guid and owner.invite_status = 'Active'
      order by terms.version desc limit 1), ${kept})
  end)`
}
