import type { Transaction } from '#server/db/open.ts'
import { searchWords } from '#server/rules/text/search-words.ts'

/** Below what either engine accepts as parameters of one statement. */
const batchSize = 1000

/**
 * Makes a share findable by the words of its name and of its people's names and addresses, including removed people.
 * For every transaction that creates or renames a share, or adds people to it; repeating it changes nothing.
 */
export async function indexWords(tx: Transaction, shareGuid: string): Promise<void> {
  const share = await tx
    .selectFrom('share')
    .select(['owner_guid', 'name'])
    .where('guid', '=', shareGuid)
    .executeTakeFirst()
  if (!share) return
  const people = await tx
    .selectFrom('recipient')
    .select(['email', 'name'])
    .where('share_guid', '=', shareGuid)
    .execute()
  const texts = [share.name, ...people.flatMap(({ email, name }) => [email, name])]
  const wanted = new Set(searchWords(texts.join(' ')))
  const there = await tx.selectFrom('share_word').select('word').where('share_guid', '=', shareGuid).execute()
  const known = new Set(there.map(({ word }) => word))
  const gone = [...known].filter((word) => !wanted.has(word))
  for (const words of portions(gone)) {
    await tx.deleteFrom('share_word').where('share_guid', '=', shareGuid).where('word', 'in', words).execute()
  }
  const owner_guid = share.owner_guid
  for (const words of portions([...wanted].filter((word) => !known.has(word)))) {
    const rows = words.map((word) => ({ owner_guid, word, share_guid: shareGuid }))
    // Anyone who creates the same words concurrently gets the same result.
    await tx
      .insertInto('share_word')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

function* portions(words: readonly string[]): Generator<string[]> {
  for (let at = 0; at < words.length; at += batchSize) yield words.slice(at, at + batchSize)
}
