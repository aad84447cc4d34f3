import pLimit from 'p-limit'

/** What a reading holds of an object while no one asks it for more. */
export type Held = { letGo(): void }

/** At most half a MiB each: a frame, and its sealed bytes until the next is read. */
const maxHeld = 48
const openingAtOnce = 16

/**
 * What all readings together hold in memory, however many they are: a frame whose reader takes their time is let go
 * when others come, and opened again when it is asked for; and only so many are being opened at once.
 */
export class HeldFrames {
  readonly #maxHeld: number
  readonly #held = new Set<Held>()
  readonly #limit = pLimit(openingAtOnce)

  constructor(max: number = maxHeld) {
    this.#maxHeld = max
  }

  /** Keeps a frame for a reader who is expected back; the one that has waited longest goes for it. */
  keep(held: Held): void {
    this.#held.add(held)
    if (this.#held.size <= this.#maxHeld) return
    const [oldest] = this.#held
    this.#held.delete(oldest!)
    oldest!.letGo()
  }

  /** The reader is back: what was not let go yet is the reader's own again. */
  take(held: Held): void {
    this.#held.delete(held)
  }

  /** Opens the next frame of a reading when it is its turn; until then it may have to let go of what it holds. */
  open(held: Held, work: () => Promise<void>): Promise<void> {
    // Work begins a moment after it is given: who need not wait keeps what they hold meanwhile.
    if (this.#limit.activeCount < openingAtOnce) this.take(held)
    return this.#limit(() => {
      this.take(held)
      return work()
    })
  }
}
