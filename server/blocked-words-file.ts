import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { defaultBlockedWords } from './rules/blocked-words.ts'
import { BlockedWords } from './rules/text.ts'

/** The words that texts may not have: the operator's own list in the data folder, or ours; none when switched off. */
export function blockedWordsOf(config: Config): { blockedWords?: BlockedWords } {
  if (!config.blockedWords) return {}
  const own = path.join(config.dataDir, 'blocked-words.txt')
  return {
    blockedWords: BlockedWords.parse(existsSync(own) ? readFileSync(own, 'utf8') : defaultBlockedWords),
  }
}
