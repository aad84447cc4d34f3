import type { WatermarkSize } from './types.ts'
import { drawableLines, drawText, turn, type Coverage } from './watermark-text.ts'

/** Strengths of ink that a tile tells apart; 0 is none. */
export const LEVELS = 16

/**
 * A mark that repeats every `width` and `height` pixels, as only the pixels it covers: those of row y stand
 * from rows[y] up to rows[y + 1] in `columns` and `levels`.
 */
export type MarkTile = {
  width: number
  height: number
  rows: Uint32Array
  columns: Uint16Array
  levels: Uint8Array
}

const DEGREES = -30
const COSINE = Math.cos(Math.PI / 6)
const SINE = 0.5
const SEPARATOR = '  ·  '

// Font size as a part of the page's width, and distance between rows of text in font sizes.
const REPEATED = {
  small: { fontPart: 1 / 100, gap: 6, smallestFont: 10 },
  medium: { fontPart: 1 / 46, gap: 5, smallestFont: 14 },
}
const LARGE_PART_OF_PAGE = 0.94
const MEASURING_FONT = 40

/** The tile of a look for pages of these pixels; null where the lines hold nothing to draw. */
export async function makeTile(
  lines: readonly string[],
  size: WatermarkSize,
  page: { width: number; height: number },
): Promise<MarkTile | null> {
  const drawable = drawableLines(lines)
  if (drawable.length === 0) return null
  if (size === 'large') return makeLargeTile(drawable, page)
  const { fontPart, gap, smallestFont } = REPEATED[size]
  const font = Math.max(smallestFont, page.width * fontPart)
  const text = await drawText(size === 'small' ? [drawable.join(SEPARATOR)] : drawable, font)
  return makeRepeatedTile(text, font, gap)
}

/** Whether the tile of this size depends on the page's height too. */
export function fillsPage(size: WatermarkSize): boolean {
  return size === 'large'
}

/** Rows of text along the slope, every second one shifted by half, so that no cut-out stays unmarked. */
async function makeRepeatedTile(text: Coverage, font: number, gap: number): Promise<MarkTile> {
  const mark = await turn(text, DEGREES)
  const wantedPitch = text.height + gap * font
  // Going along the slope by one repetition crosses the tile's diagonal, so that rows go on without a seam.
  const repetition = Math.max(text.width + 3 * font, wantedPitch / (COSINE * SINE))
  const width = Math.round(repetition * COSINE)
  const height = Math.round(repetition * SINE)
  const rowsOfText = Math.max(1, Math.round((height * COSINE) / wantedPitch))
  const coverage: Coverage = { width, height, bytes: new Uint8Array(width * height) }
  for (let row = 0; row < rowsOfText; row++) {
    const shift = row % 2 === 0 ? 0 : repetition / 2
    stamp(coverage, mark, Math.round(shift * COSINE), Math.round((row * height) / rowsOfText - shift * SINE))
  }
  return toTile(coverage)
}

/** One mark across the whole page, as large as fits. */
async function makeLargeTile(
  lines: readonly string[],
  page: { width: number; height: number },
): Promise<MarkTile> {
  const measured = await drawText(lines, MEASURING_FONT)
  const boxWidth = measured.width * COSINE + measured.height * SINE
  const boxHeight = measured.width * SINE + measured.height * COSINE
  const scale = LARGE_PART_OF_PAGE * Math.min(page.width / boxWidth, page.height / boxHeight)
  const mark = await turn(await drawText(lines, Math.max(4, MEASURING_FONT * scale)), DEGREES)
  const coverage: Coverage = {
    width: page.width,
    height: page.height,
    bytes: new Uint8Array(page.width * page.height),
  }
  stamp(coverage, mark, (page.width - mark.width) >> 1, (page.height - mark.height) >> 1)
  return toTile(coverage)
}

// What leaves the tile on one side comes in on the other.
function stamp(onto: Coverage, mark: Coverage, left: number, top: number): void {
  for (let y = 0; y < mark.height; y++) {
    const row = modulo(top + y, onto.height) * onto.width
    let column = modulo(left, onto.width)
    for (let from = y * mark.width, end = from + mark.width; from < end; from++) {
      const covered = mark.bytes[from]!
      if (covered > onto.bytes[row + column]!) onto.bytes[row + column] = covered
      if (++column === onto.width) column = 0
    }
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

function toTile({ width, height, bytes }: Coverage): MarkTile {
  const levelOf = Uint8Array.from({ length: 256 }, (_, covered) => Math.round((covered * (LEVELS - 1)) / 255))
  let count = 0
  for (let at = 0; at < bytes.length; at++) if (levelOf[bytes[at]!]! > 0) count++
  const rows = new Uint32Array(height + 1)
  const columns = new Uint16Array(count)
  const levels = new Uint8Array(count)
  let next = 0
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const level = levelOf[bytes[at]!]!
      if (level === 0) continue
      columns[next] = x
      levels[next++] = level
    }
    rows[y + 1] = next
  }
  return { width, height, rows, columns, levels }
}
