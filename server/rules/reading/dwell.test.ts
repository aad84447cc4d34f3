import { expect, test } from 'vitest'
import { mergeRanges, opened, readingTime, screenTime } from './dwell.ts'

const second = 1000
const one = [{ first: 3, last: 3 }]
const ten = [{ first: 1, last: 10 }]

test('a screen counts until the next request', () => {
  expect(screenTime(one, 0, 45 * second)).toBe(45 * second)
})

test('a screen counts at most 120 seconds for each of its pages', () => {
  expect(screenTime(one, 0, 500 * second)).toBe(120 * second)
  expect(screenTime(ten, 0, 500 * second)).toBe(500 * second)
})

test('of the last screen nothing is known, nor of one that its reader left for ten minutes', () => {
  expect(screenTime(ten, 0, null)).toBe(0)
  expect(screenTime(ten, 0, 599 * second)).toBe(599 * second)
  expect(screenTime(ten, 0, 600 * second)).toBe(0)
})

test('of a clip counts what was sent, each part once, and no longer than it is known to have been open', () => {
  const clip = (...sent: [number, number][]) => ({
    sent: sent.map(([first, last]) => ({ first, last })),
    size: 1000,
    length: 20 * second,
  })
  expect(screenTime(opened, 0, 45 * second)).toBe(0)
  expect(screenTime(clip([0, 499]), 0, null)).toBe(10 * second)
  expect(screenTime(clip([0, 999]), 0, 5000 * second)).toBe(20 * second)
  expect(screenTime(clip([0, 999]), 0, 3 * second)).toBe(3 * second)
  expect(screenTime({ ...clip([0, 999]), length: 0 }, 0, 30 * second)).toBe(0)
  const moments = [
    { at: 0, shown: opened },
    { at: second, shown: clip([0, 499]) },
    { at: 15 * second, shown: clip([250, 749]) },
    { at: 900 * second, shown: null },
  ]
  expect(readingTime(moments)).toBe(15 * second)
})

test('a clock that was set back takes no time away', () => {
  expect(screenTime(one, 10 * second, 5 * second)).toBe(0)
})

test('a visit is the sum of its screens; a print ends a screen and is none itself', () => {
  const moments = [
    { at: 0, shown: null },
    { at: 5 * second, shown: one },
    { at: 35 * second, shown: ten },
    { at: 135 * second, shown: null },
    { at: 200 * second, shown: one },
  ]
  expect(readingTime(moments)).toBe((30 + 100) * second)
  expect(readingTime([])).toBe(0)
})

test('pages that are asked for within ten seconds are one screen, in whatever order they come', () => {
  const page = (number: number, at: number) => ({ at, shown: [{ first: number, last: number }] })
  expect(readingTime([page(1, 0), page(3, 1), page(2, 9 * second), page(4, 400 * second)])).toBe(360 * second)
})

test('pages that touch or overlap become one range', () => {
  const ranges = [
    { first: 11, last: 20 },
    { first: 1, last: 10 },
    { first: 5, last: 5 },
    { first: 30, last: 30 },
  ]
  expect(mergeRanges(ranges)).toEqual([
    { first: 1, last: 20 },
    { first: 30, last: 30 },
  ])
})
