import { releaseMemory } from './memory.ts'

export type Span = {
  start: number
  end: number
  pieceSize: number
  /** Fills the whole buffer with the bytes from `position` on. Called in order, one at a time. */
  fill: (buffer: Buffer, position: number) => Promise<void>
  /** Ends a filling that is under way, when the reader leaves. */
  leave?: () => void
}

/**
 * The bytes from start up to end in pieces of pieceSize, the next one read while the last is used. A piece is good
 * until the next is asked for.
 */
export async function* inPieces(span: Span): AsyncGenerator<Buffer, void> {
  const { start, end, pieceSize } = span
  // Two buffers in turn; the second only when there is a second piece.
  const buffers: Buffer[] = []
  let turn = 0
  let position = start
  const next = (): Promise<Buffer> | null => {
    if (position >= end) return null
    turn = 1 - turn
    const buffer = (buffers[turn] ??= Buffer.allocUnsafeSlow(Math.min(pieceSize, end - start)))
    const piece = buffer.subarray(0, Math.min(pieceSize, end - position))
    const filled = span.fill(piece, position).then(() => piece)
    // Nobody may be waiting for the piece read ahead when it fails.
    filled.catch(() => undefined)
    position += pieceSize
    return filled
  }
  let pending = next()
  try {
    while (pending) {
      const piece = await pending
      pending = next()
      yield piece
    }
  } finally {
    span.leave?.()
    // The piece read ahead may still be written to when its reader has left.
    await pending?.catch(() => undefined)
    for (const buffer of buffers) if (buffer) releaseMemory(buffer)
  }
}
