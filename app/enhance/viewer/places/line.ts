import { validityCheckSeconds } from '#server/rules/product/client-constants.ts'

export const lineLost = 'Network connectivity problem.'

/** Whether the server has said recently that the file may be seen. Times in milliseconds of one clock. */
export class Line {
  #goodAt: number

  constructor(now: number) {
    this.#goodAt = now
  }

  good(now: number): void {
    this.#goodAt = now
  }

  /** Pages that were good for longer than that are not shown any more. */
  isLost(now: number): boolean {
    return now - this.#goodAt > validityCheckSeconds * 1000
  }
}

/** When what failed is tried again, in milliseconds, after so many failures: soon, then ever later. */
export function retryAfter(failures: number): number {
  return Math.min(30_000, 1000 * 2 ** failures)
}
