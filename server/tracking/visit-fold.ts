import {
  mergeRanges,
  sameScreen,
  screenTime,
  type PageRange,
  type Shown,
} from '#server/rules/reading/dwell.ts'

/** A screen of pages, or a player, and whose reading it was. */
export type Screen = { email: string | null; at: number; shown: Shown; version: number }

/** A screen that has ended, with the time in milliseconds that counts for it so far. */
export type PastScreen = { screen: Screen; time: number }

/** What has to be known about a visit while something may still be measured in it. */
export class VisitFold {
  readonly startedAt: number
  #isMeasured = false
  #open: Screen | null = null
  #estimated: PastScreen[] = []
  #shown: PageRange[] = []

  constructor(startedAt: number) {
    this.startedAt = startedAt
  }

  get size(): number {
    return 1 + this.#estimated.length + this.#shown.length
  }

  /** The screen that is still shown, at a moment, or null. */
  openScreen(now: number): PastScreen | null {
    return this.#open && { screen: this.#open, time: this.#timeOf(this.#open, null, now) }
  }

  /** Ends the screen that was shown, at the next heartbeat, and answers it; null if there was none. */
  close(at: number): PastScreen | null {
    const screen = this.#open
    if (!screen) return null
    const past = { screen, time: this.#timeOf(screen, at, at) }
    if (past.time > 0) this.#estimated.push(past)
    this.#open = null
    return past
  }

  show(screen: Screen): void {
    this.#open = screen
    if (screen.shown !== 'player') this.#shown = mergeRanges([...this.#shown, ...screen.shown])
  }

  /** Adds pages to the screen that is shown; false if they belong to another one. */
  grow({ at, shown, version }: Screen): boolean {
    const open = this.#open
    const both = open?.version === version && sameScreen(open.shown, open.at, shown, at)
    if (!open || !both) return false
    this.show({ ...open, shown: both })
    return true
  }

  /** From here on nothing in this visit is estimated; answers what was, to be subtracted. */
  measure(): PastScreen[] {
    const estimated = this.#estimated
    this.#isMeasured = true
    this.#estimated = []
    return estimated
  }

  /** Whether a page is viewed for the first time in this visit; from now on it was. */
  isNew(page: number): boolean {
    if (this.#shown.some(({ first, last }) => first <= page && page <= last)) return false
    this.#shown = mergeRanges([...this.#shown, { first: page, last: page }])
    return true
  }

  #timeOf(screen: Screen, nextAt: number | null, now: number): number {
    return this.#isMeasured ? 0 : screenTime(screen.shown, screen.at, nextAt, now)
  }
}
