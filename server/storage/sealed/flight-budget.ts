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

  /**
   * Bytes of one write: half of a share, so that the other half is sealed meanwhile. Less is written only at the end: each
   * write costs a thread's turn. Much more would have left the processor's cache before it is copied into the system's.
   */
  perWrite(): number {
    return this.share() / 2
  }
}
