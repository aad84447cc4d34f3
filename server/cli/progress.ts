import { fileSize } from '#server/rules/text/format.ts'

const shortestPause = 200

/** Work that shows its progress, and removes the line when it ends. */
export async function withProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = new Progress()
  try {
    return await work(progress)
  } finally {
    progress.end()
  }
}

/** One line on stderr that is overwritten, at a terminal; nothing in logs and pipes. */
export class Progress {
  #shownAt = 0
  #isShown = false

  objects(count: number, bytes: number): void {
    this.#show(`${count} objects, ${fileSize(bytes)}`)
  }

  /** How far one file is; `total` null where that is not known. */
  bytes(name: string, done: number, total: number | null): void {
    const percent = total ? ` (${Math.floor((done / total) * 100)}%)` : ''
    this.#show(`${name}: ${fileSize(done)}${total === null ? '' : ` of ${fileSize(total)}`}${percent}`)
  }

  end(): void {
    if (this.#isShown) process.stderr.write('\r\x1b[K')
    this.#isShown = false
  }

  #show(text: string): void {
    const now = performance.now()
    if (!process.stderr.isTTY || now - this.#shownAt < shortestPause) return
    this.#shownAt = now
    this.#isShown = true
    process.stderr.write(`\r\x1b[K${text}`)
  }
}
