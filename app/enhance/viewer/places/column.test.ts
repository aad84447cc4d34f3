import { describe, expect, test } from 'vitest'
import { Column, pagesToKeep } from './column.ts'

const even = new Column(300, () => 1000)

describe('a column of pages', () => {
  test('is as high as its pages together', () => {
    expect(even.height).toBe(300_000)
    expect(new Column(3, (page) => page * 100).topOf(3)).toBe(300)
  })

  test.each([
    [-500, 1],
    [0, 1],
    [999.9, 1],
    [1000, 2],
    [149_500, 150],
    [299_999, 300],
    [9_999_999, 300],
  ])('has at %s the page %s', (y, page) => {
    expect(even.pageAt(y)).toBe(page)
  })

  test('of one page has that everywhere', () => {
    const one = new Column(1, () => 500)
    expect([one.pageAt(-10), one.pageAt(600), one.between(0, 400)]).toEqual([1, 1, { first: 1, last: 1 }])
  })

  test('shows most of the page that fills most of the window', () => {
    expect(even.maxVisible(700, 1500)).toEqual([2])
    expect(even.maxVisible(100, 900)).toEqual([1])
  })

  test('shows two pages alike where each has as much of the window', () => {
    expect(even.maxVisible(600, 1400)).toEqual([1, 2])
  })

  test('finds a page among 5,000 of different sizes', () => {
    const mixed = new Column(5000, (page) => (page % 2 === 0 ? 700 : 1400))
    for (const page of [1, 2, 2499, 4999, 5000]) {
      expect(mixed.pageAt(mixed.topOf(page))).toBe(page)
      expect(mixed.pageAt(mixed.topOf(page) + mixed.heightOf(page) - 0.5)).toBe(page)
    }
  })
})

describe('a column of two pages side by side', () => {
  const pairs = new Column(5, (page) => (page === 2 ? 1500 : 1000), 2)

  test('is as high as the higher page of each row', () => {
    expect(pairs.height).toBe(3500)
    expect([1, 2, 3, 4, 5].map((page) => pairs.topOf(page))).toEqual([0, 0, 1500, 1500, 2500])
    expect([1, 2, 5].map((page) => pairs.heightOf(page))).toEqual([1500, 1500, 1000])
  })

  test('has the first page of a row at its height', () => {
    expect([-5, 1499, 1500, 2600, 9999].map((y) => pairs.pageAt(y))).toEqual([1, 1, 3, 5, 5])
  })

  test('shows both pages of a row alike', () => {
    expect(pairs.maxVisible(100, 1400)).toEqual([1, 2])
    expect(pairs.between(2600, 3000)).toEqual({ first: 5, last: 5 })
  })

  test('keeps whole rows in the document', () => {
    const long = new Column(300, () => 1000, 2)
    expect(pagesToKeep(long, { top: 50_100, bottom: 50_200 })).toEqual({ first: 99, last: 104 })
  })
})

describe('the pages that are kept in the document', () => {
  test('are those that show, those of one window before, and of two after', () => {
    expect(pagesToKeep(even, { top: 100_500, bottom: 106_500 })).toEqual({ first: 95, last: 119 })
  })

  test('are at least two before and after', () => {
    expect(pagesToKeep(even, { top: 100_100, bottom: 100_200 })).toEqual({ first: 99, last: 103 })
  })

  test('end where the document does', () => {
    expect(pagesToKeep(even, { top: 0, bottom: 800 }).first).toBe(1)
    expect(pagesToKeep(even, { top: 299_500, bottom: 300_300 }).last).toBe(300)
  })
})
