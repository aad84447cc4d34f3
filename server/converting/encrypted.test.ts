import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isEncrypted } from './encrypted.ts'
import { compoundFile, docx, odt, rtf, zip } from './test-documents.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'strongroom-encrypted-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

async function found(bytes: Buffer): Promise<boolean> {
  const file = path.join(folder, 'document')
  await writeFile(file, bytes)
  return isEncrypted(file)
}

function bytes(length: number, write: (stream: Buffer) => void): Buffer {
  const stream = Buffer.alloc(length)
  write(stream)
  return stream
}

const word = (flags: number): Buffer => bytes(64, (stream) => stream.writeUInt16LE(flags, 10))
const excel = (second: number): Buffer =>
  bytes(32, (stream) => {
    stream.writeUInt16LE(0x809, 0)
    stream.writeUInt16LE(4, 2)
    stream.writeUInt16LE(second, 8)
  })
const slides = (token: number): Buffer => bytes(32, (stream) => stream.writeUInt32LE(token, 12))

test.each([
  ['a new Office file', compoundFile('EncryptedPackage', Buffer.alloc(64))],
  ['an old Word document', compoundFile('WordDocument', word(0x0100))],
  ['an old Excel workbook', compoundFile('Workbook', excel(0x2f))],
  ['an old PowerPoint presentation', compoundFile('Current User', slides(0xf3d1c4df))],
  [
    'an OpenDocument file',
    zip({ 'META-INF/manifest.xml': '<manifest:encryption-data manifest:checksum="a"/>' }),
  ],
])('%s that is locked with a password is known by what it says itself', async (_, document) => {
  expect(await found(document)).toBe(true)
})

test.each([
  ['an old Word document', compoundFile('WordDocument', word(0))],
  ['an old Excel workbook', compoundFile('Workbook', excel(0x42))],
  ['an old PowerPoint presentation', compoundFile('Current User', slides(0xe391c05f))],
  ['a Word document', docx(['Open'])],
  ['an OpenDocument file', odt('Open')],
  ['a text', rtf('Open')],
  ['nothing', Buffer.alloc(0)],
  ['half an archive', docx(['Open']).subarray(0, 300)],
  ['half an old document', compoundFile('WordDocument', word(0x0100)).subarray(0, 900)],
])('%s that is open or broken is not said to be locked', async (_, document) => {
  expect(await found(document)).toBe(false)
})
