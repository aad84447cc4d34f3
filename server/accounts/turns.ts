import { Problem } from '#server/rules/problems.ts'

/**
 * Lets a few pieces of heavy work run at once and the rest wait their turn, so that a crowd at one door leaves the
 * processors and threads to everybody else.
 */
export class Turns {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(options: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = options.atOnce
    this.#mostWaiting = options.mostWaiting
  }

  /** Runs the work when its turn has come. Throws Problem serverBusy at once when too many wait already. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mostWaiting) throw new Problem('serverBusy')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running++
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The turn goes on to whoever waits longest, without being free in between.
      if (next) next()
      else this.#running--
    }
  }
}
