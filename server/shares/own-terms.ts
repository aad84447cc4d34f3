import { createHash } from 'node:crypto'
import type { User } from '#server/accounts/accounts.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'

/** Longest text of terms, in characters. */
export const longestTerms = 20_000

/** A sender's own terms, tidied. Throws textRefused on the field `termsText`. */
export function termsText(typed: string): string {
  const text = typed
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .normalize('NFC')
    .trim()
  if (text === '') throw refused('Write the terms that readers accept, or choose other terms.')
  if ([...text].length > longestTerms)
    throw refused(`Shorten the terms to ${longestTerms} characters or fewer.`)
  if (
    !text.isWellFormed() ||
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text)
  )
    throw refused('This field must not contain control characters. Paste the text without formatting.')
  return text
}

function refused(text: string): Problem {
  return new Problem('textRefused', { field: 'termsText', text })
}

/** Keeps a text of terms as a new row: what somebody accepted before stays as it was. Answers its guid. */
export async function keepTerms(tx: Transaction, owner: User, text: string, now: number): Promise<string> {
  const guid = newGuid()
  const sha256 = createHash('sha256').update(text).digest('hex')
  await tx
    .insertInto('terms')
    .values({ guid, team_guid: null, owner_guid: owner.guid, version: 1, text, sha256, created_at: now })
    .execute()
  return guid
}
