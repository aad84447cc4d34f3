const total = 16 * 1024 * 1024
const max = 1024 * 1024
/**
 * Bytes of one write. Less is written only at the end: each write costs a thread's turn. More would have left the
 * processor's cache before it is copied into the system's.
 */
export const perWrite = 256 * 1024
/** Who waits goes on at half of a share: with less than this there could be too little to write, and too much for that. */
const least = 2 * perWrite

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
