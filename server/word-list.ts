import { readFileSync, statSync } from 'node:fs'
import { BlockedWords, type WordFilter } from './rules/text/text.ts'

/** How often the file is checked, in milliseconds: a change applies after that, without a restart. */
const betweenLooks = 3_000

/** The operator's list of blocked words in a file, or the built-in one if there is no such file. */
export class WordList implements WordFilter {
  readonly #file: string
  readonly #builtIn: string
  readonly #clock: () => number
  #lookedAt = Number.NEGATIVE_INFINITY
  #mark: string | null = null
  #words: BlockedWords

  constructor(options: { file: string; builtIn: string; clock: () => number }) {
    this.#file = options.file
    this.#builtIn = options.builtIn
    this.#clock = options.clock
    this.#words = BlockedWords.parse(options.builtIn)
  }

  isIn(text: string): boolean {
    const now = this.#clock()
    // A clock that was set back must not keep an old list.
    if (Math.abs(now - this.#lookedAt) >= betweenLooks) {
      this.#lookedAt = now
      this.#look()
    }
    return this.#words.isIn(text)
  }

  // Small files and rare checks: read synchronously, so that the answer comes from the current list. A file that cannot
  // be read right now leaves the list as it is.
  #look(): void {
    const stat = statSync(this.#file, { throwIfNoEntry: false })
    const mark = stat ? `${stat.mtimeMs}|${stat.size}|${stat.ino}` : null
    if (mark === this.#mark) return
    try {
      this.#words = BlockedWords.parse(mark === null ? this.#builtIn : readFileSync(this.#file, 'utf8'))
      this.#mark = mark
    } catch {
      return
    }
  }
}
