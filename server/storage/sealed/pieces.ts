import { releaseMemory } from '#server/storage/memory.ts'

export type Span = {
  start: number
  end: number
  pieceSize: number
  /** Fills the whole buffer with the bytes from `position` on. Called in order, one at a time. */
  fill: (buffer: Buffer, position: number) => Promise<void>
  /** Ends a fill in progress, when the reader disconnects. */
  leave?: () => void
}

/**
 * The bytes from start up to end in pieces of pieceSize. Nothing is read before it is needed, and a piece is valid
 * until the next one: both have the same memory.
 */
export async function* inPieces({ start, end, pieceSize, fill, leave }: Span): AsyncGenerator<Buffer, void> {
  if (start >= end) return
  const buffer = Buffer.allocUnsafeSlow(Math.min(pieceSize, end - start))
  try {
    for (let position = start; position < end; position += pieceSize) {
      const piece = buffer.subarray(0, Math.min(pieceSize, end - position))
      await fill(piece, position)
      yield piece
    }
  } finally {
    leave?.()
    releaseMemory(buffer)
  }
}
