import { releaseMemory } from '#server/storage/memory.ts'
import { frameSize, maxPiece, sealedFrameSize } from './sealing.ts'

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
  const buffer = memoryFor(Math.min(pieceSize, end - start))
  try {
    for (let position = start; position < end; position += pieceSize) {
      const piece = buffer.subarray(0, Math.min(pieceSize, end - position))
      await fill(piece, position)
      yield piece
    }
  } finally {
    leave?.()
    giveBack(buffer)
  }
}

/** The largest piece. */
const whole = (maxPiece / frameSize) * sealedFrameSize
/** From this size on each piece of memory comes from the system, which clears all of it first. */
const fromSystem = 64 * 1024
const maxKept = 8

/** Memory that the next pieces take. */
const kept: ArrayBuffer[] = []

function memoryFor(bytes: number): Buffer<ArrayBuffer> {
  if (bytes < fromSystem || bytes > whole) return Buffer.allocUnsafeSlow(bytes)
  return Buffer.from(kept.pop() ?? Buffer.allocUnsafeSlow(whole).buffer, 0, bytes)
}

function giveBack({ buffer }: { buffer: ArrayBuffer }): void {
  if (buffer.byteLength === whole && kept.length < maxKept) kept.push(buffer)
  else releaseMemory(new Uint8Array(buffer))
}
