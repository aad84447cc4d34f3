import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashingFor } from './cloud-hash.ts'

const mebibyte = 1024 * 1024

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

test('the hash of Dropbox is over the hashes of blocks, however the bytes arrive', () => {
  const bytes = Buffer.alloc(9 * mebibyte, 'strongroom')
  const blocks = [0, 4, 8].map((at) => sha256(bytes.subarray(at * mebibyte, (at + 4) * mebibyte)))
  for (const size of [64 * 1024, 3 * mebibyte, bytes.length]) {
    const hash = hashingFor('dropbox')
    for (let at = 0; at < bytes.length; at += size) hash.update(bytes.subarray(at, at + size))
    expect(hash.digest('hex')).toBe(sha256(Buffer.concat(blocks)).toString('hex'))
  }
})

test('a file of exactly one block has one block, and an empty one none', () => {
  const block = Buffer.alloc(4 * mebibyte, 7)
  const hash = hashingFor('dropbox')
  hash.update(block)
  expect(hash.digest('hex')).toBe(sha256(sha256(block)).toString('hex'))
  expect(hashingFor('dropbox').digest('hex')).toBe(sha256(Buffer.alloc(0)).toString('hex'))
})

test('the others are what their names say', () => {
  const hash = hashingFor('sha1')
  hash.update(Buffer.from('plan'))
  expect(hash.digest('hex')).toBe(createHash('sha1').update('plan').digest('hex'))
})
