import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeBasePage } from '#server/rendering/pages/base-page.ts'
import { prepareFontConfig } from '#server/rendering/pdf/font-config.ts'
import { composePage } from '#server/rendering/pages/page-image.ts'
import type { WatermarkColour, WatermarkLook, WatermarkSize } from '#server/rendering/types.ts'
import { oneOf } from '#tests/support/world/budget.ts'
import { drawText, type Coverage } from './watermark-text.ts'
import { HALO_LEVELS, LEVELS, type MarkTile } from './watermark-tile.ts'
import { TileCache } from './watermark-tiles.ts'

const WIDTH = 1200
const HEIGHT = 900
const CODE = '8F3A-21C0-77D1-04BE'
const FONT = Math.round(WIDTH / 109)
const lines = ['rita@example.net', '2027-03-01 10:00 UTC', 'Draft for Beam Ltd']
/**
 * Letters that differ from their ground by a tenth (Michelson, of luminance) are read nearly as fast as black on white:
 * Legge, Rubin and Luebker, "Psychophysics of reading V", 1987.
 */
const LEGIBLE = 0.1
const sizes = ['small', 'medium', 'large'] as const
const colours = ['grey', 'red', 'blue'] as const
const grounds = ['white', 'black', 'grey', 'photograph', 'scan', 'red', 'green', 'blue', 'yellow'] as const
type GroundName = (typeof grounds)[number]

const tiles = new TileCache()
const bases = new Map<GroundName, Uint8Array>()

beforeAll(() => {
  prepareFontConfig()
  for (const name of grounds) bases.set(name, encodeBasePage(painted(name), WIDTH, HEIGHT))
})

const flat: Partial<Record<GroundName, [number, number, number]>> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  grey: [119, 119, 119],
  red: [200, 25, 30],
  green: [20, 150, 50],
  blue: [25, 45, 200],
  yellow: [235, 200, 20],
}

/** Red, green, blue and one byte to ignore. Photographs are noisy and neither light nor dark. */
function painted(name: GroundName): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4)
  let seed = 20270301
  for (let at = 0; at < pixels.length; at += 4) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    const noise = (seed / 2 ** 32 - 0.5) * 90
    const x = (at / 4) % WIDTH
    const y = Math.floor(at / 4 / WIDTH)
    const shade = 120 + 50 * Math.sin(x / 90) * Math.cos(y / 120) + noise
    const saturation = name === 'photograph' ? 25 : 0
    const colour = flat[name] ?? [shade + saturation, shade, shade - saturation]
    const grain = flat[name] && !isFlatGrey(name) ? noise / 2 : 0
    for (const channel of [0, 1, 2] as const)
      pixels[at + channel] = Math.max(0, Math.min(255, Math.round(colour[channel] + grain)))
  }
  return pixels
}

function isFlatGrey(name: GroundName): boolean {
  return name === 'white' || name === 'black' || name === 'grey'
}

function markOf(size: WatermarkSize, colour: WatermarkColour): WatermarkLook {
  return { lines, code: CODE, size, colour }
}

/** The luminance of each pixel, 0 to 1 (WCAG 2). */
async function luminances(base: Uint8Array, mark: WatermarkLook | null): Promise<Float64Array> {
  const { bytes } = await composePage(base, mark, tiles)
  const data = await sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer()
  const found = new Float64Array(WIDTH * HEIGHT)
  for (let at = 0; at < found.length; at++)
    found[at] =
      0.2126 * linear[data[at * 3]!]! +
      0.7152 * linear[data[at * 3 + 1]!]! +
      0.0722 * linear[data[at * 3 + 2]!]!
  return found
}

const linear = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

function contrast(one: number, other: number): number {
  return Math.abs(one - other) / (one + other + 0.01)
}

/** How a mark's letters stand off from what is right around them, as the middle of all cells of the page. */
function standOff(page: Float64Array, tile: MarkTile): number {
  const cell = 60
  const found: number[] = []
  for (let top = 0; top + cell <= HEIGHT; top += cell) {
    for (let left = 0; left + cell <= WIDTH; left += cell) {
      const sums = { core: 0, cores: 0, around: 0, arounds: 0 }
      for (let y = top; y < top + cell; y++) {
        for (let x = left; x < left + cell; x++) {
          const level = levelAt(tile, x, y)
          const value = page[y * WIDTH + x]!
          if (level === LEVELS - 1) {
            sums.core += value
            sums.cores++
          } else if (level > 0 && level <= HALO_LEVELS) {
            sums.around += value
            sums.arounds++
          }
        }
      }
      if (sums.cores > 20 && sums.arounds > 20)
        found.push(contrast(sums.core / sums.cores, sums.around / sums.arounds))
    }
  }
  expect(found.length).toBeGreaterThan(10)
  return found.sort((a, b) => a - b)[Math.floor(found.length / 10)]!
}

const levelsOf = new WeakMap<MarkTile, Uint8Array>()

function levelAt(tile: MarkTile, x: number, y: number): number {
  const { width, height } = tile.pixels
  let levels = levelsOf.get(tile)
  if (!levels) {
    const { rows, columns, levels: given } = tile.pixels
    levels = new Uint8Array(width * height)
    for (let row = 0; row < height; row++)
      for (let at = rows[row]!; at < rows[row + 1]!; at++) levels[row * width + columns[at]!] = given[at]!
    levelsOf.set(tile, levels)
  }
  return levels[(y % height) * width + (x % width)]!
}

/** Each ground has its colour in this run, and each colour at each size three grounds. */
const coloured = sizes.map((_, size) =>
  grounds.flatMap((ground, at) => oneOf(colours, size + at).map((colour) => ({ ground, colour }))),
)

describe.each(sizes)('a %s mark', (size) => {
  test.each(coloured[sizes.indexOf(size)]!)('in $colour stands off from $ground', async (given) => {
    const mark = markOf(size, given.colour)
    const [own] = await tiles.get(mark, { width: WIDTH, height: HEIGHT })
    const page = await luminances(bases.get(given.ground)!, mark)
    expect(standOff(page, own!)).toBeGreaterThan(LEGIBLE)
  })

  test.each([
    ['black on white', 255, 0],
    ['white on black', 0, 255],
  ])('leaves print of the page readable, %s', async (_, paper, ink) => {
    const print = encodeBasePage(striped(paper, ink), WIDTH, HEIGHT)
    for (const colour of oneOf(colours, sizes.indexOf(size) + paper)) {
      const mark = markOf(size, colour)
      const marks = await tiles.get(mark, { width: WIDTH, height: HEIGHT })
      const page = await luminances(print, mark)
      // Each line of the print against the paper beside it, wherever the mark lies on both.
      const ratios: number[] = []
      for (let y = 1; y < HEIGHT; y += 12) {
        for (let x = 0; x < WIDTH; x++) {
          if (!marks.some((tile) => levelAt(tile, x, y) > 0 && levelAt(tile, x, y + 2) > 0)) continue
          const [line, beside] = [page[y * WIDTH + x]!, page[(y + 2) * WIDTH + x]!]
          const [light, dark] = line > beside ? [line, beside] : [beside, line]
          ratios.push((light + 0.05) / (dark + 0.05))
        }
      }
      ratios.sort((a, b) => a - b)
      // At WCAG's 4.5 to 1 people with weak eyes still read. Where large and small print meet it may be less.
      expect(ratios[Math.floor(ratios.length / 20)]).toBeGreaterThan(4.5)
    }
  })
})

/** Thin lines of print on paper. */
function striped(paper: number, ink: number): Uint8Array {
  const grey = new Uint8Array(WIDTH * HEIGHT).fill(paper)
  for (let y = 0; y < HEIGHT; y += 12) grey.fill(ink, y * WIDTH, (y + 2) * WIDTH)
  return grey
}

describe('the code in small print under a large mark', () => {
  test.each([
    ['white', 1],
    ['black', 1],
    ['grey', 1],
    ['photograph', 40],
    ['scan', 40],
    ['red', 40],
    ['yellow', 40],
  ] as const)('is read from the picture of a page on %s, from %i of its places', async (ground, places) => {
    for (const colour of oneOf(colours, grounds.indexOf(ground)))
      expect(await readCode(ground, markOf('large', colour), places), colour).toBe(CODE)
  })

  test('names another visit on another visit’s pages', async () => {
    const mark = { ...markOf('large', 'grey'), code: '8F3A-21C0-SENDER' }
    const page = await luminances(bases.get('white')!, mark)
    const same = await luminances(bases.get('white')!, markOf('large', 'grey'))
    expect(page).not.toEqual(same)
  })
})

/** Reads each sign of the code as the eye does: by which of all hex digits its picture is most like. */
async function readCode(ground: GroundName, mark: WatermarkLook, places: number): Promise<string> {
  const found = await tiles.get(mark, { width: WIDTH, height: HEIGHT })
  const tile = found.at(-1)!
  const page = await luminances(bases.get(ground)!, mark)
  const whole = await shapeOf(CODE)
  const seen = averaged(page, tile, whole, places)
  const read = await Promise.all(
    [...CODE].map((sign, index) => (sign === '-' ? sign : readSign(seen, index))),
  )
  return read.join('')
}

/** The digit whose picture, in the place of that sign and to a pixel, is most like what is seen there. */
async function readSign(seen: Box & { values: Float64Array }, index: number): Promise<string> {
  const left = Math.round((index * seen.width) / CODE.length)
  const right = Math.round(((index + 1) * seen.width) / CODE.length)
  const scores = await Promise.all(
    [...'0123456789ABCDEF'].map(async (digit) => {
      const shape = await shapeOf(CODE.slice(0, index) + digit + CODE.slice(index + 1))
      const likeness = [-1, 0, 1].map((shift) => correlation(seen, shape, { left, right, shift }))
      return { digit, score: Math.max(...likeness) }
    }),
  )
  return scores.toSorted((a, b) => b.score - a.score)[0]!.digit
}

const shapes = new Map<string, Promise<Coverage>>()

function shapeOf(code: string): Promise<Coverage> {
  const shape = shapes.get(code) ?? drawText([code], FONT, 'Liberation Mono Bold')
  shapes.set(code, shape)
  return shape
}

type Box = { width: number; height: number }

/** The picture of the code, as the mean of its first places on the page that the large print leaves free. */
function averaged(page: Float64Array, { pixels: tile }: MarkTile, { width, height }: Box, places: number) {
  const sum = new Float64Array(width * height)
  let count = 0
  for (let top = 0; top + tile.height <= HEIGHT && count < places; top += tile.height) {
    for (let left = 0; left + tile.width <= WIDTH && count < places; left += tile.width, count++) {
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) sum[y * width + x]! += page[(top + y) * WIDTH + left + x]!
    }
  }
  return { width, height, values: sum }
}

/** How alike two pictures are between these columns, whether letters are lighter or darker than their ground. */
function correlation(
  seen: Box & { values: Float64Array },
  shape: Box & { bytes: Uint8Array },
  { left, right, shift }: { left: number; right: number; shift: number },
): number {
  const [a, b]: [number[], number[]] = [[], []]
  for (let y = 0; y < seen.height; y++) {
    for (let x = left; x < right; x++) {
      a.push(seen.values[y * seen.width + x]!)
      const from = x + shift
      const isInside = y < shape.height && from >= 0 && from < shape.width
      b.push(isInside ? shape.bytes[y * shape.width + from]! : 0)
    }
  }
  const [meanA, meanB] = [a, b].map((all) => all.reduce((sum, one) => sum + one, 0) / all.length)
  let [both, ownA, ownB] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    const [fromA, fromB] = [a[at]! - meanA!, b[at]! - meanB!]
    both += fromA * fromB
    ownA += fromA * fromA
    ownB += fromB * fromB
  }
  return Math.abs(both) / Math.sqrt(ownA * ownB + 1e-12)
}
