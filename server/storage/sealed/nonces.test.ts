import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hasNewNonces, keySize, Nonces, secretIn, withNewNonces } from './nonces.ts'
import { FrameOpener, FrameSealer, newHeader, SealBroken } from './sealing.ts'

const guid = '0123456789abcdef0123456789abcdef'
const key = randomBytes(keySize)

test('a frame that is sealed again in the place of another has another nonce, and only it opens', () => {
  const header = newHeader()
  const [first, second, third] = [randomBytes(64), randomBytes(64), randomBytes(64)]
  const before = new FrameSealer(guid, key, { header, frames: 0 })
  const kept = Buffer.concat(before.seal(first, false))
  const lost = Buffer.concat(before.seal(second, false))
  const again = withNewNonces(key, 1)!
  const after = new FrameSealer(guid, again, { header, frames: 1 })
  const instead = [Buffer.concat(after.seal(second, false)), Buffer.concat(after.seal(third, true))]
  expect(instead[0]!.equals(lost)).toBe(false)
  const opener = new FrameOpener(guid, again, header)
  expect(opener.open(instead[1]!, 2, true)).toEqual([third])
  expect(opener.open(instead[0]!, 1, false)).toEqual([second])
  expect(opener.open(kept, 0, false)).toEqual([first])
  expect(() => opener.open(lost, 1, false)).toThrow(SealBroken)
})

test('of several times the last counts, from its frame on', () => {
  const header = newHeader()
  const some = withNewNonces(withNewNonces(key, 3)!, 7)!
  const more = withNewNonces(some, 5)!
  const nonce = (of: Buffer, index: number) => new Nonces(header, of).of(index, false).toString('hex')
  expect([key, some, more].map(hasNewNonces)).toEqual([false, true, true])
  expect(secretIn(more).equals(key)).toBe(true)
  expect(nonce(more, 2)).toBe(nonce(key, 2))
  expect(nonce(more, 4)).toBe(nonce(some, 4))
  const all = [key, some, more].map((of) => nonce(of, 8))
  expect(new Set(all).size).toBe(3)
  expect(nonce(more, 5).slice(0, 14)).toBe(nonce(more, 8).slice(0, 14))
  expect(more).toHaveLength(some.length)
})

test('that cannot go on without end', () => {
  const one = withNewNonces(key, 0)!.subarray(keySize)
  const last = Buffer.concat([
    key,
    ...Array<Buffer>(1999).fill(one),
    withNewNonces(key, 1999)!.subarray(keySize),
  ])
  expect(withNewNonces(last, 2000)).toBe(null)
  // In the place of the last ones it can.
  expect(withNewNonces(last, 1999)).toHaveLength(last.length)
})
