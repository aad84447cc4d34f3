import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import type { NewShares } from './new-share.ts'
import { protectionsIn, recipientRows, shareRows } from '#server/shares/rows.ts'

/** What was sent with a file of the owner's, for sharing another one the same way. Throws notFound. */
export async function asSentBefore(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  shareGuid: string,
): Promise<Required<Omit<NewShares, 'passkey' | 'documentPassword'>>> {
  const row = await shareRows(kysely)
    .leftJoin('terms', (join) =>
      join.onRef('terms.guid', '=', 'share.terms_guid').on('terms.owner_guid', 'is not', null),
    )
    .select('terms.text as terms_text')
    .where('share.guid', '=', shareGuid)
    .where('share.owner_guid', '=', ownerGuid)
    .executeTakeFirst()
  if (!row) throw new Problem('notFound')
  const recipients = await recipientRows(kysely, shareGuid)
  return {
    protections: protectionsIn(row).protections,
    wishes: {
      termsText: row.terms_text ?? '',
      asksTermsAgain: row.asks_terms_again === 1,
      tellsAcceptance: row.tells_acceptance === 1,
      reminds: row.reminds === 1,
      showsPage: row.shows_page === 1,
    },
    recipients: recipients
      .filter(({ revoked_at: revokedAt }) => revokedAt === null)
      .map(({ name, email }) => (name ? `"${name.replaceAll('"', '')}" <${email}>` : email))
      .join('\n'),
    message: row.message,
  }
}
