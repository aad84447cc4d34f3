import { stack } from 'd3-shape'
import type { BarsShown } from '#app/ui/charts/bars.tsx'
import type { FigureKey } from '#app/ui/charts/figure.tsx'
import type { Day } from './days.server.ts'
import { heights, high } from './scales.server.ts'

/**
 * Names of up to three series, from the lowest: what is counted, as in "2 downloads"; and its colour where that is not
 * its place: 3 warns.
 */
type Series = readonly { name: string; one: string; many: string; colour?: 1 | 2 | 3 }[]

/** For each day, the oldest first, one number of each series. */
export function barsOf(days: readonly { day: Day; values: readonly number[] }[], series: Series): BarsShown {
  const max = Math.max(...days.map(({ values }) => values.reduce((sum, value) => sum + value, 0)))
  const height = heights(max)
  const layers = stack<unknown, (typeof days)[number], number>()
    .keys(series.keys())
    .value(({ values }, at) => values[at] ?? 0)(days)
  const valuesText = (values: readonly number[]) =>
    series.map(({ one, many }, at) => `${values[at] ?? 0} ${values[at] === 1 ? one : many}`).join(', ')
  return {
    columns: days.map(({ day, values }, column) => ({
      name: column === 0 || day.date.endsWith('-01') || days.length > fewDays ? day.short : dayOfMonth(day),
      words: `${day.long}: ${valuesText(values)}`,
      parts: layers.flatMap((layer, at) => {
        const [from, to] = layer[column]!
        if (to === from) return []
        const lower = height(from)
        return [
          {
            series: series[at]!.colour ?? at + 1,
            y: round(high - height(to)),
            height: round(height(to) - lower),
          },
        ]
      }),
    })),
    isMany: days.length > fewDays,
    table: {
      head: ['Day', ...series.map(({ name }) => name)],
      rows: days
        .filter(({ values }) => values.some((value) => value > 0))
        .map(({ day, values }) => [day.long, ...values.map((value) => value.toLocaleString('en'))]),
      note: 'Days that are not in the table have none.',
    },
  }
}

const fewDays = 14

export function keysOf(series: Series): FigureKey[] {
  return series.map(({ name, colour }, at) => ({ look: `key-${colour ?? at + 1}`, words: name }))
}

function dayOfMonth({ date }: Day): string {
  return String(Number(date.slice(-2)))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
