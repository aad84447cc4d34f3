import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '#server/rules/problems.ts'
import type { DiskRoom } from './disk-room.ts'
import { flush } from './durable.ts'
import { ObjectMissing, type HaltingWriter, type StorageWriter } from '#server/storage/storage.ts'

/** Starts writing in the folder for unfinished files; commit moves it to its place. */
export async function startWriting(
  incoming: string,
  target: string,
  room: DiskRoom | null,
): Promise<StorageWriter> {
  const temporary = path.join(incoming, randomBytes(16).toString('hex'))
  const handle = await open(temporary, 'wx', 0o600).catch(asProblem)
  return new DiskWriter(handle, { temporary, target, room })
}

/** Goes on behind the first `bytes` of a file that was halted, or, if it was moved to its place already, there. */
export async function resumeWriting(
  halted: string,
  target: string,
  { bytes, room }: { bytes: number; room: DiskRoom | null },
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
  if (size >= bytes) return new DiskWriter(handle, { temporary, target, room, halted: { bytes, size } })
  await handle.close()
  throw new ObjectMissing(target)
}

class DiskWriter implements HaltingWriter {
  readonly #handle: FileHandle
  readonly #temporary: string
  readonly #target: string
  readonly #room: DiskRoom | null
  /** Whether abort leaves the file for whoever goes on with it. */
  readonly #isKept: boolean
  readonly isWrittenOn: boolean
  #position: number
  #isOpen = true

  constructor(
    handle: FileHandle,
    {
      temporary,
      target,
      room,
      halted,
    }: {
      temporary: string
      target: string
      room: DiskRoom | null
      halted?: { bytes: number; size: number }
    },
  ) {
    this.#handle = handle
    this.#temporary = temporary
    this.#target = target
    this.#room = room
    this.#isKept = halted !== undefined
    this.isWrittenOn = halted !== undefined && halted.size > halted.bytes
    this.#position = halted?.bytes ?? 0
  }

  async write(buffers: Buffer[]): Promise<void> {
    try {
      if (this.#room) await this.#room.withLogContext(sizeOf(buffers), () => this.#writeAll(buffers))
      else await this.#writeAll(buffers)
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

  async halt(): Promise<string> {
    await this.#handle.datasync()
    return 'disk'
  }

  async commit(): Promise<void> {
    try {
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
