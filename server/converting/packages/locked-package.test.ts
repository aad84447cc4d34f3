import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { LockedPackage } from './locked-package.ts'
import { compoundFile, docx, odt } from './test-documents.ts'
import { lockedWith } from './test-locked.ts'

function opened(bytes: Buffer): Promise<LockedPackage | null> {
  return LockedPackage.open(async (start, length) => bytes.subarray(start, start + length))
}

test.each([1, 4096, 9000])('a package of %i bytes opens with its password as it was', async (size) => {
  const plain = randomBytes(size)
  const locked = await opened(lockedWith('four brass keys', plain))
  const read = await locked!.unlock('four brass keys')
  const pieces: Buffer[] = []
  for await (const piece of read!) pieces.push(piece)
  expect(Buffer.concat(pieces).equals(plain)).toBe(true)
})

test('another password does not open it', async () => {
  const locked = await opened(lockedWith('four brass keys', randomBytes(100)))
  expect(await locked!.unlock('three brass keys')).toBe(null)
  expect(await locked!.unlock('')).toBe(null)
})

test.each([
  ['an open document', docx(['Open'])],
  ['another kind of document', odt('Open')],
  ['an old document', compoundFile('WordDocument', Buffer.alloc(64))],
  ['a lock without a word about it', compoundFile('EncryptedPackage', Buffer.alloc(64))],
  ['half of one', lockedWith('four brass keys', randomBytes(100)).subarray(0, 700)],
  ['nothing', Buffer.alloc(0)],
])('%s is no package that a password opens', async (_, bytes) => {
  expect(await opened(bytes)).toBe(null)
})

/** A locked package in which the words about its lock are others of the same length. */
function lockedBut(words: RegExp, others: (words: string) => string): Buffer {
  const text = lockedWith('four brass keys', randomBytes(100)).toString('latin1')
  expect(text).toMatch(words)
  return Buffer.from(text.replace(words, others), 'latin1')
}

test.each([
  ['a key of no length', /keyBits="128" (?=.*encryptedKey)/, 'keyBits="12x" '],
  ['a key of an unknown length', /(?<=encryptedKey .*)keyBits="128"/, 'keyBits="120"'],
  ['a value that ends in the middle of a block', /(?<=encryptedVerifierHashInput="..)../, '=='],
  ['no key', /encryptedKeyValue/, 'encryptedKeyNothi'],
])('a lock that says %s is in no known way', async (_, words, others) => {
  expect(await opened(lockedBut(words, () => others))).toBe(null)
})
