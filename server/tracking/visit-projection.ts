import {
  mergeRanges,
  sameScreen,
  screenTime,
  type PageRange,
  type Shown,
} from '#server/rules/reading/dwell.ts'

/** A screen of pages, or a player, and whose reading it was. */
export type Screen = { email: string | null; at: number; shown: Shown; version: number }

/** A screen that has ended, with the time in milliseconds that counts for it. */
export type PastScreen = { screen: Screen; time: number }

/** What has to be known about a visit while something may still be measured in it. */
export class VisitProjection {
  readonly startedAt: number
  #isMeasured = false
  /** Whether a script says which pages were seen: then requests no longer count, which it also makes ahead. */
  #isSeen = false
  #open: Screen | null = null
  #past: PastScreen[] = []
  #seen: PageRange[] = []

  constructor(startedAt: number) {
    this.startedAt = startedAt
  }

  get size(): number {
    return 1 + this.#past.length + this.#seen.length
  }

  /** The screen that was requested last, whose time is not known; null where a script says what is seen. */
  get open(): Screen | null {
    return this.#isSeen ? null : this.#open
  }

  /** What the screen that is shown comes to if nothing else is requested, in milliseconds. */
  get openTime(): number {
    return this.open && !this.#isMeasured ? screenTime(this.open.shown, this.open.at, null) : 0
  }

  /** Ends the screen that was shown, at the next request (`null`: there is none), and answers it if it counts. */
  close(at: number | null): PastScreen | null {
    const screen = this.open
    this.#open = null
    if (!screen) return null
    const past = { screen, time: this.#isMeasured ? 0 : screenTime(screen.shown, screen.at, at) }
    this.#past.push(past)
    return past
  }

  show(screen: Screen): void {
    this.#open = screen
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
    const past = this.#past
    this.#isMeasured = true
    this.#past = past.map(({ screen }) => ({ screen, time: 0 }))
    return past
  }

  /** From here on only what is seen counts as shown; answers the screens that were counted, to be subtracted. */
  see(): PastScreen[] {
    const past = this.measure()
    this.#isSeen = true
    this.#past = []
    return past
  }

  /** Whether a page is seen for the first time in this visit; from now on it was. */
  isNew(page: number): boolean {
    if (this.#seen.some(({ first, last }) => first <= page && page <= last)) return false
    this.#seen = mergeRanges([...this.#seen, { first: page, last: page }])
    return true
  }
}
