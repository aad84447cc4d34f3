import { recentTime, type ShownTime } from '#server/rules/text/format.ts'
import type { ShareRow } from '#server/shares/rows.ts'
import type { RefusedCount, ReadingFigures, Tracking, VisitFilter } from '#server/tracking/tracking.ts'
import { localDate } from '#server/rules/sharing/expiry.ts'
import { refusalOf } from '#app/view-models/activity-labels.server.ts'
import { barsOf, keysOf } from '#app/view-models/charts/bars.server.ts'
import { curveOf } from '#app/view-models/charts/curve.server.ts'
import { lastDays } from '#app/view-models/charts/days.server.ts'

type Moments = Awaited<ReturnType<Tracking['moments']>>
type Here = (query: Record<string, string | number | undefined>) => string

const spans = [14, 90]
/** Up to this many days, there is space for a column each. */
export const standardDays = 14

/** How many of the last days a picture has, as an address says. */
export function daysIn({ searchParams }: URL): number {
  return spans.find((days) => String(days) === searchParams.get('days')) ?? standardDays
}

const series: Parameters<typeof keysOf>[0] = [
  { name: 'Visits', one: 'visit', many: 'visits' },
  { name: 'Blocked attempts', one: 'blocked', many: 'blocked', colour: 3 },
]

type DaysQuery = { days: number; timeZone: string; now: number; here: Here }

/** Visits and blocked attempts by day: few days as columns, many as a curve; null if there was never any. */
export function byDay({ visits, refusals }: Moments, { days, timeZone, now, here }: DaysQuery) {
  if (visits.length + refusals.length === 0) return null
  const count = (rows: Moments['visits']) => {
    const byDate = new Map<string, number>()
    for (const { at } of rows) {
      const date = localDate(at, timeZone)
      byDate.set(date, (byDate.get(date) ?? 0) + 1)
    }
    return byDate
  }
  const shown = lastDays(days, timeZone, now)
  // A day more than is shown, so that no zone loses an hour of the first.
  const since = now - (days + 1) * 86_400_000
  const [came, stopped] = [visits, refusals].map((rows) => count(rows.filter(({ at }) => at >= since))) as [
    Map<string, number>,
    Map<string, number>,
  ]
  const rows = shown.map((day) => ({ day, values: [came.get(day.date) ?? 0, stopped.get(day.date) ?? 0] }))
  const isMany = days > standardDays
  return {
    bars: isMany ? null : barsOf(rows, series),
    curve: isMany
      ? curveOf(
          rows.map(({ day, values }) => ({ day, value: values[0] ?? 0 })),
          { what: 'Visits' },
        )
      : null,
    keys: isMany ? [] : keysOf(series),
    choice: spans.map((span) => ({
      label: `${span} days`,
      to: here({ days: span === standardDays ? undefined : span }),
      isHere: span === days,
    })),
  }
}

type Named = (email: string | null) => string
type Journey = {
  readings: ReadingFigures
  moments: Moments
  version: number
  nameOf: Named
  timeZone: string
  now: number
}

/** A moment, who, and what they did: "First opened", 3 November, "by Rita Reader". */
export type Opening = { what: string; at: ShownTime; who: string }

/** When it was opened first and last, and how far those got whose pages are known. */
export function journeyOf(share: ShareRow, { readings, moments, version, nameOf, timeZone, now }: Journey) {
  const [first, last] = [moments.visits[0], moments.visits.at(-1)]
  const opening = (what: string, start: Moments['visits'][number]): Opening => ({
    what,
    at: recentTime(start.at, timeZone, now),
    who: nameOf(start.email),
  })
  return {
    openings: [
      ...(first ? [opening('First opened', first)] : []),
      ...(last && last !== first ? [opening('Last opened', last)] : []),
    ],
    reach: version === share.version ? reachOf(readings, share.page_count) : '',
  }
}

/** "Read to the end: 3 of 5, 1 of them not measured. Most others stop at page 9." */
export function reachOf(
  { lastPages, readers }: Pick<ReadingFigures, 'lastPages' | 'readers'>,
  pageCount: number,
): string {
  if (pageCount < 2 || lastPages.length === 0) return ''
  const named = lastPages.filter(({ email }) => email !== null)
  // Visitors of a link cannot be told apart: how far each got is not known.
  if (named.length === 0) return ''
  const ended = named.filter(({ page }) => page >= pageCount)
  const guessed = ended.filter(({ method }) => method !== 'measured').length
  const unknown = readers - lastPages.length
  const others = named.filter(({ page }) => page < pageCount)
  const byPage = Map.groupBy(others, ({ page }) => page)
  const [most] = [...byPage].toSorted((a, b) => b[1].length - a[1].length || b[0] - a[0])
  const isMost = most !== undefined && most[1].length > 1 && most[1].length * 2 > others.length
  return [
    `Read to the end: ${ended.length} of ${named.length + unknown}`,
    guessed > 0 ? `, ${guessed === ended.length ? 'not measured' : `${guessed} of them not measured`}` : '',
    '.',
    isMost ? ` Most others stop at page ${most[0]}.` : '',
  ].join('')
}

/** Why attempts were blocked, how often, and when last. */
export function listedRefusals(refusals: readonly RefusedCount[], timeZone: string, now: number) {
  return refusals.map(({ reason, count, people, lastAt }) => {
    const words = refusalOf(reason)
    return {
      reason: words.charAt(0).toUpperCase() + words.slice(1),
      count: count.toLocaleString('en'),
      people: people === 1 ? '1 person' : people > 1 ? `${people} people` : 'Unknown',
      last: recentTime(lastAt, timeZone, now),
    }
  })
}

/** The visits and attempts that an address asks for. */
export function visitFilter(
  { person, from, to, topic }: Omit<VisitFilter, 'only' | 'version'> & { topic: string | null },
  version: number | undefined,
): VisitFilter {
  const only = topic === 'reading' ? 'visits' : topic === 'refusals' ? 'refusals' : null
  return { person, from, to, version: version ?? null, only }
}
