import { Problem } from '#server/rules/problems.ts'

/** So many bytes are written between two looks at the disk. */
const lookAfter = 4 * 1024 * 1024

/** How much may still be written to a disk of which something must be left, over all that is written at the same time. */
export class DiskRoom {
  readonly #ask: () => Promise<number>
  #room = 0
  #since = 0
  #underWay = 0

  /** `ask` answers the bytes that may still be written. */
  constructor(ask: () => Promise<number>) {
    this.#ask = ask
  }

  /** Asks again: before a writing begins, and in between, since others write to the disk too. */
  async look(): Promise<void> {
    const room = await this.#ask()
    // What is being written the disk may count already, or not yet.
    this.#room = room - this.#underWay
    this.#since = 0
  }

  /** Has so many bytes written. Throws Problem storageFull before the first of them, and what `write` throws. */
  async withLogContext(bytes: number, write: () => Promise<void>): Promise<void> {
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
