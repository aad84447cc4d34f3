import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '#server/rules/problems.ts'
import type { DiskRoom } from './disk-room.ts'
import { flush } from './durable.ts'
import type { StorageWriter } from '#server/storage/storage.ts'

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

class DiskWriter implements StorageWriter {
  readonly #handle: FileHandle
  readonly #temporary: string
  readonly #target: string
  readonly #room: DiskRoom | null
  #position = 0
  #isOpen = true

  constructor(
    handle: FileHandle,
    { temporary, target, room }: { temporary: string; target: string; room: DiskRoom | null },
  ) {
    this.#handle = handle
    this.#temporary = temporary
    this.#target = target
    this.#room = room
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

  async commit(): Promise<void> {
    try {
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
    await rm(this.#temporary, { force: true })
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
