import { describe, expect, test } from 'vitest'
import { Column } from './column.ts'
import { nextHit } from '#app/enhance/viewer/finder.ts'
import { PageSizes } from './page-sizes.ts'
import { addressOf, heightOf, pageIn, placeAt } from './place.ts'

const here = 'https://files.example/view/abc'

describe('a place in the document', () => {
  test('is the same one after the pages have changed their size', () => {
    const small = new Column(300, () => 500)
    const large = new Column(300, () => 2000)
    const place = placeAt(small, 74_625)
    expect(place).toEqual({ page: 150, at: 0.25 })
    expect(heightOf(large, place)).toBe(298_500)
  })

  test('beyond the end is the last page', () => {
    expect(heightOf(new Column(3, () => 100), { page: 9, at: 0 })).toBe(200)
  })

  test('has an address that leads back to it', () => {
    const address = addressOf(7, new URL(`${here}?version=2&page=1&again=1`))
    expect(address).toBe('/view/abc?version=2&page=7#page-7')
    expect(pageIn(new URL(address, here))).toBe(7)
    expect(addressOf(1, new URL(`${here}?page=7#page-7`))).toBe('/view/abc')
  })

  test.each([
    ['', null],
    ['?page=12', 12],
    ['?page=26#page-37', 37],
    ['#content', null],
    ['?page=x', null],
    ['?page=0', null],
    ['?page=-3', null],
    ['#page-999999', null],
  ])('is asked for by the address %o: page %s', (end, page) => {
    expect(pageIn(new URL(here + end))).toBe(page)
  })
})

describe('the sizes of pages', () => {
  test('are taken to be that of the first known one until they are known', () => {
    const sizes = new PageSizes(100)
    expect(sizes.learn([{ number: 26, width: 300, height: 200 }])).toBe(true)
    expect(sizes.of(1)).toMatchObject({ width: 300, height: 200 })
    expect(sizes.learn([{ number: 27, width: 300, height: 200 }])).toBe(false)
    expect(sizes.learn([{ number: 28, width: 300, height: 400 }])).toBe(true)
  })

  test('are asked for in parts of at most 500, nearest first, until all are known', () => {
    const sizes = new PageSizes(5000)
    const requests: { first: number; count: number }[] = []
    for (let range = sizes.missing(2600); range; range = sizes.missing(2600)) {
      requests.push(range)
      const numbers = Array.from({ length: range.count }, (_, at) => range.first + at)
      sizes.learn(numbers.map((number) => ({ number, width: 595, height: 842 })))
    }
    expect(requests[0]!.first).toBeLessThanOrEqual(2600)
    expect(requests[0]!.first + requests[0]!.count).toBeGreaterThan(2600)
    expect(Math.max(...requests.map(({ count }) => count))).toBe(500)
    expect(requests.reduce((sum, { count }) => sum + count, 0)).toBe(5000)
    expect(requests.length).toBeLessThanOrEqual(12)
  })
})

describe('the next hit', () => {
  const hits = [
    { page: 3, count: 2 },
    { page: 9, count: 1 },
    { page: 40, count: 5 },
  ]

  test.each([
    [1, 1, 3],
    [3, 1, 9],
    [9, -1, 3],
    [40, 1, 3],
    [3, -1, 40],
  ] as const)('from page %s by %s is on page %s', (page, direction, next) => {
    expect(nextHit(hits, page, direction)?.page).toBe(next)
  })

  test('is none where nothing was found', () => {
    expect(nextHit([], 5, 1)).toBeNull()
  })
})
