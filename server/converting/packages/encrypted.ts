import { open, type FileHandle } from 'node:fs/promises'
import { isBareText, isBareWorkbook } from '#server/rules/files/signatures.ts'
import { CompoundStreams } from './compound-file.ts'
import { zipEntry } from './zip-entry.ts'

/** Bytes of a file without a container in which it says whether it has a password. */
const startOfFile = 4096
const passwordRecord = 0x2f
const zipMagic = 'PK\u0003\u0004'
const compoundMagic = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** How an office document is encrypted: in a way that LibreOffice opens with the password, or in another one. */
export type OfficeLock = 'known' | 'other'

/** Whether an office document opens only with a password. A broken one is not reported as such. */
export async function isEncrypted(file: string): Promise<boolean> {
  return (await lockOf(file)) !== null
}

/** How an office document is encrypted, or null if it is not, or is broken. */
export async function lockOf(file: string): Promise<OfficeLock | null> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startOfFile), 0, startOfFile, 0)
    const head = buffer.subarray(0, bytesRead)
    if (isBareWorkbook(head)) return hasRecord(head, passwordRecord) ? 'known' : null
    if (isBareText(head)) return isLockedText(head) ? 'known' : null
    const start = head.toString('latin1', 0, 8)
    if (start.startsWith(zipMagic)) return await openDocumentLock(handle)
    return start === compoundMagic ? await compoundLock(handle) : null
  } catch {
    return null
  } finally {
    await handle.close()
  }
}

async function openDocumentLock(handle: FileHandle): Promise<OfficeLock | null> {
  const manifest = await zipEntry(handle, 'META-INF/manifest.xml')
  if (!manifest?.includes('encryption-data')) return null
  return /argon2|aes\d+-gcm/i.test(manifest.toString()) ? 'other' : 'known'
}

/** Each of the old formats says it in its own place; the new ones are put into such a file as a whole. */
async function compoundLock(handle: FileHandle): Promise<OfficeLock | null> {
  const streams = await CompoundStreams.open((start, length) => bytesAt(handle, start, length))
  // LockedPackage has opened what is encrypted in a known way.
  if (await streams.start('EncryptedPackage')) return 'other'
  const word = await streams.start('WordDocument')
  if (word) return isLockedText(word) ? 'known' : null
  const sheet = (await streams.start('Workbook')) ?? (await streams.start('Book'))
  if (sheet) return hasRecord(sheet, passwordRecord) ? 'known' : null
  // LibreOffice opens no presentation of this kind.
  const slides = await streams.start('Current User')
  return slides !== null && slides.readUInt32LE(12) === 0xf3d1c4df ? 'other' : null
}

function isLockedText(start: Buffer): boolean {
  return (start.readUInt16LE(10) & 0x0100) !== 0
}

/** Whether one of the first records is of this type: where there is a password, its record follows the beginning. */
function hasRecord(stream: Buffer, type: number): boolean {
  for (let at = 0, index = 0; at + 4 <= stream.length && index < 4; index++) {
    if (stream.readUInt16LE(at) === type) return true
    at += 4 + stream.readUInt16LE(at + 2)
  }
  return false
}

/** Throws where the file ends before: such a file is broken. */
async function bytesAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
  if (bytesRead < length) throw new Error('The file ends too early')
  return buffer
}
