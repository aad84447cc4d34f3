import type { Matrix } from '#server/rendering/pdf/pdf-writer.ts'
import type { WatermarkLook, WatermarkSize } from '#server/rendering/types.ts'

/** A position, in points from the lower left. */
export type Place = { x: number; y: number }

/** A size of text in points, and the width and height in points of the block that it makes. */
export type Block = { width: number; height: number }

/** Watermarks are laid out on a sheet this wide, which is then scaled to each page. */
export const SHEET_WIDTH = 600
/** Distance between lines, in sizes of the font. */
export const LINE_HEIGHT = 1.15

const COSINE = Math.cos(Math.PI / 6)
const SINE = 0.5
// A page of usual shape takes one sheet.
export const USUAL_HEIGHT = 900

// As in the pixels: the font as a share of the page's width, the distance between rows in font sizes.
const REPEATED: Record<Exclude<WatermarkSize, 'large'>, { font: number; gap: number }> = {
  small: { font: SHEET_WIDTH / 100, gap: 6 },
  medium: { font: SHEET_WIDTH / 46, gap: 5 },
}
export const LARGE_FONT = 40
const LARGE_PART_OF_PAGE = 0.94
export const CODE_FONT = 3
const CODE_GAP = { x: 90, y: 60 }

/** The size of the font of a mark that is laid out on a sheet, in points. */
export function fontOf(size: WatermarkSize): number {
  return size === 'large' ? LARGE_FONT : REPEATED[size].font
}

/** The lines as they are arranged in the watermark; small ones are on one line. */
export function linesOf({ size, lines }: Pick<WatermarkLook, 'size' | 'lines'>): string[] {
  const drawn = lines.flatMap(wrap)
  return size === 'small' && drawn.length > 0 ? [drawn.join('  ·  ')] : drawn
}

const LONGEST_LINE = 100

function wrap(line: string): string[] {
  const letters = [...line]
  const parts: string[] = []
  for (let at = 0; at < letters.length; at += LONGEST_LINE)
    parts.push(letters.slice(at, at + LONGEST_LINE).join(''))
  return parts
}

export type Sheet = { height: number; places: Place[] }

/**
 * A sheet covered with a block along the slope, every second row shifted by half. Stacked sheets continue without a
 * seam.
 */
export function coverSheet({ width, height }: Block, size: 'small' | 'medium'): Sheet {
  const { font, gap } = REPEATED[size]
  const pitch = height + gap * font
  const repetition = Math.max(width + 3 * font, pitch / (COSINE * SINE))
  const tile = { width: repetition * COSINE, height: repetition * SINE }
  const rows = Math.max(1, Math.round((tile.height * COSINE) / pitch))
  const sheetHeight = tile.height * Math.max(1, Math.ceil(USUAL_HEIGHT / tile.height))
  const reach = width / 2 + height
  const places: Place[] = []
  for (let down = -1; down * tile.height < sheetHeight + reach + tile.height; down++) {
    for (let across = -1; across * tile.width < SHEET_WIDTH + reach + tile.width; across++) {
      for (let row = 0; row < rows; row++) {
        const shift = row % 2 === 0 ? 0 : repetition / 2
        const x = across * tile.width + shift * COSINE
        const y = down * tile.height + (row * tile.height) / rows + shift * SINE
        places.push({ x, y })
      }
    }
  }
  return { height: sheetHeight, places: places.filter((place) => isSeen(place, width, sheetHeight)) }
}

function isSeen({ x, y }: Place, width: number, sheetHeight: number): boolean {
  const [sideways, upwards] = [(width / 2) * COSINE + 20, (width / 2) * SINE + 20]
  return x > -sideways && x < SHEET_WIDTH + sideways && y > -upwards && y < sheetHeight + upwards
}

/** The positions of the visit's code on a sheet of that height, level, in small print: lower left corners. */
export function codePlaces(width: number, sheetHeight: number): Place[] {
  // An even number of rows, so that sheets put on top of each other go on alike.
  const rows = 2 * Math.max(1, Math.round(sheetHeight / CODE_GAP.y / 2))
  const step = Math.max(CODE_GAP.x, width + 30)
  const places: Place[] = []
  for (let row = 0; row < rows; row++) {
    const shift = row % 2 === 0 ? 0 : step / 2
    for (let x = shift + 8; x < SHEET_WIDTH; x += step)
      places.push({ x, y: ((row + 0.5) * sheetHeight) / rows })
  }
  return places
}

/** How much larger a large watermark of this size is made, to fill a page. */
export function fitLarge({ width, height }: Block, page: Block): number {
  const box = { width: width * COSINE + height * SINE, height: width * SINE + height * COSINE }
  return LARGE_PART_OF_PAGE * Math.min(page.width / box.width, page.height / box.height)
}

/** Along the slope, around a place. */
export function slope({ x, y }: Place, scale: number): Matrix {
  return [scale * COSINE, scale * SINE, -scale * SINE, scale * COSINE, x, y]
}
