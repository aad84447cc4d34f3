import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { NamedAddress } from '#server/rules/accounts/email.ts'
import { isFoundIn, maxSearchWords, searchWords } from '#server/rules/text/search-words.ts'
import { foundRows, searched, type Found } from './finding.ts'

/** Of the shares with the words only the latest are read, and of their people no more than these. */
const sharesRead = 200
const peopleRead = 2000

/**
 * The people of an owner's shares whose name or address has all words, each address once, with the name that they were
 * last given. It begins with the shares that have these words, so it costs the same however much is stored. Whom a
 * frequent word hides, the search of the list of shares finds.
 */
export async function peopleFound(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  { search, max, now }: { search: string; max: number; now: number },
): Promise<NamedAddress[]> {
  const found = await searched(kysely, ownerGuid, search)
  if (!found) return []
  const words = searchWords(search).slice(0, maxSearchWords)
  const people = new Map<string, NamedAddress>()
  for (const { email, name } of await peopleOf(kysely, ownerGuid, found, now).execute()) {
    if (!isFoundIn(`${name} ${email}`, words)) continue
    const key = email.toLowerCase()
    const known = people.get(key)
    if (known) known.name ||= name
    else people.set(key, { email, name })
  }
  return [...people.values()].slice(0, max)
}

/** All people of the latest shares with these words, of the latest share first. */
export function peopleOf(kysely: Kysely<Schema>, ownerGuid: string, found: Found, now: number) {
  const shares = foundRows(kysely, ownerGuid, { found, states: [0, 1, 2, 3], column: 'created_at', now })
    .orderBy('share.created_at', 'desc')
    .limit(sharesRead)
  // Crossed, not joined: SQLite then begins with the few that were found.
  return kysely
    .selectFrom(shares.as('candidate'))
    .crossJoin('recipient')
    .select(['recipient.email', 'recipient.name'])
    .whereRef('recipient.share_guid', '=', 'candidate.guid')
    .limit(peopleRead)
}
