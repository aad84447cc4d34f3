/** After this long without a key, a touch or a movement no one is assumed to be reading, in milliseconds. */
export const idleAfter = 60_000

/**
 * Measures how long which pages are read: only while the document is visible and someone does something now and then.
 * All times in milliseconds of a monotonic clock.
 */
export class ReadingClock {
  readonly #tell: (page: number, milliseconds: number) => void
  #pages: number[] = []
  #isVisible: boolean
  #since: number
  #activeAt: number

  /** `tell` gets what was read of a page since its last report. */
  constructor(
    now: number,
    tell: (page: number, milliseconds: number) => void,
    { isVisible }: { isVisible: boolean },
  ) {
    this.#tell = tell
    this.#since = now
    this.#activeAt = now
    this.#isVisible = isVisible
  }

  /** The pages that are mostly visible now; several share the time. */
  show(pages: number[], now: number): void {
    this.settle(now)
    this.#pages = pages
  }

  noteVisible(isVisible: boolean, now: number): void {
    this.settle(now)
    this.#isVisible = isVisible
    if (isVisible) this.#activeAt = now
  }

  noteActivity(now: number): void {
    // What comes after a pause does not make up for it.
    if (now - this.#activeAt > idleAfter) this.settle(now)
    this.#activeAt = now
  }

  /** Reports what was read until now. */
  settle(now: number): void {
    const end = Math.min(now, this.#activeAt + idleAfter)
    const read = end - this.#since
    this.#since = now
    if (!this.#isVisible || read <= 0 || this.#pages.length === 0) return
    for (const page of this.#pages) this.#tell(page, read / this.#pages.length)
  }
}
