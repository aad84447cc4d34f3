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

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * What was added of the files and folders that a page was given for a folder of a room. Whoever leaves the page in the
 * middle and brings them again goes on: nothing is added twice, and members are asked about once. It is kept by the tab and
 * gone with it: names of documents are nothing for whoever opens this browser next.
 */
export class BatchMemory {
  readonly #key: string
  readonly #storage: () => Kept

  /** Where people let sites keep nothing, asking a browser for the storage of a tab is an error already. */
  constructor({ room, folder }: Place, storage: () => Kept = () => sessionStorage) {
    this.#key = `adding/${room}/${folder}`
    this.#storage = storage
  }

  read(): Remembered | null {
    try {
      const { at, ...kept } = JSON.parse(this.#storage().getItem(this.#key) ?? '') as Remembered & {
        at: number
      }
      return Date.now() - at < unfinishedFor ? kept : null
    } catch {
      return null
    }
  }

  /** Where a browser keeps nothing for us, bringing the files again adds them again. */
  write(remembered: Remembered): void {
    try {
      this.#storage().setItem(this.#key, JSON.stringify({ ...remembered, at: Date.now() }))
    } catch {
      this.forget()
    }
  }

  forget(): void {
    try {
      this.#storage().removeItem(this.#key)
    } catch {
      // There is nothing to forget then.
    }
  }
}

export function printOf({ file, path }: Dropped): string {
  return [path, file.name, file.size, file.lastModified].join('/')
}
