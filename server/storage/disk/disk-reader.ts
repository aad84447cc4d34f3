import { read } from 'node:fs'
import { inPieces } from '#server/storage/sealed/pieces.ts'
import type { StorageReader } from '#server/storage/storage.ts'

/**
 * Reads an open file by its descriptor: a FileHandle would take longer for its promises than the system for the bytes.
 * So it is counted here what is under way, since a descriptor that was closed may soon be another file's.
 */
export class DiskReader implements StorageReader {
  readonly size: number
  readonly #descriptor: number
  readonly #release: () => Promise<void> | void
  #underWay = 0
  #isClosed = false
  #whenRead: (() => void) | null = null

  /** `release` closes the file, once. */
  constructor(descriptor: number, size: number, release: () => Promise<void> | void) {
    this.#descriptor = descriptor
    this.size = size
    this.#release = release
  }

  read(start: number, end: number, pieceSize: number): AsyncIterable<Buffer> {
    const fill = (buffer: Buffer, position: number): Promise<void> => this.#fill(buffer, position)
    return inPieces({ start, end, pieceSize, fill })
  }

  rest(): void {
    // An open file costs next to nothing.
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#whenRead = resolve))
    await this.#release()
  }

  async #fill(buffer: Buffer, position: number): Promise<void> {
    let filled = 0
    while (filled < buffer.length) {
      const bytes = await this.#readInto(buffer.subarray(filled), position + filled)
      if (bytes === 0) throw new Error('A stored object ended too early')
      filled += bytes
    }
  }

  #readInto(buffer: Buffer, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('This file was closed'))
      this.#underWay += 1
      read(this.#descriptor, buffer, 0, buffer.length, position, (error, bytes) => {
        this.#underWay -= 1
        if (this.#underWay === 0) this.#whenRead?.()
        if (error) reject(error)
        else resolve(bytes)
      })
    })
  }
}
