import { grey4RowBytes, type Pixels } from './page-pixels.ts'
import { darkAt, darkRow, groundOfGrey4, groundOfGrey8, groundOfRgb } from './watermark-ground.ts'
import { colourTable, greyTable, type Ink } from './watermark-ink.ts'
import { LEVELS, type MarkTile } from './watermark-tile.ts'

/** Grey ink into rows of 4-bit samples, in place. */
export function blendGrey4(page: Pixels, tiles: readonly MarkTile[], ink: Ink): void {
  const { width, pixels } = page
  const table = pairTable(greyTable(ink, 16))
  const rowBytes = grey4RowBytes(width)
  const ground = groundOfGrey4(page)
  forEachRun(tiles, page, ({ columns, levels }, y, left, from, end) => {
    const row = y * rowBytes + 1
    const dark = darkRow(ground, y)
    for (let index = from; index < end; index++) {
      const x = left + columns[index]!
      const at = row + (x >> 1)
      const base = ((x & 1) * 2 + darkAt(dark, x)) * LEVELS + levels[index]!
      pixels[at] = table[base * 256 + pixels[at]!]!
    }
  })
}

/** The same inks for whole bytes of two samples: first those that change the left one, then the right one. */
function pairTable(table: Uint8Array): Uint8Array {
  const pairs = new Uint8Array(2 * table.length * 16)
  for (let at = 0; at < pairs.length; at++) {
    const isRight = at >= pairs.length / 2
    const ink = (at >> 8) % (table.length / 16)
    const [left, right] = [(at >> 4) & 15, at & 15]
    pairs[at] = isRight ? (left << 4) | table[ink * 16 + right]! : (table[ink * 16 + left]! << 4) | right
  }
  return pairs
}

/** Grey ink into grey bytes, in place. */
export function blendGrey8(page: Pixels, tiles: readonly MarkTile[], ink: Ink): void {
  const { width, pixels } = page
  const table = greyTable(ink, 256)
  const ground = groundOfGrey8(page)
  forEachRun(tiles, page, ({ columns, levels }, y, left, from, end) => {
    const dark = darkRow(ground, y)
    for (let index = from; index < end; index++) {
      const x = left + columns[index]!
      const at = y * width + x
      pixels[at] = table[(darkAt(dark, x) * LEVELS + levels[index]!) * 256 + pixels[at]!]!
    }
  })
}

/** Any ink into red, green and blue bytes, in place. */
export function blendRgb(page: Pixels, tiles: readonly MarkTile[], ink: Ink): void {
  const { width, pixels } = page
  const table = colourTable(ink)
  const ground = groundOfRgb(page)
  forEachRun(tiles, page, ({ columns, levels }, y, left, from, end) => {
    const dark = darkRow(ground, y)
    for (let index = from; index < end; index++) {
      const x = left + columns[index]!
      const at = (y * width + x) * 3
      const base = (darkAt(dark, x) * LEVELS + levels[index]!) * 3 * 256
      pixels[at] = table[base + pixels[at]!]!
      pixels[at + 1] = table[base + 256 + pixels[at + 1]!]!
      pixels[at + 2] = table[base + 512 + pixels[at + 2]!]!
    }
  })
}

/** Rows of 4-bit samples as rows of indexes into inkPalette, each row with its filter byte. */
export function indexGrey4(page: Pixels, tiles: readonly MarkTile[]): Buffer {
  const { width, height, pixels } = page
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
  const ground = groundOfGrey4(page)
  forEachRun(tiles, page, ({ columns, levels }, y, left, from, end) => {
    const row = y * (width + 1) + 1
    const dark = darkRow(ground, y)
    for (let index = from; index < end; index++) {
      const x = left + columns[index]!
      // Where two marks meet the first one holds: an index tells of one level.
      if (indexed[row + x]! < 16) indexed[row + x]! |= (darkAt(dark, x) * LEVELS + levels[index]!) << 4
    }
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

/** Does with each row of each repetition of a tile: its pixels stand at left + columns[from] up to left + columns[end - 1]. */
function forEachRun(
  tiles: readonly MarkTile[],
  { width, height }: Pixels,
  blend: (tile: MarkTile, y: number, left: number, from: number, end: number) => void,
): void {
  for (const tile of tiles) {
    for (let y = 0; y < height; y++) {
      const row = y % tile.height
      const from = tile.rows[row]!
      let end = tile.rows[row + 1]!
      for (let left = 0; left < width && from < end; left += tile.width) {
        while (end > from && left + tile.columns[end - 1]! >= width) end--
        blend(tile, y, left, from, end)
      }
    }
  }
}
