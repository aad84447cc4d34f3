import { Problem } from '#server/rules/problems.ts'

/** How many bytes are written between two checks of the disk. */
const lookAfter = 4 * 1024 * 1024

/**
 * How much can still be written to a disk that must keep some space free, over everything that is written at the same
 * time.
 */
export class DiskRoom {
  readonly #ask: () => Promise<number>
  #room = 0
  #since = 0
  #underWay = 0

  /** `ask` answers the bytes that may still be written. */
  constructor(ask: () => Promise<number>) {
    this.#ask = ask
  }

  /** Checks again: before a write begins, and in between, since others write to the disk, too. */
  async look(): Promise<void> {
    const room = await this.#ask()
    // The disk may already count what is being written, or not yet.
    this.#room = room - this.#underWay
    this.#since = 0
  }

  /** Has this many bytes written. Throws Problem storageFull before the first of them, and what `write` throws. */
  async during(bytes: number, write: () => Promise<void>): Promise<void> {
    if (bytes > this.#room || this.#since > lookAfter) await this.look()
    if (bytes > this.#room) throw new Problem('storageFull')
    this.#room -= bytes
    this.#since += bytes
    this.#underWay += bytes
    try {
      await write()
    } finally {
      this.#underWay -= bytes
    }
  }
}
