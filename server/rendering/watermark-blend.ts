import { grey4RowBytes } from './page-pixels.ts'
import { colourTable, greyTable, isDark, type Ink } from './watermark-ink.ts'
import type { MarkTile } from './watermark-tile.ts'

type Page = { width: number; height: number; pixels: Uint8Array }

/** Grey ink into rows of 4-bit samples, in place. */
export function blendGrey4({ width, height, pixels }: Page, tile: MarkTile, ink: Ink): void {
  const table = greyTable(ink, 16)
  const rowBytes = grey4RowBytes(width)
  forEachMarked(tile, width, height, (x, y, level) => {
    const at = y * rowBytes + 1 + (x >> 1)
    const both = pixels[at]!
    if (x & 1) pixels[at] = (both & 0xf0) | table[level * 16 + (both & 15)]!
    else pixels[at] = (both & 15) | (table[level * 16 + (both >> 4)]! << 4)
  })
}

/** Grey ink into grey bytes, in place. */
export function blendGrey8({ width, height, pixels }: Page, tile: MarkTile, ink: Ink): void {
  const table = greyTable(ink, 256)
  forEachMarked(tile, width, height, (x, y, level) => {
    const at = y * width + x
    pixels[at] = table[level * 256 + pixels[at]!]!
  })
}

/** Any ink into red, green and blue bytes, in place. */
export function blendRgb({ width, height, pixels }: Page, tile: MarkTile, ink: Ink): void {
  const table = colourTable(ink)
  forEachMarked(tile, width, height, (x, y, level) => {
    const at = (y * width + x) * 3
    const red = pixels[at]!
    const green = pixels[at + 1]!
    const blue = pixels[at + 2]!
    const base = (level * 2 + (isDark(red, green, blue) ? 1 : 0)) * 3 * 256
    pixels[at] = table[base + red]!
    pixels[at + 1] = table[base + 256 + green]!
    pixels[at + 2] = table[base + 512 + blue]!
  })
}

/** Rows of 4-bit samples as rows of indexes into inkPalette, each row with its filter byte. */
export function indexGrey4({ width, height, pixels }: Page, tile: MarkTile): Buffer {
  const rowBytes = grey4RowBytes(width)
  const indexed = Buffer.allocUnsafe((width + 1) * height)
  let to = 0
  for (let y = 0; y < height; y++) {
    indexed[to++] = 0
    let from = y * rowBytes + 1
    for (const end = to + width - 1; to < end; to += 2) {
      const both = pixels[from++]!
      indexed[to] = both >> 4
      indexed[to + 1] = both & 15
    }
    if (width & 1) indexed[to++] = pixels[from]! >> 4
  }
  forEachMarked(tile, width, height, (x, y, level) => {
    indexed[y * (width + 1) + 1 + x]! |= level << 4
  })
  return indexed
}

/** Grey bytes as red, green and blue bytes. */
export function greyToRgb(grey: Uint8Array): Buffer {
  const rgb = Buffer.allocUnsafe(grey.length * 3)
  for (let from = 0, to = 0; from < grey.length; from++, to += 3) {
    rgb[to] = rgb[to + 1] = rgb[to + 2] = grey[from]!
  }
  return rgb
}

function forEachMarked(
  tile: MarkTile,
  width: number,
  height: number,
  mark: (x: number, y: number, level: number) => void,
): void {
  for (let y = 0; y < height; y++) {
    const row = y % tile.height
    const start = tile.rows[row]!
    const end = tile.rows[row + 1]!
    for (let left = 0; left < width && start < end; left += tile.width) {
      for (let at = start; at < end; at++) {
        const x = left + tile.columns[at]!
        if (x >= width) break
        mark(x, y, tile.levels[at]!)
      }
    }
  }
}
