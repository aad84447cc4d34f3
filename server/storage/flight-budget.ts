const total = 32 * 1024 * 1024
const most = 8 * 1024 * 1024
const least = 1024 * 1024

/** How many bytes each upload may have on their way to storage: 8 MiB alone, 1 MiB when there are many. */
export class FlightBudget {
  #writers = 0

  /** Counts a writer in; the answer counts it out, once. */
  enter(): () => void {
    this.#writers++
    let isIn = true
    return () => {
      if (isIn) this.#writers--
      isIn = false
    }
  }

  share(): number {
    return Math.max(least, Math.min(most, total / Math.max(1, this.#writers)))
  }
}
