import type { FileHandle } from 'node:fs/promises'
import { inPieces } from '#server/storage/sealed/pieces.ts'
import type { StorageReader } from '#server/storage/storage.ts'

export class DiskReader implements StorageReader {
  readonly #handle: FileHandle
  readonly size: number

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  read(start: number, end: number, pieceSize: number): AsyncIterable<Buffer> {
    const fill = (buffer: Buffer, position: number): Promise<void> => this.#fill(buffer, position)
    return inPieces({ start, end, pieceSize, fill })
  }

  rest(): void {
    // An open file costs next to nothing.
  }

  async close(): Promise<void> {
    // A FileHandle counts the operations under way and closes after the last of them.
    await this.#handle.close()
  }

  async #fill(buffer: Buffer, position: number): Promise<void> {
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, filled, buffer.length - filled, position + filled)
      if (bytesRead === 0) throw new Error('A stored object ended too early')
      filled += bytesRead
    }
  }
}
