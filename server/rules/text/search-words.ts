/** What a search has more of is not looked at. */
export const maxSearchWords = 8
/** Longer words are found by their beginning alone. */
const maxWordLength = 60

const scriptsWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

let segmenter: Intl.Segmenter | undefined

/**
 * The words of a text as a search compares them, each once: compatibility forms and case folded (NFKC), split at
 * everything that is neither letter nor digit, and within scripts that put no space between words.
 */
export function searchWords(text: string): string[] {
  const folded = text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  const runs = folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const words = runs.flatMap((run) => (scriptsWithoutSpaces.test(run) ? wordsWithin(run) : [run]))
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))]
}

function wordsWithin(run: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(run)].map(({ segment }) => segment)
}

/** Sorts after all words that begin this way; no word begins with nothing. */
export function behind(word: string): string {
  return word === '' ? '' : `${word}\u{10ffff}`
}

/** Whether every word of a search begins a word of the text. */
export function isFoundIn(text: string, search: readonly string[]): boolean {
  const words = searchWords(text)
  return search.every((wanted) => words.some((word) => word.startsWith(wanted)))
}
