import { localDate } from '#server/rules/sharing/expiry.ts'
import type { VisitPage } from '#server/tracking/tracking.ts'
import type { LaneDot, VisitLanes } from './visit-lanes.tsx'

const day = 86_400_000
const maxColumns = 14
const maxLanes = 12

type Dot = { measured: number; estimated: number }

/** The visits of a list as a picture: a lane for each reader, a column for each day or week; null for too few. */
export function visitLanes(
  { rows }: VisitPage,
  timeZone: string,
  nameOf: (email: string | null) => string,
): VisitLanes | null {
  const visits = rows.flatMap((row) => (row.kind === 'visit' ? [row] : []))
  if (visits.length < 2) return null
  const dayOf = (at: number) => Date.parse(localDate(at, timeZone)) / day
  const days = visits.map(({ startedAt }) => dayOf(startedAt))
  const [oldest, newest] = [Math.min(...days), Math.max(...days)]
  const unit = newest - oldest < maxColumns ? 1 : 7
  const count = Math.min(Math.max(Math.floor((newest - oldest) / unit) + 1, 7), maxColumns)
  const first = newest - count * unit + 1
  const lanes = new Map<string | null, Map<number, Dot>>()
  for (const { email, startedAt, seconds, method } of visits) {
    const column = Math.floor((dayOf(startedAt) - first) / unit)
    if (column < 0) continue
    const lane = lanes.get(email) ?? new Map<number, Dot>()
    if (!lanes.has(email) && lanes.size === maxLanes) continue
    lanes.set(email, lane)
    const dot = lane.get(column) ?? { measured: 0, estimated: 0 }
    dot[method] += seconds
    lane.set(column, dot)
  }
  const columns = Array.from({ length: count }, (_, at) => (first + at * unit) * day)
  return {
    columns: columns.map((at, index) => columnName(at, index > 0 && unit === 1 ? columns[index - 1]! : null)),
    what: unit === 1 ? `${count} days` : `${count} weeks, named by their first day`,
    lanes: [...lanes].map(([email, dots]) => ({
      who: nameOf(email),
      dots: columns.map((_, at) => dotOf(dots.get(at))),
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

/** Its area is the time; a visit without any is a small ring. */
function dotOf(dot: Dot | undefined): LaneDot {
  if (!dot) return null
  const seconds = dot.measured + dot.estimated
  const radius = seconds === 0 ? 3 : Math.min(13, Math.max(4, Math.sqrt(seconds / 60) * 5))
  return {
    radius: Math.round(radius * 10) / 10,
    look: seconds === 0 ? 'ring' : dot.estimated > 0 ? 'hatched' : 'full',
    words: seconds === 0 ? 'opened' : `${dot.estimated > 0 ? 'about ' : ''}${minutes(seconds)}`,
  }
}

function minutes(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
