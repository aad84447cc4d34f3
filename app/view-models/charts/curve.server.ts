import { scaleLinear } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import type { CurveShown } from '#app/ui/charts/curve.tsx'
import type { Spark } from '#app/ui/charts/sparkline.tsx'
import type { Day } from './days.server.ts'
import { heights, high } from './scales.server.ts'

type Point = { day: Day; value: number }
type Words = {
  /** What is counted: "Visits". */
  what: string
  /** How an amount is written; a plain number unless it says otherwise. */
  figure?: (value: number) => string
}

/** A number for each day, the oldest first, as a curve: at least two days. */
export function curveOf(points: readonly Point[], { what, figure = plain }: Words): CurveShown {
  const most = points.reduce((best, point) => (point.value > best.value ? point : best))
  const y = scaleLinear([0, Math.max(most.value, 1)], [high, 0]).nice(2)
  const x = scaleLinear([0, points.length - 1], [0, width(points)])
  const at = (_: Point, index: number) => x(index)
  const up = ({ value }: Point) => y(value)
  const shape = line<Point>(at, up).curve(curveMonotoneX).digits(1)
  const ground = area<Point>(at, high, up).curve(curveMonotoneX).digits(1)
  const [first, middle, last] = [points[0]!, points[Math.floor(points.length / 2)]!, points.at(-1)!]
  const busy = points.filter(({ value }) => value > 0)
  return {
    width: width(points),
    line: shape(points) ?? '',
    area: ground(points) ?? '',
    top: figure(y.domain()[1]!),
    days: [first, middle, last].map(({ day }) => day.short),
    title: `${what} by day, ${first.day.long} to ${last.day.long}`,
    words: most.value > 0 ? `The most were ${figure(most.value)}, on ${most.day.long}.` : 'None on any day.',
    table: {
      head: ['Day', what],
      rows: busy.map(({ day, value }) => [day.long, figure(value)]),
      note: busy.length < points.length ? 'Days that are not in the table have none.' : '',
    },
  }
}

function width(points: readonly Point[]): number {
  return (points.length - 1) * 10
}

function plain(value: number): string {
  return value.toLocaleString('en')
}

const sparkHeight = 24

/** Counts as small columns, the oldest first; null if there are none. A day without any keeps a tick. */
export function sparkOf(values: readonly number[]): Spark {
  const max = Math.max(0, ...values)
  if (max === 0) return null
  const height = heights(max, sparkHeight)
  const path = values.map((value, at) => `M${at * 8 + 3} 27v${-Math.max(Math.round(height(value)), 1)}`)
  return { width: values.length * 8, path: path.join('') }
}
