import { closeSync, fstatSync, open as openFile } from 'node:fs'
import { promisify } from 'node:util'

const open = promisify(openFile)

/** How long (ms) a file stays open that no one reads any more, and how many may. */
const standard = { stay: 5_000, maxOpen: 64 }

/** A stored file that someone reads, or read a moment ago. */
export type OpenFile = {
  readonly path: string
  readonly descriptor: number
  /** Bytes. */
  readonly size: number
  readers: number
  /** Closes it, while no one reads it. */
  closing?: NodeJS.Timeout
}

/**
 * Stored files that are being read, and for some seconds those of which parts were: whoever reads a document in parts soon
 * asks for the next one, and opening takes as long as reading it. What is stored never changes, so all readers share a
 * descriptor.
 */
export class OpenFiles {
  readonly #stay: number
  readonly #maxOpen: number
  readonly #files = new Map<string, OpenFile>()

  constructor({ stay, maxOpen } = standard) {
    this.#stay = stay
    this.#maxOpen = maxOpen
  }

  /** Each answer comes to `release` once. Throws as the file system does. */
  async open(path: string): Promise<OpenFile> {
    const file = this.#files.get(path) ?? this.#opened(path, await open(path, 'r'))
    clearTimeout(file.closing)
    file.readers += 1
    return file
  }

  /** Read no longer; `isSoonRead` again, so that it may stay open. */
  release(file: OpenFile, isSoonRead: boolean): void {
    file.readers -= 1
    if (file.readers > 0) return
    if (this.#files.get(file.path) !== file) return closeSync(file.descriptor)
    if (!isSoonRead) return this.forget(file.path)
    file.closing = setTimeout(() => this.forget(file.path), this.#stay).unref()
    // To the end: those that were left first are closed first.
    this.#files.delete(file.path)
    this.#files.set(file.path, file)
    if (this.#files.size > this.#maxOpen) this.#closeFirst()
  }

  /** A file that is being removed: its bytes are free once no one reads it. */
  forget(path: string): void {
    const file = this.#files.get(path)
    this.#files.delete(path)
    if (file?.readers !== 0) return
    clearTimeout(file.closing)
    closeSync(file.descriptor)
  }

  /** What was opened just now, or by someone else meanwhile. */
  #opened(path: string, descriptor: number): OpenFile {
    // Here and not in another thread: of an open file the system knows its size, closing one that was only read writes
    // nothing, and waking the other thread takes longer than both.
    const other = this.#files.get(path)
    if (other) {
      closeSync(descriptor)
      return other
    }
    try {
      const file = { path, descriptor, size: fstatSync(descriptor).size, readers: 0 }
      this.#files.set(path, file)
      return file
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
  }

  /** The one that was left first of those that no one reads. */
  #closeFirst(): void {
    const first = [...this.#files.values()].find(({ readers }) => readers === 0)
    if (first) this.forget(first.path)
  }
}
