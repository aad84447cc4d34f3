import { closeSync, fstatSync, open as openFile } from 'node:fs'
import { promisify } from 'node:util'

const open = promisify(openFile)

/** How long (ms) a file stays open that no one reads any more, and how many may. */
const standard = { stay: 5_000, maxOpen: 64 }

/** A stored file that someone reads, or read a moment ago. */
export type OpenFile = {
  readonly descriptor: number
  /** Bytes. */
  readonly size: number
}

type Kept = OpenFile & { readonly path: string; readers: number; leftAt: number }

/**
 * Stored files that are being read, and for some seconds those of which parts were: whoever reads a document in parts soon
 * asks for the next one, and opening takes as long as reading it. What is stored never changes, so all readers share a
 * descriptor.
 */
export class OpenFiles {
  readonly #stay: number
  readonly #maxOpen: number
  readonly #files = new Map<string, Kept>()
  #timer: NodeJS.Timeout | null = null

  constructor({ stay, maxOpen } = standard) {
    this.#stay = stay
    this.#maxOpen = maxOpen
  }

  /** Each answer comes to `release` once. Throws as the file system does. */
  async open(path: string): Promise<OpenFile> {
    const file = this.#files.get(path) ?? this.#opened(path, await open(path, 'r'))
    file.readers += 1
    return file
  }

  /** Read no longer; `isSoonRead` again, so that it may stay open. */
  release(file: OpenFile, isSoonRead: boolean): void {
    const kept = file as Kept
    kept.readers -= 1
    if (kept.readers > 0) return
    if (this.#files.get(kept.path) !== kept) return closeSync(kept.descriptor)
    if (!isSoonRead) return this.forget(kept.path)
    kept.leftAt = performance.now()
    // To the end: those that were left first are closed first.
    this.#files.delete(kept.path)
    this.#files.set(kept.path, kept)
    this.#closeFirst(this.#files.size - this.#maxOpen)
    this.#lookLater()
  }

  /** A file that is being removed: its bytes are free once no one reads it. */
  forget(path: string): void {
    const file = this.#files.get(path)
    this.#files.delete(path)
    if (file?.readers === 0) closeSync(file.descriptor)
  }

  /** What was opened just now, or by someone else meanwhile. */
  #opened(path: string, descriptor: number): Kept {
    // Here and not in another thread: of an open file the system knows its size, closing one that was only read writes
    // nothing, and waking the other thread takes longer than both.
    const other = this.#files.get(path)
    if (other) {
      closeSync(descriptor)
      return other
    }
    try {
      const { size } = fstatSync(descriptor)
      const file = { path, descriptor, size, readers: 0, leftAt: 0 }
      this.#files.set(path, file)
      return file
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
  }

  #lookLater(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => this.#look(), this.#stay).unref()
  }

  #look(): void {
    this.#timer = null
    this.#closeFirst(Infinity, performance.now() - this.#stay)
    if (this.#files.size > 0) this.#lookLater()
  }

  /** So many that no one reads, as far as they were left by that time. */
  #closeFirst(count: number, by = Infinity): void {
    for (const { path, readers, leftAt } of this.#files.values()) {
      if (count <= 0) return
      if (readers > 0 || leftAt > by) continue
      this.forget(path)
      count -= 1
    }
  }
}
