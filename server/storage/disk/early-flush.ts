import type { FileHandle } from 'node:fs/promises'

/** Bytes of a file that can wait for the disk. */
const flushAfter = 2 * 1024 * 1024

/**
 * Has large files go to the disk while they are still arriving: the system alone would leave nearly all of it to the end,
 * where someone waits. One file at a time, since each takes a thread of those for files.
 */
export class EarlyFlush {
  #isBusy = false

  /** Begins, if so many bytes wait and no other file is on its way; null if not. */
  begin(handle: FileHandle, waiting: number): Promise<void> | null {
    if (this.#isBusy || waiting < flushAfter) return null
    this.#isBusy = true
    return handle.datasync().finally(() => (this.#isBusy = false))
  }
}
