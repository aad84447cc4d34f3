const shortestPause = 200

/** One line on stderr that is written over, where somebody looks; nothing in logs and pipes. */
export class Progress {
  #shownAt = 0
  #isShown = false

  show(text: string): void {
    const now = performance.now()
    if (!process.stderr.isTTY || now - this.#shownAt < shortestPause) return
    this.#shownAt = now
    this.#isShown = true
    process.stderr.write(`\r\x1b[K${text}`)
  }

  end(): void {
    if (this.#isShown) process.stderr.write('\r\x1b[K')
    this.#isShown = false
  }
}
