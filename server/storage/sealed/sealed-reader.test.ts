import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { HeldFrames } from './held-frames.ts'
import { SealedReader } from './sealed-reader.ts'
import { FrameSealer, frameSize, maxPiece } from './sealing.ts'
import { inPieces } from './pieces.ts'
import type { StorageReader } from '#server/storage/storage.ts'

const guid = 'a'.repeat(32)
const key = randomBytes(32)
const bytes = randomBytes(3 * maxPiece)
const framesInPiece = maxPiece / frameSize

function sealed(): Buffer {
  const sealer = new FrameSealer(guid, key)
  const parts = [sealer.header]
  for (let at = 0; at < bytes.length; at += frameSize)
    parts.push(...sealer.seal(bytes.subarray(at, at + frameSize), at + frameSize >= bytes.length))
  return Buffer.concat(parts)
}

/** A storage that counts the pieces that were asked for; `failsAt` is the first that it does not have. */
function countingStorage(failsAt = Infinity) {
  const stored = sealed()
  const counts = { pieces: 0, closed: 0 }
  const reader: StorageReader = {
    size: stored.length,
    read: (start, end, pieceSize) =>
      inPieces({
        start,
        end,
        pieceSize,
        fill: async (buffer, position) => {
          // The header is not one of them.
          if (position > 0 && ++counts.pieces >= failsAt) throw new Error('The disk is gone')
          stored.copy(buffer, 0, position)
        },
      }),
    rest: () => undefined,
    close: async () => void counts.closed++,
  }
  const object = { guid, size: bytes.length, crc32: 0 }
  const of = { storage: { open: async () => reader }, key, object, frames: new HeldFrames() }
  return { counts, source: new SealedReader(of) }
}

const moment = () => new Promise((resolve) => setImmediate(resolve))

test('while a piece is taken the next one is read, and no further one', async () => {
  const { counts, source } = countingStorage()
  const reading = source.read()
  const taken: Buffer[] = []
  for (let frame = 0; frame < framesInPiece; frame++) {
    taken.push((await reading.next()).value as Buffer)
    await moment()
    expect(counts.pieces).toBe(2)
  }
  taken.push((await reading.next()).value as Buffer)
  await moment()
  expect(counts.pieces).toBe(3)
  for await (const chunk of reading) taken.push(chunk)
  expect(counts).toEqual({ pieces: 3, closed: 1 })
  expect(Buffer.concat(taken).equals(bytes)).toBe(true)
})

test('of a range nothing behind it is read', async () => {
  const { counts, source } = countingStorage()
  const chunks: Buffer[] = []
  for await (const chunk of source.read(100, 200)) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(bytes.subarray(100, 200))).toBe(true)
  expect(counts).toEqual({ pieces: 1, closed: 1 })
})

test('what cannot be read ahead fails once it is needed, and not before', async () => {
  const { counts, source } = countingStorage(2)
  const reading = source.read()
  for (let frame = 0; frame < framesInPiece; frame++) {
    expect((await reading.next()).done).toBe(false)
    await moment()
  }
  await expect(reading.next()).rejects.toThrow('The disk is gone')
  expect(counts.closed).toBe(1)
})

test('who leaves after the first bytes leaves nothing open', async () => {
  const { counts, source } = countingStorage()
  for await (const chunk of source.read()) {
    expect(chunk.length).toBe(frameSize)
    break
  }
  await moment()
  expect(counts).toEqual({ pieces: 2, closed: 1 })
})
