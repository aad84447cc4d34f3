import type { User } from '#server/accounts/accounts.ts'
import type { Transaction } from '#server/db/open.ts'
import type { TermsMode } from '#server/rules/sharing/options.ts'
import { latestTeamTerms, writeTerms } from '#server/teams/terms-rows.ts'
import { refusedOn } from '#server/shares/sending/new-share.ts'

export const noTermsMessage = 'Your organisation has no terms yet. Write your own, or turn terms off.'

/** What readers must accept; the text is the sender's own, tidied, and applies if the mode is `custom`. */
export type RequestedTerms = { mode: TermsMode; text: string }

/** What a share requires already, and the row of the text. */
export type TermsBefore = RequestedTerms & { guid: string | null }

/**
 * The guid of the text for a share, which is written if it is new. For a team it is the current text: if the owner
 * leaves the team, it still applies. Throws badForm if the team has none.
 */
export async function termsOf(
  tx: Transaction,
  owner: Pick<User, 'guid' | 'teamGuid' | 'inviteStatus'>,
  { mode, text }: RequestedTerms,
  before: TermsBefore | null,
  now: number,
): Promise<string | null> {
  if (mode === 'custom') {
    if (before?.guid && before.text === text) return before.guid
    return writeTerms(tx, { text, ownerGuid: owner.guid, now })
  }
  if (mode === 'off') return before?.guid ?? null
  const latest = await latestTeamTerms(tx, owner)
  const kept = before?.mode === 'team' ? before.guid : null
  if (latest === null && kept === null) throw refusedOn('terms', noTermsMessage)
  return latest?.guid ?? kept
}
