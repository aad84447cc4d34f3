import { Readable } from 'node:stream'
import { releaseMemory } from '#server/storage/memory.ts'

const blocks = 20

/** The bytes of one part, kept until the store has them, so that they can be sent again. */
export class Part {
  readonly #capacity: number
  readonly #blocks: Buffer[] = []
  #size = 0

  /** `capacity` in bytes. Memory is allocated as bytes arrive: a slow upload does not occupy what it has not sent. */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#size
  }

  get isFull(): boolean {
    return this.#size === this.#capacity
  }

  /** Copies as much as fits, and says how much that was. */
  take(bytes: Buffer): number {
    const blockSize = Math.ceil(this.#capacity / blocks)
    const wanted = Math.min(bytes.length, this.#capacity - this.#size)
    let taken = 0
    while (taken < wanted) {
      const index = Math.floor(this.#size / blockSize)
      const block = (this.#blocks[index] ??= Buffer.allocUnsafeSlow(blockSize))
      const some = bytes.subarray(taken, Math.min(wanted, taken + (index + 1) * blockSize - this.#size))
      block.set(some, this.#size - index * blockSize)
      taken += some.length
      this.#size += some.length
    }
    return taken
  }

  /** All bytes as a stream. Can be requested again. */
  stream(): Readable {
    const blockSize = Math.ceil(this.#capacity / blocks)
    const filled = this.#blocks.map((block, index) => block.subarray(0, this.#size - index * blockSize))
    return Readable.from(filled, { objectMode: false, highWaterMark: blockSize })
  }

  /** Releases the memory. Nothing may still be sending it. */
  release(): void {
    for (const block of this.#blocks.splice(0)) releaseMemory(block)
  }
}
