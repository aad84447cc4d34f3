import { releaseMemory } from './memory.ts'
import {
  FrameOpener,
  SealBroken,
  frameCount,
  frameSize,
  headerSize,
  sealedFrameSize,
  sealedSize,
} from './sealing.ts'
import type { Storage, StorageReader } from './storage.ts'
import type { StoredObject } from './sealed-writer.ts'

// 4 frames a read, one read ahead: what a reader holds is about 2 MiB however large the object is.
const framesPerRead = 4

/** Opens what SealedWriter wrote, from any byte to any byte. Nothing is opened before the first byte is asked for. */
export class SealedReader {
  readonly guid: string
  /** Plaintext bytes. */
  readonly size: number
  readonly crc32: number
  readonly #storage: Storage
  readonly #key: Buffer
  #isClosed = false

  constructor(options: { storage: Storage; key: Buffer; object: StoredObject }) {
    this.guid = options.object.guid
    this.size = options.object.size
    this.crc32 = options.object.crc32
    this.#storage = options.storage
    this.#key = options.key
  }

  /**
   * The plaintext from start up to end (exclusive) in chunks of at most 256 KiB, which belong to the caller. Each
   * reading opens and closes a handle of its own, also when its loop is left early. Throws SealBroken, ObjectMissing.
   */
  async *read(start = 0, end: number = this.size): AsyncGenerator<Buffer, void> {
    if (!(start >= 0 && start <= end && end <= this.size))
      throw new RangeError('This range is not in the object')
    if (start === end && this.size > 0) return
    const stored = await this.#storage.open(this.guid)
    try {
      if (stored.size !== sealedSize(this.size)) throw new SealBroken(this.guid, 'its length')
      yield* this.#frames(stored, start, end)
    } finally {
      await stored.close()
    }
  }

  /** Ends the readings under way at their next chunk; later ones are refused. */
  close(): void {
    this.#isClosed = true
  }

  async *#frames(stored: StorageReader, start: number, end: number): AsyncGenerator<Buffer, void> {
    const opener = new FrameOpener(this.guid, this.#key, await headerOf(stored))
    const last = frameCount(this.size) - 1
    let index = Math.floor(start / frameSize)
    const from = headerSize + index * sealedFrameSize
    const to = Math.min(headerSize + Math.ceil(Math.max(1, end) / frameSize) * sealedFrameSize, stored.size)
    for await (const piece of stored.read(from, to, framesPerRead * sealedFrameSize)) {
      for (let at = 0; at < piece.length; at += sealedFrameSize, index++) {
        if (this.#isClosed) throw new Error('This reader was closed')
        const frame = opener.open(piece.subarray(at, at + sealedFrameSize), index, index === last)
        const wanted = frame.subarray(Math.max(0, start - index * frameSize), end - index * frameSize)
        if (wanted.length === frame.length) {
          yield frame
          continue
        }
        // A part of its own, so that the frame's memory can go at once.
        const part = Buffer.from(wanted)
        releaseMemory(frame)
        if (part.length > 0) yield part
      }
    }
  }
}

async function headerOf(stored: StorageReader): Promise<Buffer> {
  for await (const header of stored.read(0, headerSize, headerSize)) return Buffer.from(header)
  throw new Error('A stored object has no header')
}
