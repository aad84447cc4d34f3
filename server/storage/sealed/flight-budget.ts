const total = 16 * 1024 * 1024
const max = 1024 * 1024
const least = 512 * 1024

/** How many bytes each upload can have in transit to storage: 1 MiB, or half of that if there are many. */
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
    return Math.max(least, Math.min(max, total / Math.max(1, this.#writers)))
  }
}
