import type { HeldFrames } from './held-frames.ts'
import { releaseMemory } from '#server/storage/memory.ts'
import { FrameOpener, SealBroken, frameCount, headerSize, maxPiece, sealedSize, tagSize } from './sealing.ts'
import type { Storage, StorageReader } from '#server/storage/storage.ts'
import type { StoredObject } from './sealed-writer.ts'

/**
 * Decrypts what SealedWriter wrote, from any byte to any byte. Nothing is decrypted before the first byte is needed.
 */
export class SealedReader {
  readonly guid: string
  /** Plaintext bytes. */
  readonly size: number
  readonly crc32: number
  readonly #storage: Pick<Storage, 'open'>
  readonly #key: Buffer
  readonly #frames: HeldFrames
  #isClosed = false

  constructor(options: {
    storage: Pick<Storage, 'open'>
    key: Buffer
    object: StoredObject
    frames: HeldFrames
  }) {
    this.guid = options.object.guid
    this.size = options.object.size
    this.crc32 = options.object.crc32
    this.#storage = options.storage
    this.#key = options.key
    this.#frames = options.frames
  }

  /**
   * The plaintext from start up to end (exclusive) in chunks of at most 64 KiB, which belong to the caller. Each read
   * opens and closes its own handle, even if its loop is left early. Throws SealBroken, ObjectMissing.
   */
  async *read(start = 0, end: number = this.size): AsyncGenerator<Buffer, void> {
    if (!(start >= 0 && start <= end && end <= this.size))
      throw new RangeError('This range is not in the object')
    if (start === end && this.size > 0) return
    const stored = await this.#storage.open(this.guid, { isPart: end < this.size })
    let piece: OpenPiece | null = null
    try {
      if (stored.size < headerSize) throw new SealBroken(this.guid, 'its length')
      const header = this.#frames.headerOf(this.guid) ?? (await headerOf(stored))
      const opener = new FrameOpener(this.guid, this.#key, header)
      if (stored.size !== sealedSize(this.size, opener.frameSize))
        throw new SealBroken(this.guid, 'its length')
      piece = new OpenPiece(stored, opener, this.size, end)
      // In this generator itself: through another one each chunk would pass several promises more.
      for (let at = start; at < end || this.size === 0;) {
        if (this.#isClosed) throw new Error('This reader was closed')
        if (piece.isEmpty) {
          await this.#open(piece, at)
          this.#frames.keepHeader(this.guid, header)
        }
        const chunk = piece.take()
        if (!chunk) return
        at += chunk.length
        this.#frames.keep(piece)
        yield chunk
        if (!piece.isEmpty) this.#frames.take(piece)
      }
    } finally {
      if (piece) {
        this.#frames.take(piece)
        piece.letGo()
      }
      await stored.close()
    }
  }

  /** Ends the reads in progress at their next chunk; later ones are refused. */
  close(): void {
    this.#isClosed = true
  }

  #open(piece: OpenPiece, at: number): Promise<void> {
    return this.#frames.open(piece, () => piece.open(at))
  }
}

/** The frames at which a reading stands, as far as no one has taken them, and the way on to the next. */
class OpenPiece {
  readonly #stored: StorageReader
  readonly #opener: FrameOpener
  readonly #size: number
  readonly #end: number
  #pieces: AsyncIterator<Buffer> | null = null
  #readAhead: Promise<IteratorResult<Buffer, unknown>> | null = null
  #chunks: Buffer[] = []

  constructor(stored: StorageReader, opener: FrameOpener, size: number, end: number) {
    this.#stored = stored
    this.#opener = opener
    this.#size = size
    this.#end = end
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0
  }

  /**
   * Opens the frame in which that byte stands, and some after it. After what was opened before, or from anywhere once
   * that was let go.
   */
  async open(at: number): Promise<void> {
    const { frameSize } = this.#opener
    const first = Math.floor(at / frameSize)
    const pieces = (this.#pieces ??= this.#piecesFrom(first))
    const { value } = await (this.#readAhead ?? pieces.next())
    this.#chunks = this.#framesOf(value as Buffer, first, at)
    // Where the sealed bytes were there is room for the next ones, which arrive while these are sent.
    this.#readAhead = pieces.next()
    this.#readAhead.catch(() => undefined)
  }

  /** The next of its bytes, which are the caller's then. */
  take(): Buffer | undefined {
    return this.#chunks.shift()
  }

  letGo(): void {
    for (const chunk of this.#chunks.splice(0)) releaseMemory(chunk)
    void this.#pieces?.return?.().then(() => this.#stored.rest())
    this.#pieces = null
    this.#readAhead = null
  }

  /** Of the frames in a piece, of which that is the first, what stands from that byte on. */
  #framesOf(piece: Buffer, first: number, at: number): Buffer[] {
    const { frameSize } = this.#opener
    const last = frameCount(this.#size, frameSize) - 1
    const sealed = frameSize + tagSize
    const chunks: Buffer[] = []
    for (let index = first, from = 0; from < piece.length; index += 1, from += sealed) {
      const frame = piece.subarray(from, from + sealed)
      const start = Math.max(0, at - index * frameSize)
      const end = Math.min(frame.length - tagSize, this.#end - index * frameSize)
      chunks.push(...this.#opener.open(frame, index, index === last, start, end))
    }
    return chunks
  }

  #piecesFrom(index: number): AsyncIterator<Buffer> {
    const { frameSize } = this.#opener
    const sealed = frameSize + tagSize
    const frames = frameCount(this.#end, frameSize)
    const to = Math.min(headerSize + frames * sealed, this.#stored.size)
    const pieceSize = (maxPiece / frameSize) * sealed
    return this.#stored.read(headerSize + index * sealed, to, pieceSize)[Symbol.asyncIterator]()
  }
}

async function headerOf(stored: StorageReader): Promise<Buffer> {
  for await (const header of stored.read(0, headerSize, headerSize)) return Buffer.from(header)
  throw new Error('A stored object has no header')
}
