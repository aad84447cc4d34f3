import { sql, type Kysely, type RawBuilder } from 'kysely'
import { countUpTo } from '#server/db/count-up-to.ts'
import type { Value } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { behind, maxSearchWords, searchWords } from '#server/rules/text/search-words.ts'
import type { ListState, Order } from './list.ts'

/** A search that finds more considers only these: it costs no more, however much is stored. */
export const maxFound = 2000

/** A search: the shares with its rarest word, which are then checked for the others. */
export type Found = { rarest: string; others: string[]; isCut: boolean }

/** Null without a search. A text without letters and digits finds nothing. */
export async function searched(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  search: string,
): Promise<Found | null> {
  if (search.trim() === '') return null
  const words = searchWords(search).slice(0, maxSearchWords)
  const counts = await Promise.all(
    words.map(async (word) => ({
      word,
      count: await countUpTo(kysely, maxFound + 1, sharesWith(kysely, ownerGuid, word)),
    })),
  )
  const [rarest, ...others] = counts.toSorted((a, b) => a.count - b.count)
  return {
    rarest: rarest?.word ?? '',
    others: others.map(({ word }) => word),
    isCut: (rarest?.count ?? 0) > maxFound,
  }
}

/** The state of a share at a moment: the index may still list one as open that has ended since. */
export function stateAt(now: Value<number>): RawBuilder<ListState> {
  return sql<ListState>`(case when share.listed_as in (0, 1) and share.ends_at <= ${now} then 2
    else share.listed_as end)`
}

/** What an owner's search found, in these states, with what the list is ordered by. */
export function foundRows(
  kysely: Kysely<Schema>,
  ownerGuid: Value<string>,
  {
    found,
    states,
    column,
    now,
  }: { found: Found; states: readonly ListState[]; column: Order['column']; now: Value<number> },
) {
  const candidates = kysely
    .selectFrom(sharesWith(kysely, ownerGuid, found.rarest).limit(maxFound).as('hit'))
    .select('hit.share_guid')
    .distinct()
  // Crossed, not joined: SQLite then begins with the few that were found.
  let rows = kysely
    .selectFrom(candidates.as('candidate'))
    .crossJoin('share')
    .innerJoin('event_head', 'event_head.subject_guid', 'share.guid')
    .select(['share.guid', sql<number | string>`${sql.ref(column)}`.as('key')])
    .whereRef('share.guid', '=', 'candidate.share_guid')
    .where('share.owner_guid', '=', ownerGuid)
    .where('share.binned_at', 'is', null)
    .where(stateAt(now), 'in', states)
  for (const word of found.others) {
    rows = rows.where((share) =>
      share.exists(
        share
          .selectFrom('share_word as other')
          .select('other.word')
          .whereRef('other.share_guid', '=', 'share.guid')
          .where('other.word', '>=', word)
          .where('other.word', '<', behind(word)),
      ),
    )
  }
  return rows
}

/** The entries of an owner's words that begin so. */
export function sharesWith(kysely: Kysely<Schema>, ownerGuid: Value<string>, word: string) {
  return kysely
    .selectFrom('share_word')
    .select('share_guid')
    .where('owner_guid', '=', ownerGuid)
    .where('word', '>=', word)
    .where('word', '<', behind(word))
}
