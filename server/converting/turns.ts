/** Lets a number of works run at once; the others wait, in the order they came. */
export class Turns {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#most) this.#taken++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever waits next takes this turn over.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#taken--
    }
  }
}
