import { releaseMemory } from '#server/storage/memory.ts'
import { inPieces } from '#server/storage/sealed/pieces.ts'
import type { S3Connection } from './s3-connection.ts'
import { S3Range } from './s3-range.ts'
import { headerSize, sealedFrameSize } from '#server/storage/sealed/sealing.ts'
import type { StorageReader } from '#server/storage/storage.ts'

/**
 * What comes with the response that gives the size of an object: small objects, such as pages, come completely with it.
 */
const headMost = headerSize + 4 * sealedFrameSize

export class S3Reader implements StorageReader {
  readonly size: number
  readonly #connection: S3Connection
  readonly #from: { name: string; key: string }
  readonly #head: Buffer
  #headSize: number
  readonly #ranges = new Set<S3Range>()
  #isClosed = false

  /** Throws ObjectMissing, Problem storageAway. */
  static async open(connection: S3Connection, from: { name: string; key: string }): Promise<S3Reader> {
    const range = new S3Range(connection, from, 0, headMost)
    try {
      const size = await range.begin()
      const head = Buffer.allocUnsafeSlow(Math.min(size, headMost))
      await range.fill(head)
      return new S3Reader(connection, from, size, head)
    } finally {
      range.close()
    }
  }

  private constructor(
    connection: S3Connection,
    from: { name: string; key: string },
    size: number,
    head: Buffer,
  ) {
    this.#connection = connection
    this.#from = from
    this.size = size
    this.#head = head
    this.#headSize = head.length
  }

  async *read(start: number, end: number, pieceSize: number): AsyncGenerator<Buffer, void> {
    if (end > this.size) throw new Error('A stored object ended too early')
    const range = new S3Range(this.#connection, this.#from, Math.max(start, this.#headSize), end)
    this.#ranges.add(range)
    try {
      yield* inPieces({
        start,
        end,
        pieceSize,
        fill: (buffer, position) => this.#fill(buffer, position, range),
        leave: () => range.close(),
      })
    } finally {
      this.#ranges.delete(range)
    }
  }

  rest(): void {
    if (this.#ranges.size > 0) return
    this.#headSize = 0
    releaseMemory(this.#head)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const range of this.#ranges) range.close()
    this.rest()
  }

  async #fill(buffer: Buffer, position: number, range: S3Range): Promise<void> {
    if (this.#isClosed) throw new Error('This reader was closed')
    const known = this.#head.subarray(position, position + buffer.length)
    buffer.set(known)
    if (known.length < buffer.length) await range.fill(buffer.subarray(known.length))
  }
}
