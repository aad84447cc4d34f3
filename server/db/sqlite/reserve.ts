import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, statfsSync, writeSync } from 'node:fs'
import path from 'node:path'
import { keptFree, reserveFileIn, shortBelow } from './reserve-file.ts'

export type ReserveState = 'none' | 'held' | 'given up'

const piece = 1024 * 1024

/**
 * A file that reserves space on the disk of a database, and is released when nothing else is left: then people can
 * still sign in and delete. Any writer can release it; only the owner of the data folder takes it, so that there is no
 * race. The state is what is on the disk: a process that dies at any moment leaves nothing that the next one does not
 * see.
 */
export class Reserve {
  readonly #bytes: number
  readonly #folder: string
  readonly #file: string
  readonly #part: string
  readonly #isOwner: boolean
  readonly #tell: (state: ReserveState) => void
  readonly #free: () => number
  #state: ReserveState = 'none'

  constructor(options: {
    database: string
    bytes: number
    isOwner: boolean
    tell?: (state: ReserveState) => void
    /** How many bytes can still be written. */
    free?: () => number
  }) {
    this.#bytes = options.bytes
    this.#folder = path.dirname(options.database)
    this.#file = reserveFileIn(this.#folder)
    this.#part = `${this.#file}.part`
    this.#isOwner = options.isOwner
    this.#tell = options.tell ?? (() => undefined)
    this.#free = options.free ?? (() => freeIn(this.#folder))
  }

  /** Before the database is opened, which may need space by itself. */
  begin(): void {
    if (this.#isOwner) rmSync(this.#part, { force: true })
    this.look()
  }

  /** Releases the reserve if the disk is nearly full, and takes it again if there is enough space. */
  look(): void {
    if (this.#bytes === 0) return
    const free = this.#free()
    if (this.#isHeld()) {
      if (free < shortBelow) this.#remove()
    } else if (this.#isOwner && free >= keptFree(this.#bytes)) this.#take()
    this.#note(this.#isHeld() ? 'held' : 'given up')
  }

  /** Before a write, when only a release may be needed: one system call. */
  makeRoom(): void {
    if (this.#state === 'held' && this.#free() < shortBelow) this.giveUp()
  }

  /** After a write that failed for lack of space. Returns whether there is some now, so that it can be retried. */
  giveUp(): boolean {
    if (this.#bytes === 0 || !this.#isHeld()) return false
    this.#remove()
    this.#note('given up')
    return true
  }

  #isHeld(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false })?.size === this.#bytes
  }

  #remove(): void {
    rmSync(this.#file, { force: true })
  }

  /**
   * It gets its name only when all of its space is allocated. Random, since compressing file systems allocate no space
   * for less.
   */
  #take(): void {
    try {
      const handle = openSync(this.#part, 'w', 0o600)
      try {
        const bytes = new Uint32Array(piece / Uint32Array.BYTES_PER_ELEMENT)
        for (let at = 0; at < this.#bytes;)
          at += writeSync(handle, scrambled(bytes), 0, Math.min(piece, this.#bytes - at))
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
      renameSync(this.#part, this.#file)
    } catch {
      // Someone else was quicker; the next check is another attempt.
      rmSync(this.#part, { force: true })
    }
  }

  #note(state: ReserveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#tell(state)
  }
}

/** Bytes; a system that does not say has room. */
function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

/** In its own way: `node:crypto` would take 2.5 MB in each thread that has this file, and nothing here is secret. */
function scrambled(words: Uint32Array): Uint32Array {
  for (let at = 0; at < words.length; at++) words[at] = Math.random() * 2 ** 32
  return words
}
