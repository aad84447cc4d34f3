import { unfinishedFor } from '#server/rules/files/resumable.ts'
import type { Dropped } from './dropped-tree.ts'
import type { Place } from './transfers.ts'

/** A file that has arrived, as a part names it; `print` tells it from others on the sender's disk. */
export type Named = { id: string; path: string; print: string }

/** A batch that is under way: how many files it has, which ones, and those of which no one knows yet. */
export type Remembered = {
  batch: string
  to: string
  sent: number
  added: string[]
  pending: Named[]
}

/** The same as it is kept: what was added is beside it, in pieces that are never written again. */
type Head = Omit<Remembered, 'added'> & { count: number; at: number }

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * What was added of the files and folders that a page was given for a folder of a room. Whoever leaves the page in the
 * middle and brings them again goes on: nothing is added twice, and members are asked about once. It is kept by the tab and
 * gone with it: names of documents are nothing for whoever opens this browser next.
 */
export class BatchMemory {
  readonly #key: string
  readonly #storage: () => TabStorage
  /** How many of those that were added are kept. */
  #count = 0

  /** Where people let sites keep nothing, asking a browser for the storage of a tab is an error already. */
  constructor({ room, folder }: Place, storage: () => TabStorage = () => sessionStorage) {
    this.#key = `batch/${room}/${folder}`
    this.#storage = storage
  }

  read(): Remembered | null {
    const kept = this.#whole()
    if (kept) this.#count = kept.added.length
    else this.forget()
    return kept
  }

  #whole(): Remembered | null {
    try {
      const { count, at, ...kept } = JSON.parse(this.#storage().getItem(this.#key) ?? '') as Head
      const added = this.#pieces(count).flat()
      return added.length === count && Date.now() - at < unfinishedFor ? { ...kept, added } : null
    } catch {
      return null
    }
  }

  /**
   * Only what was added since the last time, and never all of 10,000 names with each part. The list grows at its end.
   * Where a browser keeps nothing for us, bringing the files again adds them again.
   */
  write({ added, ...kept }: Remembered): void {
    try {
      if (added.length < this.#count) this.forget()
      const storage = this.#storage()
      // First: a piece that no head counts yet is written over by the next.
      if (added.length > this.#count)
        storage.setItem(this.#pieceKey(this.#count), JSON.stringify(added.slice(this.#count)))
      const head: Head = { ...kept, count: added.length, at: Date.now() }
      storage.setItem(this.#key, JSON.stringify(head))
      this.#count = added.length
    } catch {
      this.forget()
    }
  }

  forget(): void {
    this.#count = 0
    try {
      const storage = this.#storage()
      let at = 0
      for (const piece of this.#pieces(Infinity)) {
        storage.removeItem(this.#pieceKey(at))
        at += piece.length
      }
      storage.removeItem(this.#key)
    } catch {
      // There is nothing to forget then.
    }
  }

  /** The first so many of those that were added, piece by piece. */
  #pieces(count: number): string[][] {
    const storage = this.#storage()
    const pieces: string[][] = []
    for (let at = 0; at < count;) {
      const piece = JSON.parse(storage.getItem(this.#pieceKey(at)) ?? '[]') as string[]
      if (piece.length === 0) break
      pieces.push(piece)
      at += piece.length
    }
    return pieces
  }

  #pieceKey(from: number): string {
    return `${this.#key}/${from}`
  }
}

export function printOf({ file, path }: Dropped): string {
  return [path, file.name, file.size, file.lastModified].join('/')
}
