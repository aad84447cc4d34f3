import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { newGuid } from '#server/db/guid.ts'
import { Problem } from '#server/rules/problems.ts'
import { DiskReader } from './disk/disk-reader.ts'
import { asProblem } from './disk/disk-writer.ts'
import { FlightBudget } from './sealed/flight-budget.ts'
import { HeldFrames } from './sealed/held-frames.ts'
import { releaseMemory } from './memory.ts'
import { SealedReader } from './sealed/sealed-reader.ts'
import { SealedWriter } from './sealed/sealed-writer.ts'
import type { StorageWriter } from './storage.ts'

type Options = {
  folder: string
  /** How many bytes can wait in total. */
  max: number
  /** Whether the disk has space for that many bytes more. */
  hasRoom: (bytes: number) => Promise<boolean>
}

/** Anything smaller waits in memory: a file for it would cost as much. */
const smallest = 128 * 1024
const maxHeldFrames = 4

/**
 * Bytes that were made for one reader, who may be slow. They wait in files that no longer have a name, encrypted with
 * keys that are only in the memory of this process: however it ends, the system removes them with it.
 */
export class Aside {
  readonly #options: Options
  readonly #budget = new FlightBudget()
  readonly #frames = new HeldFrames(maxHeldFrames)
  #bytes = 0

  constructor(options: Options) {
    this.#options = options
    removeNamed(options.folder)
  }

  /** Whether that many more bytes can wait. */
  async hasRoom(bytes: number): Promise<boolean> {
    const { max, hasRoom } = this.#options
    return bytes <= smallest || (this.#bytes + bytes <= max && (await hasRoom(bytes)))
  }

  /**
   * Answers the same bytes again, to be read once and at any pace; the memory of the chunks is released. The caller
   * reads them immediately: until then a file is open. Throws Problem storageFull.
   */
  async keep(chunks: Uint8Array[]): Promise<AsyncIterable<Uint8Array>> {
    const size = chunks.reduce((sum, { length }) => sum + length, 0)
    if (!(await this.hasRoom(size))) throw new Problem('storageFull')
    if (size <= smallest) return inMemory(chunks)
    this.#bytes += size
    try {
      return this.#reading(await this.#write(chunks), size)
    } catch (error) {
      this.#bytes -= size
      throw error
    }
  }

  /** The same, but what there is no room for stays in memory. */
  async keepIfRoom(chunks: Uint8Array[]): Promise<AsyncIterable<Uint8Array>> {
    const size = chunks.reduce((sum, { length }) => sum + length, 0)
    return (await this.hasRoom(size)) ? this.keep(chunks) : inMemory(chunks)
  }

  async #write(chunks: Uint8Array[]): Promise<SealedReader> {
    const [guid, key] = [newGuid(), randomBytes(32)]
    const handle = await openNameless(this.#options.folder).catch(asProblem)
    const target = writingTo(handle)
    const unrecorded = { wrappedKey: '', isLocked: false, record: async () => undefined }
    const writer = new SealedWriter({ guid, key, target, budget: this.#budget, ...unrecorded })
    try {
      for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
        const room = writer.write(chunk)
        if (room !== true) await room
        releaseMemory(chunk)
      }
    } catch (error) {
      await writer.abort()
      throw error
    }
    const object = await writer.finish()
    const close = (): Promise<void> => handle.close()
    const storage = { open: async () => new DiskReader(handle.fd, (await handle.stat()).size, close) }
    return new SealedReader({ storage, key, object, frames: this.#frames })
  }

  async *#reading(reader: SealedReader, size: number): AsyncGenerator<Uint8Array> {
    try {
      yield* reader.read()
    } finally {
      this.#bytes -= size
    }
  }
}

async function* inMemory(chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** A new file that has no name: what is written to it lasts as long as it is open. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, randomBytes(16).toString('hex'))
  const handle = await open(file, 'wx+', 0o600)
  await rm(file, { force: true })
  return handle
}

function writingTo(handle: FileHandle): StorageWriter {
  return {
    async write(buffers) {
      const joined = Buffer.concat(buffers)
      await handle.appendFile(joined).catch(asProblem)
      releaseMemory(joined)
    },
    async commit() {
      // It need not outlive the process.
    },
    abort: () => handle.close(),
  }
}

/** A process that was killed between opening a file and removing its name left it empty. */
function removeNamed(folder: string): void {
  try {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { force: true })
  } catch {
    // There is no such folder yet.
  }
}
