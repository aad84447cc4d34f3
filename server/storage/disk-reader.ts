import type { FileHandle } from 'node:fs/promises'
import { releaseMemory } from './memory.ts'
import type { StorageReader } from './storage.ts'

export class DiskReader implements StorageReader {
  readonly #handle: FileHandle
  readonly size: number

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  async *read(start: number, end: number, pieceSize: number): AsyncIterable<Buffer> {
    // Two buffers in turn; the second only when there is a second piece.
    const buffers: Buffer[] = []
    let turn = 0
    let position = start
    const next = (): Promise<Buffer> | null => {
      if (position >= end) return null
      turn = 1 - turn
      const buffer = (buffers[turn] ??= Buffer.allocUnsafeSlow(Math.min(pieceSize, end - start)))
      const piece = this.#fill(buffer.subarray(0, Math.min(pieceSize, end - position)), position)
      // Nobody may be waiting for the piece read ahead when it fails.
      piece.catch(() => undefined)
      position += pieceSize
      return piece
    }
    let pending = next()
    try {
      while (pending) {
        const piece = await pending
        pending = next()
        yield piece
      }
    } finally {
      // The piece read ahead may still be written to when its reader has left.
      await pending?.catch(() => undefined)
      for (const buffer of buffers) if (buffer) releaseMemory(buffer)
    }
  }

  async close(): Promise<void> {
    // A FileHandle counts the operations under way and closes after the last of them.
    await this.#handle.close()
  }

  async #fill(buffer: Buffer, position: number): Promise<Buffer> {
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, filled, buffer.length - filled, position + filled)
      if (bytesRead === 0) throw new Error('A stored object ended too early')
      filled += bytesRead
    }
    return buffer
  }
}
