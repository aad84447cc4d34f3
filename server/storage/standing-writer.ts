import { Problem } from '#server/rules/problems.ts'
import type { HaltingWriter, StorageReader } from './storage.ts'

/**
 * Goes on with an object that was finished just before its process ended, so that no one noted it: what is written must
 * be what stands there already. Throws Problem uploadChanged for anything else.
 */
export class StandingWriter implements HaltingWriter {
  readonly isWrittenOn = false
  readonly #reader: StorageReader
  readonly #mark: string
  #at: number

  /** `at` is how many stored bytes come before what is written. */
  constructor(reader: StorageReader, { at, mark }: { at: number; mark: string }) {
    this.#reader = reader
    this.#at = at
    this.#mark = mark
  }

  async write(buffers: Buffer[]): Promise<void> {
    for (const buffer of buffers) {
      const end = this.#at + buffer.length
      if (end > this.#reader.size) throw new Problem('uploadChanged')
      let from = 0
      for await (const piece of this.#reader.read(this.#at, end, buffer.length)) {
        if (!piece.equals(buffer.subarray(from, from + piece.length))) throw new Problem('uploadChanged')
        from += piece.length
      }
      this.#at = end
    }
  }

  async commit(): Promise<void> {
    if (this.#at !== this.#reader.size) throw new Problem('uploadChanged')
    await this.#reader.close()
  }

  async halt(): Promise<string> {
    return this.#mark
  }

  async abort(): Promise<void> {
    await this.#reader.close()
  }
}
