import { validityCheckSeconds } from '#server/rules/product/client-constants.ts'

export const lineLost = 'Network connectivity problem.'

/** Whether the server has said recently that the file can be viewed. Times in milliseconds of one clock. */
export class Line {
  #goodAt: number

  constructor(now: number) {
    this.#goodAt = now
  }

  good(now: number): void {
    this.#goodAt = now
  }

  /** Pages last confirmed longer ago than this are no longer shown. */
  isLost(now: number): boolean {
    return now - this.#goodAt > validityCheckSeconds * 1000
  }
}

/** When to retry a failure, in milliseconds, after a number of failures: soon, then ever later. */
export function retryAfter(failures: number): number {
  return Math.min(30_000, 1000 * 2 ** failures)
}
