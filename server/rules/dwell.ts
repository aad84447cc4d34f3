/** Pages of a document, from 1, both included. */
export type PageRange = { first: number; last: number }

/** A sign of life in a visit: a screen of pages that was shown, or anything else (null). */
export type Moment = { at: number; pages: PageRange | null }

const mostPerPage = 120_000
const mostForLastScreen = 60_000

/**
 * How long a screen counts as read, in milliseconds, without a script that measures it (readings B13): until
 * the next sign of life, at most 120 s for each page shown; the last screen so far at most 60 s.
 */
export function screenTime(shown: PageRange, at: number, nextAt: number | null, now: number): number {
  const until = nextAt ?? now
  const most = nextAt === null ? mostForLastScreen : mostPerPage * pageCount(shown)
  return Math.min(Math.max(until - at, 0), most)
}

/** The reading time of one visit in milliseconds, estimated from its moments in their order. */
export function readingTime(moments: readonly Moment[], now: number): number {
  return moments.reduce((sum, { at, pages }, index) => {
    return pages ? sum + screenTime(pages, at, moments[index + 1]?.at ?? null, now) : sum
  }, 0)
}

export function pageCount({ first, last }: PageRange): number {
  return last - first + 1
}

/** The same pages as few ranges as possible, in order. */
export function mergeRanges(ranges: readonly PageRange[]): PageRange[] {
  const merged: PageRange[] = []
  for (const range of [...ranges].sort((a, b) => a.first - b.first)) {
    const previous = merged.at(-1)
    if (previous && range.first <= previous.last + 1) previous.last = Math.max(previous.last, range.last)
    else merged.push({ ...range })
  }
  return merged
}
