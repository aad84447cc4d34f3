import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isEncrypted, lockOf } from './encrypted.ts'
import { bareWorkbook } from './test-bare-workbook.ts'
import { compoundFile, docx, odt, rtf, zip } from './test-documents.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'strongroom-encrypted-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(bytes: Buffer): Promise<string> {
  const file = path.join(folder, 'document')
  await writeFile(file, bytes)
  return file
}

async function found(bytes: Buffer): Promise<boolean> {
  return isEncrypted(await put(bytes))
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

/** As some programs write it: the first entry of the directory has no name. */
function rootless(file: Buffer): Buffer {
  const name = Buffer.from('Root Entry', 'utf16le')
  const at = file.indexOf(name)
  file.fill(0, at, at + name.length)
  file.writeUInt16LE(0, at + 64)
  return file
}

test.each([
  ['a new Office file', compoundFile('EncryptedPackage', Buffer.alloc(64))],
  ['an old Word document', compoundFile('WordDocument', word(0x0100))],
  ['an old Excel workbook', compoundFile('Workbook', excel(0x2f))],
  ['a workbook of Excel 4', bareWorkbook(4, 'Open', true)],
  ['an old PowerPoint presentation', compoundFile('Current User', slides(0xf3d1c4df))],
  ['an old Excel workbook whose root has no name', rootless(compoundFile('Workbook', excel(0x2f)))],
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
  ['a workbook of Excel 4', bareWorkbook(4, 'Open')],
  ['a Word document', docx(['Open'])],
  ['an OpenDocument file', odt('Open')],
  ['a text', rtf('Open')],
  ['nothing', Buffer.alloc(0)],
  ['half an archive', docx(['Open']).subarray(0, 300)],
  ['half an old document', compoundFile('WordDocument', word(0x0100)).subarray(0, 900)],
])('%s that is open or broken is not said to be locked', async (_, document) => {
  expect(await found(document)).toBe(false)
})

const manifest = (algorithm: string): Buffer =>
  zip({
    'META-INF/manifest.xml': `<manifest:encryption-data><manifest:algorithm manifest:algorithm-name="${algorithm}"/></manifest:encryption-data>`,
  })

test.each([
  ['an old Word document', 'known', compoundFile('WordDocument', word(0x0100))],
  ['an old Excel workbook', 'known', compoundFile('Workbook', excel(0x2f))],
  ['an OpenDocument file', 'known', manifest('http://www.w3.org/2001/04/xmlenc#aes256-cbc')],
  ['an OpenDocument file of newer programs', 'other', manifest('http://www.w3.org/2009/xmlenc11#aes256-gcm')],
  ['an old PowerPoint presentation', 'other', compoundFile('Current User', slides(0xf3d1c4df))],
])('a password opens %s where LibreOffice knows the way: %s', async (_, lock, document) => {
  expect(await lockOf(await put(document))).toBe(lock)
})
