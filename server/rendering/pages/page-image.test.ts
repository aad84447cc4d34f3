import { inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeBasePage, MAX_LINE_ART_BYTES, readBasePage } from './base-page.ts'
import { prepareFontConfig } from '#server/rendering/pdf/font-config.ts'
import { composePage } from './page-image.ts'
import { readPng } from './png.ts'
import { count, look, noise } from '#server/rendering/test-documents.ts'
import type { WatermarkColour, WatermarkLook, WatermarkSize } from '#server/rendering/types.ts'
import { TileCache } from '#server/rendering/watermark/watermark-tiles.ts'

const WIDTH = 801
const HEIGHT = 1001
const tiles = new TileCache()

beforeAll(() => prepareFontConfig())

function greyPage(grey: number) {
  return encodeBasePage(new Uint8Array(WIDTH * HEIGHT).fill(grey), WIDTH, HEIGHT)
}

const coloured = encodeBasePage(noise(WIDTH * HEIGHT * 4), WIDTH, HEIGHT)
const scanned = encodeBasePage(noise(WIDTH * HEIGHT), WIDTH, HEIGHT)

function mark(
  size: WatermarkSize,
  colour: WatermarkColour,
  lines = ['anna@example.com', '2026-11-20 08:40 UTC'],
): WatermarkLook {
  return { lines, code: '8F3A-21C0-77D1-04BE', size, colour }
}

describe('a page without a mark', () => {
  test('of line art is a PNG of 16 greys around the very rows that were kept', async () => {
    const base = greyPage(255)
    const image = await composePage(base, null, tiles)
    expect(image.mediaType).toBe('image/png')
    expect(Buffer.from(readPng(image.bytes).deflated).equals(readBasePage(base).deflated)).toBe(true)
    expect(count(await look(image), (red) => red !== 255)).toBe(0)
  })

  test('keeps a stray coloured pixel from making it a coloured page', () => {
    const pixels = new Uint8Array(WIDTH * HEIGHT * 4).fill(255)
    pixels[400] = 0
    expect(readBasePage(encodeBasePage(pixels, WIDTH, HEIGHT)).mode).toBe('grey4')
    pixels.fill(0, 0, 4 * 4000)
    for (let at = 0; at < 16_000; at += 4) pixels[at] = 200
    expect(readBasePage(encodeBasePage(pixels, WIDTH, HEIGHT)).mode).toBe('rgb')
  })

  test('that holds a gradient or a photograph keeps all its greys', async () => {
    const gradient = new Uint8Array(WIDTH * HEIGHT).fill(255)
    // A small one, on a page that is white otherwise.
    for (let y = 0; y < 120; y++) for (let x = 0; x < 120; x++) gradient[y * WIDTH + x] = x + y
    expect(readBasePage(encodeBasePage(gradient, WIDTH, HEIGHT)).mode).toBe('grey8')
    const rgbx = Uint8Array.from({ length: 4 * gradient.length }, (_, at) => gradient[at >> 2]!)
    expect(readBasePage(encodeBasePage(rgbx, WIDTH, HEIGHT)).mode).toBe('grey8')
  })

  test('that holds letters and shaded cells alone is line art', async () => {
    const cells = new Uint8Array(WIDTH * HEIGHT).fill(255)
    for (let at = 0; at < WIDTH * 480; at++) cells[at] = 15 * (3 + (Math.floor(at / WIDTH / 40) % 12))
    // What edges of letters look like: many greys, each beside another one.
    for (let at = WIDTH * 500; at < WIDTH * 900; at += 3) cells[at] = (at * 37) % 256
    expect(readBasePage(encodeBasePage(cells, WIDTH, HEIGHT)).mode).toBe('grey4')
  })

  test('that is a scan or in colour is a JPEG', async () => {
    expect(readBasePage(scanned).mode).toBe('grey8')
    expect(readBasePage(coloured).mode).toBe('rgb')
    for (const base of [scanned, coloured]) {
      const image = await composePage(base, null, tiles)
      expect([image.mediaType, image.width, image.height]).toEqual(['image/jpeg', WIDTH, HEIGHT])
    }
    expect(MAX_LINE_ART_BYTES).toBeLessThan(scanned.length)
  })
})

describe.each(['small', 'medium', 'large'] as const)('a %s mark', (size) => {
  test.each([
    [255, 25],
    [0, 25],
    [136, 15],
    [85, 15],
  ])('can be seen on a grey of %i', async (grey, contrast) => {
    const page = await look(await composePage(greyPage(grey), mark(size, 'grey'), tiles))
    const marked = count(page, (red) => Math.abs(red - grey) > contrast)
    expect(marked).toBeGreaterThan(WIDTH * HEIGHT * 0.005)
    expect(marked).toBeLessThan(WIDTH * HEIGHT * 0.2)
  })

  test.each([
    ['red', 0, 2],
    ['blue', 2, 0],
  ] as const)('in %s has that colour on pages of any kind', async (colour, own, other) => {
    for (const base of [greyPage(255), greyPage(0)]) {
      const page = await look(await composePage(base, mark(size, colour), tiles))
      const inked = count(page, (...channels) => channels[own]! - channels[other]! > 20)
      expect(inked).toBeGreaterThan(WIDTH * HEIGHT * 0.004)
    }
    for (const base of [scanned, coloured]) {
      const marked = await composePage(base, mark(size, colour), tiles)
      const plain = await composePage(base, null, tiles)
      expect(Buffer.from(marked.bytes).equals(Buffer.from(plain.bytes))).toBe(false)
    }
  })
})

describe('a mark', () => {
  test('is everywhere: no piece a third as wide and as high as a page is free of a small one', async () => {
    const page = await look(await composePage(greyPage(255), mark('small', 'grey'), tiles))
    const [across, down] = [Math.floor(WIDTH / 3), Math.floor(HEIGHT / 3)]
    for (let top = 0; top + down <= HEIGHT; top += 20) {
      for (let left = 0; left + across <= WIDTH; left += 20) {
        let marked = 0
        for (let y = top; y < top + down; y++) {
          for (let x = left; x < left + across; x++) if (page.at(x, y)[0] < 230) marked++
        }
        expect(marked).toBeGreaterThan(100)
      }
    }
  })

  test.each([
    ['markup', '<b>a</b> & <span size="99999">x'],
    ['any script', 'Ольга 王小明 محمد \u{1f600}'],
    ['control characters and halves of pairs', 'a\u0000\u001b\ud800b\nc'],
    ['a very long line', 'x'.repeat(2000)],
  ])('of %s is drawn as literal text', async (_, line) => {
    for (const size of ['small', 'medium', 'large'] as const) {
      const page = await look(await composePage(greyPage(255), mark(size, 'grey', [line]), tiles))
      expect(count(page, (red) => red < 240)).toBeGreaterThan(500)
    }
  })

  test('of nothing but spaces leaves the page as it is', async () => {
    const image = await composePage(
      greyPage(255),
      { ...mark('small', 'red', [' ', '\n', '']), code: '' },
      tiles,
    )
    expect(count(await look(image), (red) => red !== 255)).toBe(0)
  })

  test('is the same for the same words, and fits tiny pages too', async () => {
    const tiny = encodeBasePage(new Uint8Array(30 * 20).fill(255), 30, 20)
    const first = await composePage(tiny, mark('large', 'blue'), new TileCache())
    const second = await composePage(tiny, mark('large', 'blue'), new TileCache())
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true)
  })
})

test('bytes that are no base page are refused', async () => {
  await expect(composePage(Buffer.from('something else'), null, tiles)).rejects.toMatchObject({
    reason: 'corrupt',
  })
  expect(inflateSync(readBasePage(greyPage(0)).deflated)).toHaveLength(402 * HEIGHT)
})
