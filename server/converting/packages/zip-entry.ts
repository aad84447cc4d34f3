import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)
const endOfDirectory = 0x06054b50
const entryOfDirectory = 0x02014b50
const maxBytes = 1024 * 1024
const maxDirectoryBytes = 16 * maxBytes

/** A small file in a ZIP archive, or null if there is none, or it is over a megabyte. */
export async function zipEntry(handle: FileHandle, name: string): Promise<Buffer | null> {
  const { size } = await handle.stat()
  const tail = await bytesAt(handle, Math.max(0, size - 65_557), Math.min(size, 65_557))
  const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || tail.readUInt32LE(end) !== endOfDirectory) return null
  const length = Math.min(tail.readUInt32LE(end + 12), maxDirectoryBytes)
  const directory = await bytesAt(handle, tail.readUInt32LE(end + 16), length)
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entryOfDirectory;) {
    const nameLength = directory.readUInt16LE(at + 28)
    if (directory.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      return contents(handle, directory.subarray(at, at + 46))
    }
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return null
}

async function contents(handle: FileHandle, entry: Buffer): Promise<Buffer | null> {
  const packed = entry.readUInt32LE(20)
  if (packed > maxBytes) return null
  const start = entry.readUInt32LE(42)
  const header = await bytesAt(handle, start, 30)
  const bytes = await bytesAt(handle, start + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), packed)
  return entry.readUInt16LE(10) === 0 ? bytes : inflate(bytes, { maxOutputLength: maxBytes })
}

async function bytesAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
  return buffer.subarray(0, bytesRead)
}
