import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '#server/rules/problems.ts'
import type { DiskRoom } from './disk-room.ts'
import { flush } from './durable.ts'
import type { EarlyFlush } from './early-flush.ts'
import { ObjectMissing, type HaltingWriter, type StorageWriter } from '#server/storage/storage.ts'

/** What the writers of one folder share: the room on its disk, if that is counted, and who is flushed early. */
export type SharedDisk = { room: DiskRoom | null; early: EarlyFlush }

/** Starts writing in the folder for unfinished files; commit moves it to its place. */
export async function startWriting(
  incoming: string,
  target: string,
  disk: SharedDisk,
): Promise<StorageWriter> {
  const temporary = path.join(incoming, randomBytes(16).toString('hex'))
  const handle = await open(temporary, 'wx', 0o600).catch(asProblem)
  return new DiskWriter(handle, { temporary, target, disk })
}

/** Goes on behind the first `bytes` of a file that was halted, or, if it was moved to its place already, there. */
export async function resumeWriting(
  halted: string,
  target: string,
  { bytes, disk }: { bytes: number; disk: SharedDisk },
): Promise<HaltingWriter> {
  const { O_RDWR, O_CREAT } = constants
  const opened = bytes === 0 ? open(halted, O_RDWR | O_CREAT, 0o600) : open(halted, 'r+')
  let temporary = halted
  const handle = await opened.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') return asProblem(error)
    temporary = target
    return open(target, 'r+').catch((cause: NodeJS.ErrnoException) => {
      throw cause.code === 'ENOENT' ? new ObjectMissing(target) : cause
    })
  })
  const { size } = await handle.stat()
  if (size >= bytes) return new DiskWriter(handle, { temporary, target, disk, halted: { bytes, size } })
  await handle.close()
  throw new ObjectMissing(target)
}

class DiskWriter implements HaltingWriter {
  readonly #handle: FileHandle
  readonly #temporary: string
  readonly #target: string
  readonly #disk: SharedDisk
  /** Whether abort leaves the file for whoever goes on with it. */
  readonly #isKept: boolean
  readonly isWrittenOn: boolean
  #position: number
  /** Where the last flush began. */
  #flushed: number
  /** An early flush that is under way or has failed: the system tells a failure once, and commit and halt must meet it. */
  #flushing: Promise<void> | null = null
  #isOpen = true

  constructor(
    handle: FileHandle,
    {
      temporary,
      target,
      disk,
      halted,
    }: {
      temporary: string
      target: string
      disk: SharedDisk
      halted?: { bytes: number; size: number }
    },
  ) {
    this.#handle = handle
    this.#temporary = temporary
    this.#target = target
    this.#disk = disk
    this.#isKept = halted !== undefined
    this.isWrittenOn = halted !== undefined && halted.size > halted.bytes
    this.#position = halted?.bytes ?? 0
    this.#flushed = this.#position
  }

  async write(buffers: Buffer[]): Promise<void> {
    try {
      const { room } = this.#disk
      if (room) await room.during(sizeOf(buffers), () => this.#writeAll(buffers))
      else await this.#writeAll(buffers)
      this.#flushEarly()
    } catch (error) {
      await this.abort()
      return asProblem(error)
    }
  }

  async #writeAll(buffers: Buffer[]): Promise<void> {
    let rest = buffers
    while (rest.length > 0) {
      const { bytesWritten } = await this.#handle.writev(rest, this.#position)
      this.#position += bytesWritten
      rest = without(rest, bytesWritten)
    }
  }

  #flushEarly(): void {
    if (this.#flushing) return
    const flushing = this.#disk.early.begin(this.#handle, this.#position - this.#flushed)
    if (!flushing) return
    this.#flushed = this.#position
    this.#flushing = flushing
    flushing.then(
      () => (this.#flushing = null),
      () => undefined,
    )
  }

  async halt(): Promise<string> {
    await this.#flushing
    await this.#handle.datasync()
    this.#flushed = this.#position
    return 'disk'
  }

  async commit(): Promise<void> {
    try {
      await this.#flushing
      if (this.isWrittenOn) await this.#handle.truncate(this.#position)
      await this.#handle.sync()
      await this.#close()
      const folder = path.dirname(this.#target)
      const made = await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(this.#temporary, this.#target)
      // A new name is durable only when every folder that gained an entry is.
      await flush(folder)
      for (let above = folder; made && above.startsWith(made);) {
        above = path.dirname(above)
        await flush(above)
      }
    } catch (error) {
      await this.abort()
      return asProblem(error)
    }
  }

  async abort(): Promise<void> {
    await this.#close().catch(() => undefined)
    if (!this.#isKept) await rm(this.#temporary, { force: true })
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    // Its descriptor may belong to another file afterwards.
    await this.#flushing?.catch(() => undefined)
    await this.#handle.close()
  }
}

function sizeOf(buffers: Buffer[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0)
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

/** A full disk's error as a Problem; everything else as it is. */
export function asProblem(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new Problem('storageFull')
  throw error
}
