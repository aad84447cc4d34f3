import { mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isGuid } from '#server/rules/guid.ts'
import { DiskReader } from './disk-reader.ts'
import { startWriting } from './disk-writer.ts'
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
    return startWriting(this.#incoming, this.#pathOf(name))
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

function missing(error: NodeJS.ErrnoException, name: string): never {
  throw error.code === 'ENOENT' ? new ObjectMissing(name) : error
}
