import { randomBytes } from 'node:crypto'
import { mkdir, opendir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { roomForFiles } from '#server/db/sqlite/reserve-file.ts'
import { isGuid } from '#server/rules/text/guid.ts'
import { DiskReader } from './disk-reader.ts'
import { DiskRoom } from './disk-room.ts'
import { resumeWriting, startWriting, type SharedDisk } from './disk-writer.ts'
import { OpenFiles } from './open-files.ts'
import { EarlyFlush } from './early-flush.ts'
import { SmallFiles } from './small-files.ts'
import {
  maxSmall,
  ObjectMissing,
  type Halted,
  type HaltingWriter,
  type SmallObject,
  type Storage,
  type StorageReader,
  type StorageWriter,
  type StoredName,
} from '#server/storage/storage.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Opens the objects of a data folder: objects/ab/cd/<guid>. What an interrupted process left half-written is removed:
 * all of it if this process is alone with the folder, else what has not been touched for a day. The space reserved for
 * a database on the same disk is left free.
 */
export async function openDiskStorage(options: {
  dataDir: string
  isAlone?: boolean
  reserveBytes?: number
}): Promise<Storage> {
  const { dataDir, isAlone = true, reserveBytes = 0 } = options
  const root = path.join(dataDir, 'objects')
  const incoming = path.join(root, 'incoming')
  if (isAlone) await rm(incoming, { recursive: true, force: true })
  for (const folder of [incoming, haltedIn(root)]) await mkdir(folder, { recursive: true, mode: 0o700 })
  const room = reserveBytes === 0 ? null : new DiskRoom(() => roomForFiles(dataDir, reserveBytes))
  const storage = new DiskStorage(root, incoming, room)
  await storage.sweep(Date.now() - day)
  return storage
}

/**
 * The objects of a folder that is not ours to change, like a backup: nothing in it is created or removed automatically.
 */
export function readDiskStorage(dataDir: string): Storage {
  const root = path.join(dataDir, 'objects')
  return new DiskStorage(root, path.join(root, 'incoming'), null)
}

/** Where the objects lie that are written in several goes: they outlive the process that began them. */
function haltedIn(root: string): string {
  return path.join(root, 'halted')
}

class DiskStorage implements Storage {
  readonly tellsEnd = true
  readonly #root: string
  readonly #incoming: string
  readonly #disk: SharedDisk
  readonly #smallFiles: SmallFiles
  readonly #files = new OpenFiles()

  constructor(root: string, incoming: string, room: DiskRoom | null) {
    this.#root = root
    this.#incoming = incoming
    this.#disk = { room, early: new EarlyFlush() }
    this.#smallFiles = new SmallFiles(root, maxSmall)
  }

  async put(name: string): Promise<StorageWriter> {
    await this.#disk.room?.look()
    return startWriting(this.#incoming, this.#pathOf(name), this.#disk)
  }

  async resume(name: string, { bytes }: Halted): Promise<HaltingWriter> {
    await this.#disk.room?.look()
    return resumeWriting(this.#haltedOf(name), this.#pathOf(name), { bytes, disk: this.#disk })
  }

  async forget(name: string): Promise<void> {
    await rm(this.#haltedOf(name), { force: true })
    await this.remove(name)
  }

  async open(name: string, { isPart = false } = {}): Promise<StorageReader> {
    const file = await this.#files.open(this.#pathOf(name)).catch((error) => missing(error, name))
    return new DiskReader(file.descriptor, file.size, () => this.#files.release(file, isPart))
  }

  small(objects: readonly SmallObject[]): Promise<Buffer> {
    for (const { guid } of objects) requireGuid(guid)
    return this.#smallFiles.read(objects)
  }

  async size(name: string): Promise<number> {
    return (await stat(this.#pathOf(name)).catch((error) => missing(error, name))).size
  }

  async remove(name: string): Promise<void> {
    const file = this.#pathOf(name)
    this.#files.forget(file)
    await rm(file, { force: true })
  }

  async *list(): AsyncIterable<StoredName> {
    for await (const first of await opendir(this.#root)) {
      if (!/^[0-9a-f]{2}$/.test(first.name)) continue
      for await (const second of await opendir(path.join(this.#root, first.name))) {
        yield* this.#listFolder(path.join(this.#root, first.name, second.name))
      }
    }
  }

  async sweep(before: number): Promise<number> {
    let removed = 0
    for (const folder of [this.#incoming, haltedIn(this.#root)]) {
      for await (const entry of await opendir(folder)) {
        const file = path.join(folder, entry.name)
        // Its writer may just be finishing it.
        const found = await stat(file).catch(() => null)
        if (!found || found.mtimeMs >= before) continue
        await rm(file, { force: true })
        removed++
      }
    }
    return removed
  }

  async check(): Promise<void> {
    const probe = path.join(this.#incoming, randomBytes(16).toString('hex'))
    try {
      await writeFile(probe, 'x', { flag: 'wx', mode: 0o600 })
    } finally {
      await rm(probe, { force: true })
    }
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root)
    return bavail * bsize
  }

  async *#listFolder(folder: string): AsyncIterable<StoredName> {
    for await (const entry of await opendir(folder)) {
      // An object may be removed while the list is read.
      const found = isGuid(entry.name) && (await stat(path.join(folder, entry.name)).catch(() => null))
      if (found) yield { name: entry.name, size: found.size, modifiedAt: found.mtimeMs }
    }
  }

  #haltedOf(name: string): string {
    this.#pathOf(name)
    return path.join(haltedIn(this.#root), name)
  }

  #pathOf(name: string): string {
    requireGuid(name)
    return path.join(this.#root, name.slice(0, 2), name.slice(2, 4), name)
  }
}

function requireGuid(name: string): void {
  if (!isGuid(name)) throw new Error('The name of a stored object is a guid')
}

function missing(error: NodeJS.ErrnoException, name: string): never {
  throw error.code === 'ENOENT' ? new ObjectMissing(name) : error
}
