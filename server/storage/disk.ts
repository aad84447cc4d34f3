import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { isGuid } from '#server/rules/guid.ts'
import { Problem } from '#server/rules/problems.ts'
import {
  ObjectMissing,
  type Storage,
  type StorageReader,
  type StorageWriter,
  type StoredName,
} from './storage.ts'

/**
 * Opens the objects of a data folder: objects/ab/cd/<guid>. What an interrupted process left half-written is removed,
 * so a data folder belongs to one process at a time.
 */
export async function openDiskStorage(options: { dataDir: string }): Promise<Storage> {
  const root = path.join(options.dataDir, 'objects')
  const incoming = path.join(root, 'incoming')
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  return new DiskStorage(root, incoming)
}

class DiskStorage implements Storage {
  readonly #root: string
  readonly #incoming: string

  constructor(root: string, incoming: string) {
    this.#root = root
    this.#incoming = incoming
  }

  async put(name: string): Promise<StorageWriter> {
    const target = this.#pathOf(name)
    const temporary = path.join(this.#incoming, randomBytes(16).toString('hex'))
    const handle = await open(temporary, 'wx', 0o600).catch(asProblem)
    return new DiskWriter(handle, temporary, target)
  }

  async open(name: string): Promise<StorageReader> {
    const handle = await open(this.#pathOf(name), 'r').catch((error) => missing(error, name))
    try {
      return new DiskReader(handle, (await handle.stat()).size)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async size(name: string): Promise<number> {
    return (await stat(this.#pathOf(name)).catch((error) => missing(error, name))).size
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true })
  }

  async *list(): AsyncIterable<StoredName> {
    for await (const first of await opendir(this.#root)) {
      if (!/^[0-9a-f]{2}$/.test(first.name)) continue
      for await (const second of await opendir(path.join(this.#root, first.name))) {
        yield* this.#listFolder(path.join(this.#root, first.name, second.name))
      }
    }
  }

  async *#listFolder(folder: string): AsyncIterable<StoredName> {
    for await (const entry of await opendir(folder)) {
      // An object may be removed while the list is read.
      const found = isGuid(entry.name) && (await stat(path.join(folder, entry.name)).catch(() => null))
      if (found) yield { name: entry.name, size: found.size, modifiedAt: found.mtimeMs }
    }
  }

  #pathOf(name: string): string {
    if (!isGuid(name)) throw new Error('The name of a stored object is a guid')
    return path.join(this.#root, name.slice(0, 2), name.slice(2, 4), name)
  }
}

class DiskWriter implements StorageWriter {
  readonly #handle: FileHandle
  readonly #temporary: string
  readonly #target: string
  #position = 0
  #isOpen = true

  constructor(handle: FileHandle, temporary: string, target: string) {
    this.#handle = handle
    this.#temporary = temporary
    this.#target = target
  }

  async write(buffers: Buffer[]): Promise<void> {
    try {
      let rest = buffers
      while (rest.length > 0) {
        const { bytesWritten } = await this.#handle.writev(rest, this.#position)
        this.#position += bytesWritten
        rest = without(rest, bytesWritten)
      }
    } catch (error) {
      await this.abort()
      return asProblem(error)
    }
  }

  async commit(): Promise<void> {
    try {
      await this.#handle.sync()
      await this.#close()
      const folder = path.dirname(this.#target)
      const made = await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(this.#temporary, this.#target)
      // A new name is durable only when every folder that gained an entry is.
      await syncFolder(folder)
      for (let above = folder; made && above.startsWith(made);) {
        above = path.dirname(above)
        await syncFolder(above)
      }
    } catch (error) {
      await this.abort()
      return asProblem(error)
    }
  }

  async abort(): Promise<void> {
    await this.#close().catch(() => undefined)
    await rm(this.#temporary, { force: true })
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#handle.close()
  }
}

class DiskReader implements StorageReader {
  readonly #handle: FileHandle
  readonly size: number

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  async *read(start: number, end: number, pieceSize: number): AsyncIterable<Buffer> {
    // Two buffers in turn; the second only when there is a second piece.
    const buffers: Buffer[] = []
    let turn = 0
    let position = start
    const next = (): Promise<Buffer> | null => {
      if (position >= end) return null
      turn = 1 - turn
      const buffer = (buffers[turn] ??= Buffer.allocUnsafeSlow(Math.min(pieceSize, end - start)))
      const piece = this.#fill(buffer.subarray(0, Math.min(pieceSize, end - position)), position)
      // Nobody may be waiting for the piece read ahead when it fails.
      piece.catch(() => undefined)
      position += pieceSize
      return piece
    }
    for (let pending = next(); pending;) {
      const piece = await pending
      pending = next()
      yield piece
    }
  }

  async close(): Promise<void> {
    // A FileHandle counts the operations under way and closes after the last of them.
    await this.#handle.close()
  }

  async #fill(buffer: Buffer, position: number): Promise<Buffer> {
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, filled, buffer.length - filled, position + filled)
      if (bytesRead === 0) throw new Error('A stored object ended too early')
      filled += bytesRead
    }
    return buffer
  }
}

/** What is left of the buffers after so many bytes. */
function without(buffers: Buffer[], bytes: number): Buffer[] {
  let skipped = 0
  let index = 0
  for (; index < buffers.length && skipped + buffers[index]!.length <= bytes; index++)
    skipped += buffers[index]!.length
  const rest = buffers.slice(index)
  if (rest[0] && bytes > skipped) rest[0] = rest[0].subarray(bytes - skipped)
  return rest
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function asProblem(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new Problem('storageFull')
  throw error
}

function missing(error: NodeJS.ErrnoException, name: string): never {
  throw error.code === 'ENOENT' ? new ObjectMissing(name) : error
}
