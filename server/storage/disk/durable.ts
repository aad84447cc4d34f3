import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a small file completely, or not at all; only its owner can read it. Durable when it answers. What an
 * interrupted write left is overwritten by the next.
 */
export async function placeFile(file: string, content: string | Buffer): Promise<void> {
  const temporary = `${file}.part`
  try {
    const handle = await open(temporary, 'w', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await flush(path.dirname(file))
}

/** Copies a file of any size; durable when it answers. An existing file is replaced. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await flush(to)
}

/** Moves a file to its place; durable when it answers. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await flush(from)
  await rename(from, to)
  await flush(path.dirname(to))
}

/** Waits until a file, or the names in a folder, would survive a power cut. */
export async function flush(place: string): Promise<void> {
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** SHA-256 of a file of any size. */
export async function fileHash(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    hash.update(chunk as Buffer)
  return hash.digest('hex')
}
