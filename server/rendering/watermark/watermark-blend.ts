import { grey4RowBytes, type Pixels } from '#server/rendering/pages/page-pixels.ts'
import { darkAt, darkRow, groundOfGrey4, groundOfGrey8, groundOfRgb } from './watermark-ground.ts'
import { colourTable, greyTable, type Ink } from './watermark-ink.ts'
import { LEVELS, type Covered, type MarkTile } from './watermark-tile.ts'

const PAIR_LEVELS = LEVELS * LEVELS

/** Grey ink into rows of 4-bit samples, in place: two samples at a time, since they share a byte. */
export function blendGrey4(page: Pixels, tiles: readonly MarkTile[], ink: Ink): void {
  const { width, height, pixels } = page
  const table = pairTable(greyTable(ink, 16))
  const rowBytes = grey4RowBytes(width)
  const ground = groundOfGrey4(page)
  const pairs = tiles.map((tile) => tile.pairs)
  forEachRun(pairs, { width: rowBytes - 1, height }, ({ columns, levels }, y, left, from, end) => {
    const row = y * rowBytes + 1
    const dark = darkRow(ground, y)
    for (let index = from; index < end; index++) {
      const place = left + columns[index]!
      const at = row + place
      const ink = darkAt(dark, 2 * place) * PAIR_LEVELS + levels[index]!
      pixels[at] = table[(ink << 8) + pixels[at]!]!
    }
  })
}

/** The same inks for whole bytes of two samples: at (dark * PAIR_LEVELS + level of the pair) * 256 + byte. */
function pairTable(table: Uint8Array): Uint8Array {
  const pairs = new Uint8Array(2 * PAIR_LEVELS * 256)
  for (let at = 0, ink = 0; ink < 2 * PAIR_LEVELS; ink++) {
    const dark = Math.floor(ink / PAIR_LEVELS) * LEVELS
    const left = (dark + (Math.floor(ink / LEVELS) % LEVELS)) * 16
    const right = (dark + (ink % LEVELS)) * 16
    for (let byte = 0; byte < 256; byte++)
      pairs[at++] = (table[left + (byte >> 4)]! << 4) | table[right + (byte & 15)]!
  }
  return pairs
}

/** Grey ink into grey bytes, in place. */
export function blendGrey8(page: Pixels, tiles: readonly MarkTile[], ink: Ink): void {
  const { width, pixels } = page
  const table = greyTable(ink, 256)
  const ground = groundOfGrey8(page)
  forEachRun(pixelsOf(tiles), page, ({ columns, levels }, y, left, from, end) => {
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
  forEachRun(pixelsOf(tiles), page, ({ columns, levels }, y, left, from, end) => {
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
  forEachRun(pixelsOf(tiles), page, ({ columns, levels }, y, left, from, end) => {
    const row = y * (width + 1) + 1
    const dark = darkRow(ground, y)
    for (let index = from; index < end; index++) {
      const x = left + columns[index]!
      // Where two watermarks meet the first one counts: an index has one level.
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

function pixelsOf(tiles: readonly MarkTile[]): Covered[] {
  return tiles.map(({ pixels }) => pixels)
}

/**
 * Does something with each row of each repetition of a tile: its positions are at left + columns[from] up to left +
 * columns[end - 1].
 */
function forEachRun(
  tiles: readonly Covered[],
  page: { width: number; height: number },
  blend: (tile: Covered, y: number, left: number, from: number, end: number) => void,
): void {
  for (const tile of tiles) {
    for (let y = 0; y < page.height; y++) {
      const row = y % tile.height
      const from = tile.rows[row]!
      let end = tile.rows[row + 1]!
      for (let left = 0; left < page.width && from < end; left += tile.width) {
        while (end > from && left + tile.columns[end - 1]! >= page.width) end--
        blend(tile, y, left, from, end)
      }
    }
  }
}
