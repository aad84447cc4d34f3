/** What is sent at once, and how it is kept for the next time if it did not arrive. */
export type Parcel = { text: string; putBack(): void }

/** What was read and has not been sent. Nothing is lost when a heartbeat fails: it is sent with a later one. */
export class UnsentReading {
  readonly #kept = new Map<number, number>()

  add(page: number, milliseconds: number): void {
    this.#kept.set(page, (this.#kept.get(page) ?? 0) + milliseconds)
  }

  /** Removes everything that was read, formatted as it is sent, page and milliseconds: `3:12500,4:800`. */
  take(): Parcel {
    const taken = new Map<number, number>()
    for (const [page, milliseconds] of this.#kept) {
      const whole = Math.floor(milliseconds)
      if (whole === 0) continue
      taken.set(page, whole)
      this.#kept.set(page, milliseconds - whole)
    }
    return {
      text: [...taken].map(([page, milliseconds]) => `${page}:${milliseconds}`).join(','),
      putBack: () => {
        for (const [page, milliseconds] of taken) this.add(page, milliseconds)
        taken.clear()
      },
    }
  }
}
