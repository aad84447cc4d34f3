import { createHash } from 'node:crypto'
import type { Database } from '#server/db/open.ts'
import { isSealedSize, maxPiece } from '#server/storage/sealed/sealing.ts'
import { unlessMissing, type Storage } from '#server/storage/storage.ts'
import { inParallel } from './in-parallel.ts'
import { rowsOf } from './read-rows.ts'

/** Objects in progress at once; each holds two pieces. */
const concurrency = 4
const pieceSize = 4 * maxPiece

export type ObjectCounts = {
  /** Objects that have a row and are complete at the target, and their bytes as stored. */
  count: number
  bytes: number
  copied: number
  copiedBytes: number
  /** Objects that have a row, but at the source no bytes or not as many as the row says. */
  damaged: string[]
}

type Copying = {
  kysely: Database['kysely']
  from: Storage
  to: Storage
  /** Also compares what arrived with what left, byte for byte; and what was there already. */
  isVerified?: boolean
  onProgress?: (counts: ObjectCounts) => void
}

/**
 * Copies the bytes of every object that has a row and is not at the target yet. An object there with the right length
 * counts as copied: objects never change. Removes nothing. With `isVerified` throws an Error if an object at the target
 * differs.
 */
export async function copyObjects(copying: Copying): Promise<ObjectCounts> {
  const counts: ObjectCounts = { count: 0, bytes: 0, copied: 0, copiedBytes: 0, damaged: [] }
  await inParallel(rowsOf(copying.kysely, 'object', ['guid']), concurrency, async ({ guid, size }) => {
    const there = await sizeAt(copying.to, guid)
    const isThere = there !== null && isSealedSize(there, size)
    const length = isThere ? there : await sizeAt(copying.from, guid)
    if (length === null || !isSealedSize(length, size)) {
      counts.damaged.push(guid)
      return
    }
    const isKept = isThere && (!copying.isVerified || (await isAlike(copying, guid)))
    if (!isKept && !(await bring(copying, guid))) {
      counts.damaged.push(guid)
      return
    }
    counts.count++
    counts.bytes += length
    counts.copied += isKept ? 0 : 1
    counts.copiedBytes += isKept ? 0 : length
    copying.onProgress?.(counts)
  })
  return counts
}

/** Bytes stored under a name, or null. */
export function sizeAt(storage: Storage, name: string): Promise<number | null> {
  return storage.size(name).catch(unlessMissing)
}

/** False if the object was removed at the source meanwhile. */
async function bring({ from, to, isVerified }: Copying, guid: string): Promise<boolean> {
  const left = await copyObject(from, to, guid)
  if (left === null) return false
  if (isVerified && (await hashOf(to, guid)) !== left) {
    throw new Error(`The object ${guid} was not copied correctly. Run the command again.`)
  }
  return true
}

/** Copies encrypted bytes as they are, and answers their SHA-256; null if there are none. */
async function copyObject(from: Storage, to: Storage, name: string): Promise<string | null> {
  const reader = await from.open(name).catch(unlessMissing)
  if (reader === null) return null
  try {
    const writer = await to.put(name)
    try {
      const hash = createHash('sha256')
      for await (const piece of reader.read(0, reader.size, pieceSize)) {
        hash.update(piece)
        await writer.write([piece])
      }
      await writer.commit()
      return hash.digest('hex')
    } catch (error) {
      await writer.abort()
      throw error
    }
  } finally {
    await reader.close()
  }
}

async function isAlike({ from, to }: Copying, guid: string): Promise<boolean> {
  // What the source has lost is not compared: the target is the better one.
  if ((await sizeAt(from, guid)) === null) return true
  return (await hashOf(from, guid)) === (await hashOf(to, guid))
}

async function hashOf(storage: Storage, name: string): Promise<string> {
  const reader = await storage.open(name)
  try {
    const hash = createHash('sha256')
    for await (const piece of reader.read(0, reader.size, pieceSize)) hash.update(piece)
    return hash.digest('hex')
  } finally {
    await reader.close()
  }
}
