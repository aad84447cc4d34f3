import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  FrameOpener,
  FrameSealer,
  SealBroken,
  frameCount,
  frameSize,
  headerSize,
  isSealedSize,
  olderFrameSize,
  sealedSize,
  tagSize,
} from './sealing.ts'

const guid = '0123456789abcdef0123456789abcdef'
const key = randomBytes(32)

function sealed(frames: Buffer[], objectGuid = guid): { header: Buffer; frames: Buffer[] } {
  const sealer = new FrameSealer(objectGuid, key)
  const result = frames.map((frame, index) => Buffer.concat(sealer.seal(frame, index === frames.length - 1)))
  return { header: sealer.header, frames: result }
}

const three = [randomBytes(64), randomBytes(64), randomBytes(10)]

test('frames open alone and in any order of asking', () => {
  const { header, frames } = sealed(three)
  const opener = new FrameOpener(guid, key, header)
  for (const index of [2, 0, 1])
    expect(opener.open(frames[index]!, index, index === 2)).toEqual([three[index]])
})

test('an empty object is one empty frame', () => {
  const { header, frames } = sealed([Buffer.alloc(0)])
  expect(frames[0]).toHaveLength(tagSize)
  expect(new FrameOpener(guid, key, header).open(frames[0]!, 0, true)).toHaveLength(0)
})

test('a frame is handed on in chunks that can go one by one', () => {
  const frame = randomBytes(olderFrameSize - 1)
  const { header, frames } = sealed([frame])
  const chunks = new FrameOpener(guid, key, header).open(frames[0]!, 0, true)
  expect(chunks.map(({ length }) => length)).toEqual([65_536, 65_536, 65_536, 65_535])
  expect(new Set(chunks.map(({ buffer }) => buffer)).size).toBe(4)
  expect(Buffer.concat(chunks).equals(frame)).toBe(true)
})

test('of a frame only the part that is wanted is handed on, and all of it is checked', () => {
  const frame = randomBytes(frameSize)
  const { header, frames } = sealed([frame])
  const opener = new FrameOpener(guid, key, header)
  const borders = [0, 1, 15, 16, 17, 40_000, frameSize - 1, frameSize]
  for (const start of borders) {
    for (const end of borders.filter((border) => border > start)) {
      const chunks = opener.open(frames[0]!, 0, true, start, end)
      expect(Buffer.concat(chunks).equals(frame.subarray(start, end))).toBe(true)
    }
  }
  for (const changedAt of [0, 50_000, frameSize]) {
    const changed = Buffer.from(frames[0]!)
    changed[changedAt]! ^= 1
    expect(() => opener.open(changed, 0, true, 1000, 2000)).toThrow(SealBroken)
  }
})

test('an object is as long as its frames say, in those of today or before', () => {
  const size = 3 * olderFrameSize + 1
  expect(isSealedSize(sealedSize(size), size)).toBe(true)
  expect(isSealedSize(sealedSize(size, olderFrameSize), size)).toBe(true)
  expect(sealedSize(size, olderFrameSize)).toBe(headerSize + size + 4 * tagSize)
  for (const wrong of [-1, 1, tagSize]) expect(isSealedSize(sealedSize(size) + wrong, size)).toBe(false)
})

test('the stored size follows from the size', () => {
  expect(frameCount(0)).toBe(1)
  expect(frameCount(frameSize)).toBe(1)
  expect(frameCount(frameSize + 1)).toBe(2)
  expect(sealedSize(0)).toBe(headerSize + tagSize)
  expect(sealedSize(frameSize + 1)).toBe(headerSize + frameSize + 1 + 2 * tagSize)
})

test('every changed bit of a frame, its tag, or the nonce prefix is caught', () => {
  const { header, frames } = sealed(three)
  for (let at = 0; at < frames[0]!.length; at++) {
    const changed = Buffer.from(frames[0]!)
    changed[at]! ^= 1 << (at % 8)
    expect(() => new FrameOpener(guid, key, header).open(changed, 0, false)).toThrow(SealBroken)
  }
  for (let at = 0; at < headerSize; at++) {
    const changed = Buffer.from(header)
    changed[at]! ^= 1
    expect(() => new FrameOpener(guid, key, changed).open(frames[0]!, 0, false)).toThrow(SealBroken)
  }
})

test('a frame at another place, cut, lengthened, or taken for the last is caught', () => {
  const { header, frames } = sealed(three)
  const opener = new FrameOpener(guid, key, header)
  expect(() => opener.open(frames[1]!, 0, false)).toThrow(SealBroken)
  expect(() => opener.open(frames[1]!, 1, true)).toThrow(SealBroken)
  expect(() => opener.open(frames[2]!, 2, false)).toThrow(SealBroken)
  expect(() => opener.open(frames[2]!.subarray(0, -1), 2, true)).toThrow(SealBroken)
  expect(() => opener.open(frames[2]!.subarray(0, 5), 2, true)).toThrow(SealBroken)
  expect(() => opener.open(Buffer.concat([frames[2]!, Buffer.of(0)]), 2, true)).toThrow(SealBroken)
})

test('a frame of another object, even under the same key, is caught', () => {
  const mine = sealed(three)
  const other = sealed(three, 'f'.repeat(32))
  expect(() => new FrameOpener(guid, key, other.header).open(other.frames[0]!, 0, false)).toThrow(SealBroken)
  expect(() => new FrameOpener(guid, key, mine.header).open(other.frames[0]!, 0, false)).toThrow(SealBroken)
})

test('the same bytes are never sealed the same way twice', () => {
  expect(sealed(three).frames[0]!.equals(sealed(three).frames[0]!)).toBe(false)
})

test('another version or frame size is refused with the object named', () => {
  const { header } = sealed(three)
  const newer = Buffer.from(header)
  newer[4] = 2
  expect(() => new FrameOpener(guid, key, newer)).toThrow(`${guid} is damaged: its header`)
  const otherwise = Buffer.from(header)
  otherwise.writeUInt32BE(128 * 1024, 5)
  expect(() => new FrameOpener(guid, key, otherwise)).toThrow(`${guid} is damaged: its header`)
  // A length that there is, but of which this object was not made.
  otherwise.writeUInt32BE(olderFrameSize, 5)
  const [frame] = sealed(three).frames
  expect(() => new FrameOpener(guid, key, otherwise).open(frame!, 0, false)).toThrow(SealBroken)
  expect(() => new FrameOpener(guid, key, header.subarray(0, 8))).toThrow(SealBroken)
})
