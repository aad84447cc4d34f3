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
