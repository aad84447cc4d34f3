import type { Kysely } from 'kysely'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'

const maxUserAgentLength = 400

/** A text of terms as it is shown to a reader; `isTeams`: of the sender's team, or the sender's own. */
export type TermsText = { guid: string; text: string; isTeams: boolean }

export async function termsText(kysely: Kysely<Schema>, guid: string): Promise<TermsText> {
  const row = await kysely
    .selectFrom('terms')
    .select(['text', 'team_guid'])
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  return { guid, text: row.text, isTeams: row.team_guid !== null }
}

/** What a record of an acceptance says, besides who accepted and where; `now` in epoch milliseconds. */
export async function acceptedText(tx: Transaction, termsGuid: string, client: Client, now: number) {
  const { sha256 } = await tx
    .selectFrom('terms')
    .select('sha256')
    .where('guid', '=', termsGuid)
    .executeTakeFirstOrThrow()
  return {
    guid: newGuid(),
    terms_guid: termsGuid,
    sha256,
    accepted_at: now,
    ip: client.ip,
    user_agent: client.userAgent.slice(0, maxUserAgentLength),
  }
}
