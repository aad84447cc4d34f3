import { scaleSqrt } from 'd3-scale'
import { localDate } from '#server/rules/sharing/expiry.ts'
import type { Method } from '#server/rules/reading/dwell.ts'
import type { LaneDot, Lanes } from '#app/ui/charts/lanes-table.tsx'

const day = 86_400_000
const maxColumns = 14
const maxLanes = 12

/** Something that someone did; `at` in epoch milliseconds. */
type Done = { email: string | null; at: number }

type Words<Row> = {
  timeZone: string
  nameOf: (email: string | null) => string
  /** What all that someone did on one day looks like. */
  dotOf: (rows: Row[]) => LaneDot
}

/** What people did as a picture: a lane for each of them, a column for each day or week; null for too few rows. */
export function lanesOf<Row extends Done>(
  rows: readonly Row[],
  { timeZone, nameOf, dotOf }: Words<Row>,
): Lanes | null {
  if (rows.length < 2) return null
  const dayOf = (at: number) => Date.parse(localDate(at, timeZone)) / day
  const days = rows.map(({ at }) => dayOf(at))
  const [oldest, newest] = [Math.min(...days), Math.max(...days)]
  const unit = newest - oldest < maxColumns ? 1 : 7
  const count = Math.min(Math.max(Math.floor((newest - oldest) / unit) + 1, 7), maxColumns)
  const first = newest - count * unit + 1
  const lanes = new Map<string | null, Map<number, Row[]>>()
  for (const row of rows) {
    const column = Math.floor((dayOf(row.at) - first) / unit)
    if (column < 0) continue
    const lane = lanes.get(row.email) ?? new Map<number, Row[]>()
    if (!lanes.has(row.email) && lanes.size === maxLanes) continue
    lanes.set(row.email, lane)
    lane.set(column, [...(lane.get(column) ?? []), row])
  }
  const columns = Array.from({ length: count }, (_, at) => (first + at * unit) * day)
  return {
    columns: columns.map((at, index) => columnName(at, index > 0 && unit === 1 ? columns[index - 1]! : null)),
    what: unit === 1 ? `${count} days` : `${count} weeks, named by their first day`,
    lanes: [...lanes].map(([email, found]) => ({
      who: nameOf(email),
      dots: columns.map((_, at) => (found.has(at) ? dotOf(found.get(at)!) : null)),
    })),
  }
}

const monthDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "13 Nov", or "14" for the next day of the same month. */
function columnName(at: number, before: number | null): string {
  const date = new Date(at)
  const isSameMonth = before !== null && new Date(before).getUTCMonth() === date.getUTCMonth()
  return isSameMonth ? String(date.getUTCDate()) : monthDay.format(date)
}

/** Up to the width of a column. */
const radius = scaleSqrt([0, 6.76], [0, 13]).clamp(true)

/** The radius of a dot whose area is an amount, of which 1 is a usual one. */
export function radiusOf(amount: number): number {
  return Math.max(Math.round(10 * radius(amount)) / 10, 4)
}

type Stay = { seconds: number; method: Method }

/** Its area is the time; a visit without any is a small ring. */
export function dotOfVisits(visits: readonly Stay[]): LaneDot {
  const seconds = visits.reduce((sum, visit) => sum + visit.seconds, 0)
  if (seconds === 0) return { radius: 3, look: 'ring', words: 'opened' }
  const isEstimated = visits.some(({ seconds, method }) => method === 'estimated' && seconds > 0)
  return {
    radius: radiusOf(seconds / 60),
    look: isEstimated ? 'hatched' : 'full',
    words: `${isEstimated ? 'about ' : ''}${minutes(seconds)}`,
  }
}

function minutes(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
