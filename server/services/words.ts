import path from 'node:path'
import type { Config } from '#server/config.ts'
import { defaultBlockedWords } from '#server/rules/accounts/blocked-words.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import { WordList } from '#server/word-list.ts'

/** The words that texts must not have: the operator's own list in the data folder, or ours; none if turned off. */
export function wordFilterOf(
  { blockedWords, dataDir }: Config,
  clock: () => number,
): { blockedWords?: WordFilter } {
  const file = path.join(dataDir, 'blocked-words.txt')
  return blockedWords ? { blockedWords: new WordList({ file, builtIn: defaultBlockedWords, clock }) } : {}
}
