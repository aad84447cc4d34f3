import { describe, expect, test } from 'vitest'
import { barsOf, keysOf } from './bars.server.ts'
import { curveOf, sparkOf } from './curve.server.ts'
import { lastDays } from './days.server.ts'
import { heights, stepOfAmount, stepOfSeconds } from './scales.server.ts'

const november = Date.UTC(2026, 10, 22, 12)

describe('days', () => {
  test('are calendar days of the zone, also where clocks change', () => {
    const dates = (zone: string, now: number) => lastDays(3, zone, now).map(({ date }) => date)
    expect(dates('UTC', november)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
    expect(dates('Pacific/Kiritimati', november)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
    const afterChange = Date.UTC(2026, 9, 25, 22, 30)
    expect(dates('Europe/Berlin', afterChange)).toEqual(['2026-10-23', '2026-10-24', '2026-10-25'])
    expect(lastDays(1, 'UTC', november)[0]).toMatchObject({ short: '22 Nov', long: '22 November 2026' })
  })
})

describe('a curve', () => {
  const values = [0, 2, 4, 1]
  const days = lastDays(4, 'UTC', november)
  const curve = curveOf(
    days.map((day, at) => ({ day, value: values[at]! })),
    { what: 'Visits' },
  )

  test('has a point for each day, the most at the upper edge', () => {
    expect(curve.width).toBe(30)
    expect(curve.top).toBe('4')
    expect(curve.line).toMatch(/^M0,100C/)
    expect(curve.line).toMatch(/20,0C/)
    expect(curve.line).toMatch(/30,75$/)
  })

  test('says what it shows, and has the same as a table', () => {
    expect(curve.title).toBe('Visits by day, 19 November 2026 to 22 November 2026')
    expect(curve.words).toBe('The most were 4, on 21 November 2026.')
    expect(curve.days).toEqual(['19 Nov', '21 Nov', '22 Nov'])
    expect(curve.table.rows).toEqual([
      ['20 November 2026', '2'],
      ['21 November 2026', '4'],
      ['22 November 2026', '1'],
    ])
  })

  test('without anything is a line on the ground', () => {
    const none = curveOf(
      days.map((day) => ({ day, value: 0 })),
      { what: 'Visits' },
    )
    expect(none.words).toBe('None on any day.')
    expect(none.line).not.toMatch(/NaN/)
    expect(none.table.rows).toEqual([])
  })
})

test('a small picture in a row keeps a tick for an empty day, and is not there for nothing', () => {
  expect(sparkOf([0, 0])).toBeNull()
  expect(sparkOf([0, 3, 6])).toEqual({ width: 24, path: 'M3 27v-1M11 27v-12M19 27v-24' })
})

test('columns are stacked from the ground, the highest as high as the picture', () => {
  const series = [
    { name: 'Visits', one: 'visit', many: 'visits' },
    { name: 'Blocked', one: 'blocked', many: 'blocked' },
  ]
  const [first, second] = lastDays(2, 'UTC', november)
  const bars = barsOf(
    [
      { day: first!, values: [3, 1] },
      { day: second!, values: [0, 0] },
    ],
    series,
  )
  expect(bars.columns[0]!.words).toBe('21 November 2026: 3 visits, 1 blocked')
  expect(bars.columns[0]!.parts).toEqual([
    { series: 1, y: 25, height: 75 },
    { series: 2, y: 0, height: 25 },
  ])
  expect(bars.columns[1]!.parts).toEqual([])
  expect(bars.table.rows).toEqual([['21 November 2026', '3', '1']])
  expect(keysOf(series)).toEqual([
    { look: 'key-1', words: 'Visits' },
    { look: 'key-2', words: 'Blocked' },
  ])
})

test('colours have five steps', () => {
  expect([0, 9, 10, 39, 40, 69, 70, 900].map(stepOfSeconds)).toEqual([1, 1, 2, 3, 4, 4, 5, 5])
  expect([0, 1, 5, 10].map(stepOfAmount(10))).toEqual([0, 1, 3, 5])
  expect([0, 5, 20].map(heights(10))).toEqual([0, 50, 100])
})
