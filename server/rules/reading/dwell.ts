/** Pages of a document, from 1, inclusive. */
export type PageRange = { first: number; last: number }

/**
 * What a player was sent: bytes as ranges, of `size` bytes that play for `length` milliseconds; both are 0 for one that
 * was sent nothing yet, or nothing of which the length is known.
 */
export type Played = { sent: PageRange[]; size: number; length: number }

/** What a screen shows: pages, in order, or a video or audio player. */
export type Shown = PageRange[] | Played

export const opened: Played = { sent: [], size: 0, length: 0 }

export function isPlayer(shown: Shown): shown is Played {
  return !Array.isArray(shown)
}

/** A request in a visit: a screen that was shown, or anything else (null). */
export type Moment = { at: number; shown: Shown | null }

/**
 * How a reading time is known: a program measured all of it, or only part (`partly`), or it is estimated from the time
 * between two requests; `unknown` if there is nothing to estimate it from.
 */
export type Method = 'measured' | 'partly' | 'estimated' | 'unknown'

/** How long a page was visible, in milliseconds. */
export type PageTime = { page: number; time: number }

/** How long an opening, and so a visit, lasts; then the reader presses "Open" again. */
export const openingHolds = 12 * 3_600_000

/** Requests of a reader this far apart, or further, belong to two visits. */
export const visitGap = 10 * 60_000

/** The pages of a screen are requested one by one, all within this time (ms) of the first. */
const loadingTime = 10_000

/** A page requested again within this time (ms) counts as shown once: at another size, or reloaded. */
export const sameShowing = 60_000

const maxPerPage = 120_000

/**
 * How long a screen counts as read, in milliseconds, without a script that measures it: until the next request of the
 * same visit, at most 120 s per page shown. Nothing is known of the last screen (`nextAt` null): it counts nothing.
 * Of video or audio what was sent counts, each part once, and no longer than until the next request.
 */
export function screenTime(shown: Shown, at: number, nextAt: number | null): number {
  if (isPlayer(shown)) return playedTime(shown, nextAt === null ? Infinity : Math.max(nextAt - at, 0))
  if (nextAt === null || nextAt - at >= visitGap) return 0
  return Math.min(Math.max(nextAt - at, 0), maxPerPage * pageCount(shown))
}

function playedTime({ sent, size, length }: Played, known: number): number {
  if (size === 0) return 0
  return Math.round(Math.min((pageCount(sent) / size) * length, length, known))
}

/** Whether pages requested at two moments are on one screen. */
export function isSameScreen(at: number, nextAt: number): boolean {
  return nextAt - at < loadingTime
}

/** Merges what was shown at `at` with what is shown next into one screen; null if that is another screen. */
export function sameScreen(shown: Shown, at: number, next: Shown, nextAt: number): Shown | null {
  if (isPlayer(shown) || isPlayer(next))
    return isPlayer(shown) && isPlayer(next) ? moreSent(shown, next) : null
  return isSameScreen(at, nextAt) ? mergeRanges([...shown, ...next]) : null
}

/** What a player was sent in two parts; null if the second is another player, or another file in it. */
function moreSent(first: Played, next: Played): Played | null {
  if (next.size === 0 || (first.size > 0 && first.size !== next.size)) return null
  return { ...next, sent: mergeRanges([...first.sent, ...next.sent]) }
}

/** The reading time of one visit in milliseconds, estimated from its moments in their order. */
export function readingTime(moments: readonly Moment[]): number {
  const screens = inScreens(moments)
  return screens.reduce((sum, { at, shown }, index) => {
    return shown ? sum + screenTime(shown, at, screens[index + 1]?.at ?? null) : sum
  }, 0)
}

/** The same, with the pages of one screen as one moment. */
function inScreens(moments: readonly Moment[]): Moment[] {
  const screens: Moment[] = []
  for (const moment of moments) {
    const last = screens.at(-1)
    const shown = last?.shown && moment.shown && sameScreen(last.shown, last.at, moment.shown, moment.at)
    if (last && shown) screens[screens.length - 1] = { ...last, shown }
    else screens.push(moment)
  }
  return screens
}

/** Rounds times in milliseconds; fractions add up to less than one. */
export function methodOf(measured: number, estimated: number): Method {
  if (measured < 1) return estimated < 1 ? 'unknown' : 'estimated'
  return estimated < 1 ? 'measured' : 'partly'
}

/** Parses `3:12500,4:800`: page and milliseconds. Anything else is left out. */
export function readPageTimes(text: string): PageTime[] {
  return text
    .split(',')
    .filter((part) => /^\d{1,6}:\d{1,9}$/.test(part))
    .map((part) => part.split(':').map(Number))
    .map(([page = 0, time = 0]) => ({ page, time }))
}

export function writePageTimes(times: readonly PageTime[]): string {
  return times.map(({ page, time }) => `${page}:${time}`).join(',')
}

export function totalTime(times: readonly PageTime[]): number {
  return times.reduce((sum, { time }) => sum + time, 0)
}

export function pageCount(ranges: readonly PageRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
}

/** The same pages in as few ranges as possible, in order. */
export function mergeRanges(ranges: readonly PageRange[]): PageRange[] {
  const merged: PageRange[] = []
  for (const range of [...ranges].sort((a, b) => a.first - b.first)) {
    const previous = merged.at(-1)
    if (previous && range.first <= previous.last + 1) previous.last = Math.max(previous.last, range.last)
    else merged.push({ ...range })
  }
  return merged
}

/** "1, 2, 5–9". */
export function pagesText(pages: readonly PageRange[]): string {
  return pages.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
