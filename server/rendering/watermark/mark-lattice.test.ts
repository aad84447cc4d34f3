import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeBasePage } from '#server/rendering/pages/base-page.ts'
import { composePage } from '#server/rendering/pages/page-image.ts'
import { prepareFontConfig } from '#server/rendering/pdf/font-config.ts'
import type { WatermarkLook } from '#server/rendering/types.ts'
import { latticeFor, linesOf } from './mark-lattice.ts'
import { coverSheet } from './stamp-layout.ts'
import { TileCache } from './watermark-tiles.ts'

const WIDTH = 800
const HEIGHT = 1130
const CODE = '8F3A-21C0-77D1-04BE'
const usual: WatermarkLook = {
  lines: ['rita.lindqvist@example.net', '2027-03-01 10:00 UTC'],
  code: CODE,
  size: 'small',
  colour: 'grey',
}
const tiles = new TileCache()
beforeAll(() => prepareFontConfig())

async function page(paper: number, look: WatermarkLook): Promise<Uint8Array> {
  const base = encodeBasePage(new Uint8Array(WIDTH * HEIGHT).fill(paper), WIDTH, HEIGHT)
  const { bytes } = await composePage(base, look, tiles)
  return sharp(bytes).toColourspace('b-w').extractChannel(0).raw().toBuffer()
}

test.each([
  ['white', 255, 0.03],
  // Light letters on black have wider edges.
  ['black', 0, 0.04],
])('the default mark touches few of the pixels of a %s page', async (_, paper, most) => {
  const touched = (await page(paper, usual)).reduce((sum, value) => sum + (value === paper ? 0 : 1), 0)
  expect(touched / (WIDTH * HEIGHT)).toBeLessThan(most)
  expect(touched / (WIDTH * HEIGHT)).toBeGreaterThan(0.01)
})

describe.each(['small', 'medium'] as const)('each quarter of a page with a %s mark', (size) => {
  test.each([
    ['the code of the visit', { ...usual, size, code: '8F3A-21C0-77D1-04BF' }],
    ['the address', { ...usual, size, lines: ['rita.lindqvisk@example.net', usual.lines[1]!] }],
    ['the time', { ...usual, size, lines: [usual.lines[0]!, '2027-03-01 10:01 UTC'] }],
  ])('tells %s: one letter changed shows there', async (_, other) => {
    const [one, two] = await Promise.all([page(255, { ...usual, size }), page(255, other)])
    const changed = [0, 0, 0, 0]
    for (let at = 0; at < one.length; at++) {
      const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
      if (one[at] !== two[at]) changed[(y * 2 < HEIGHT ? 0 : 2) + (x * 2 < WIDTH ? 0 : 1)]!++
    }
    // About as many pixels as half of a letter.
    for (const count of changed) expect(count).toBeGreaterThan(10)
  })
})

test('what fits is one line, and the sender’s text and a long address are lines of their own', () => {
  expect(linesOf(['r@example.net', 'Draft'], CODE)).toEqual(['r@example.net  ·  Draft', CODE])
  const long = `${'a'.repeat(60)}@example.net`
  const lines = linesOf([long, '2027-03-01 10:00 UTC', 'For the board of Beam Ltd alone'], CODE)
  expect(lines.join('')).toContain(long)
  expect(lines.slice(2)).toEqual(['2027-03-01 10:00 UTC', 'For the board of Beam Ltd alone', CODE])
})

test('marks of any number of lines lie beside each other, on page images and on stamped pages alike', () => {
  for (const block of [
    { width: 150, height: 15 },
    { width: 250, height: 120 },
    { width: 700, height: 30 },
  ]) {
    const { across, down } = latticeFor('small', block)
    const { places } = coverSheet(block, 'small')
    for (const one of places.slice(0, 20)) {
      for (const two of places) {
        if (one === two) continue
        const [x, y] = [two.x - one.x, two.y - one.y]
        const along = Math.abs(x * Math.cos(Math.PI / 6) + y * 0.5)
        const beside = Math.abs(y * Math.cos(Math.PI / 6) - x * 0.5)
        expect(along >= block.width || beside >= block.height).toBe(true)
      }
    }
    expect(across).toBeGreaterThan(0)
    expect(down / across).toBeCloseTo(184 / 480)
  }
})
