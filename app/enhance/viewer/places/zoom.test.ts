import { describe, expect, test } from 'vitest'
import { imageWidth } from '#app/enhance/viewer/sharpness.ts'
import { heldZoom, nextZoom, percentOf, shownWidth } from './zoom.ts'

const a4 = { width: 595, height: 842 }
const room = { width: 1256, height: 700 }

describe('the width of a page', () => {
  test('is by itself that of the page without script', () => {
    expect(shownWidth('auto', a4, room, false)).toBe(848)
    expect(shownWidth('auto', a4, { ...room, width: 351 }, false)).toBe(351)
  })

  test('of a picture is by itself no larger than the picture', () => {
    expect(shownWidth('auto', { width: 300, height: 200 }, room, true)).toBe(400)
    expect(shownWidth('width', { width: 300, height: 200 }, room, true)).toBe(1256)
  })

  test('fits the window where that is wanted', () => {
    expect(shownWidth('width', a4, room, false)).toBe(1256)
    const width = shownWidth('page', a4, room, false)
    expect((width * a4.height) / a4.width).toBeCloseTo(700)
    expect(shownWidth('page', { width: 2000, height: 100 }, room, false)).toBe(1256)
  })

  test('in percent is that of the paper', () => {
    expect(shownWidth(100, { width: 72, height: 72 }, room, false)).toBe(96)
    expect(percentOf(shownWidth(150, a4, room, false), a4)).toBe(150)
  })
})

describe('zooming', () => {
  test.each([
    [100, 1, 125],
    [110, 1, 125],
    [136, 1, 150],
    [300, 1, 300],
    [100, -1, 75],
    [136, -1, 125],
    [50, -1, 50],
    [30, -1, 50],
  ] as const)('from %s percent by %s goes to %s', (from, direction, to) => {
    expect(nextZoom(from, direction)).toBe(to)
  })

  test('with fingers stays within 50 and 300 percent', () => {
    const pages = { count: 12, usual: a4 }
    expect([heldZoom(20, pages), heldZoom(133.4, pages), heldZoom(900, pages)]).toEqual([50, 133, 300])
  })

  test('of 5,000 pages ends where browsers draw no further', () => {
    const percent = heldZoom(300, { count: 5000, usual: a4 })
    expect(percent).toBeLessThan(300)
    expect((5000 * ((842 * 96) / 72) * percent) / 100).toBeLessThanOrEqual(16_200_000)
  })
})

describe('the image that is fetched', () => {
  const usual = { pixelRatio: 1, isZoomed: false, ownWidth: Infinity }

  test.each([
    [351, usual, 800],
    [1076, usual, 1200],
    [1500, { ...usual, isZoomed: true }, 1600],
    [1700, { ...usual, isZoomed: true }, 1600],
    [2380, { ...usual, isZoomed: true }, 2400],
    [9999, { ...usual, isZoomed: true }, 2400],
    [351, { ...usual, pixelRatio: 3 }, 1200],
    [1076, { ...usual, pixelRatio: 2 }, 1600],
    [1076, { ...usual, pixelRatio: 2, isZoomed: true }, 2400],
    [2000, { ...usual, isZoomed: true, ownWidth: 640 }, 800],
  ])('for %s pixels with %o is %s wide', (shown, how, width) => {
    expect(imageWidth(shown, how)).toBe(width)
  })
})
