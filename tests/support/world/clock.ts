export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Time that moves only when a test says so. */
export class FakeClock {
  #time: number

  constructor(start = Date.UTC(2026, 10, 20, 9, 0, 0)) {
    this.#time = start
  }

  readonly now = (): number => this.#time

  advance(milliseconds: number): void {
    this.#time += milliseconds
  }

  /** The date so many days from now, as forms take it. */
  dateIn(days: number): string {
    return new Date(this.#time + days * day).toISOString().slice(0, 10)
  }
}
