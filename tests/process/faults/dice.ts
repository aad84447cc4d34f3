/** Numbers that look random and are the same in every run (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A whole number from 0 up to `end`, which is left out. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }

  pick<Value>(values: readonly Value[]): Value | undefined {
    return values[this.below(values.length)]
  }

  /** A plain text of so many bytes, unlike every other. */
  text(bytes: number): Buffer {
    const line = () => `${this.below(1e9)} ${this.below(1e9)} ${this.below(1e9)}\n`
    const some = Array.from({ length: 64 }, line).join('')
    return Buffer.alloc(bytes, some)
  }
}
