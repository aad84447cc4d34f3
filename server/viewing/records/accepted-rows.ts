import { sql, type AliasedExpression, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** What terms belong to: a share or a room, by its guid. */
export type TermsOf = { share: string } | { room: string }

type AcceptedRow = {
  guid: string
  /** The confirmed address; null for a visitor of a link. */
  email: string | null
  terms_guid: string
  sha256: string
  accepted_at: number
  ip: string
  user_agent: string
  /** The name that the reader of a share gave, if the sender requires one. */
  first_name: string | null
  last_name: string | null
}

/** Who accepted the terms of a share or of a room, as one table. */
export function accepted(kysely: Kysely<Schema>, of: TermsOf): AliasedExpression<AcceptedRow, 'accepted'> {
  return 'share' in of
    ? kysely
        .selectFrom('acceptance as row')
        .leftJoin('introduction', (join) =>
          join
            .onRef('introduction.share_guid', '=', 'row.share_guid')
            .onRef('introduction.reader', '=', 'row.reader'),
        )
        .select(columns)
        .select(['introduction.first_name', 'introduction.last_name'])
        .where('row.share_guid', '=', of.share)
        .as('accepted')
    : kysely
        .selectFrom('room_acceptance as row')
        .select(columns)
        .select([sql<null>`null`.as('first_name'), sql<null>`null`.as('last_name')])
        .where('row.room_guid', '=', of.room)
        .as('accepted')
}

const columns = [
  'row.guid',
  'row.email',
  'row.terms_guid',
  'row.sha256',
  'row.accepted_at',
  'row.ip',
  'row.user_agent',
] as const

/** A text that a reader accepted; `acceptedAt` in epoch milliseconds. */
export type AcceptedTerms = {
  guid: string
  text: string
  sha256: string
  acceptedAt: number
  ip: string
  userAgent: string
}

/** What someone accepted with these addresses, all in lower case; the latest first. */
export async function acceptedBy(
  kysely: Kysely<Schema>,
  of: TermsOf,
  emails: readonly string[],
): Promise<AcceptedTerms[]> {
  const rows = await kysely
    .selectFrom(accepted(kysely, of))
    .innerJoin('terms', 'terms.guid', 'accepted.terms_guid')
    .select(['accepted.guid', 'terms.text', 'accepted.sha256', 'accepted.accepted_at'])
    .select(['accepted.ip', 'accepted.user_agent'])
    .where(sql<string>`lower(accepted.email)`, 'in', emails)
    .orderBy('accepted.accepted_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ accepted_at: acceptedAt, user_agent: userAgent, ...row }) => ({
    ...row,
    acceptedAt,
    userAgent,
  }))
}
