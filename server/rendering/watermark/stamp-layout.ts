import type { Matrix } from '#server/rendering/pdf/pdf-writer.ts'
import type { WatermarkSize } from '#server/rendering/types.ts'
import { COSINE, latticeFor, PAGE_UNITS, repeatedFont, SINE } from './mark-lattice.ts'

/** A position, in units from the lower left. */
export type Place = { x: number; y: number }

/** The width and height in units of a block of text. */
export type Block = { width: number; height: number }

/** Watermarks are laid out on a sheet this wide, in units, which is then scaled to each page. */
export const SHEET_WIDTH = PAGE_UNITS
// A page of usual shape takes one sheet.
export const USUAL_HEIGHT = 1200

export const LARGE_FONT = 40
const LARGE_PART_OF_PAGE = 0.94
export const CODE_FONT = 4
const CODE_GAP = { x: 120, y: 80, between: 40 }

/** The size of the font of a mark that is laid out on a sheet, in units. */
export function fontOf(size: WatermarkSize): number {
  return size === 'large' ? LARGE_FONT : repeatedFont(size)
}

export type Sheet = { height: number; places: Place[] }

/** A sheet covered with a block as page images are. Stacked sheets continue without a seam. */
export function coverSheet(block: Block, size: 'small' | 'medium'): Sheet {
  const { across, down } = latticeFor(size, block)
  // An even number of rows, so that the sheet above begins as this one does.
  const rows = 2 * Math.ceil(USUAL_HEIGHT / down / 2)
  const height = rows * down
  const places: Place[] = []
  const beyond = Math.ceil((block.width + block.height) / Math.min(across, down))
  for (let row = -beyond; row <= rows + beyond; row++) {
    for (let column = -beyond; column <= SHEET_WIDTH / across + beyond; column++) {
      places.push({ x: (column + Math.abs(row % 2) / 2) * across, y: row * down })
    }
  }
  return { height, places: places.filter((place) => isSeen(place, block, height)) }
}

function isSeen({ x, y }: Place, { width, height }: Block, sheetHeight: number): boolean {
  const sideways = (width * COSINE + height * SINE) / 2
  const upwards = (width * SINE + height * COSINE) / 2
  return x > -sideways && x < SHEET_WIDTH + sideways && y > -upwards && y < sheetHeight + upwards
}

/** The positions of the visit's code on a sheet of that height, level, in small print: lower left corners. */
export function codePlaces(width: number, sheetHeight: number): Place[] {
  // An even number of rows, so that sheets put on top of each other go on alike.
  const rows = 2 * Math.max(1, Math.round(sheetHeight / CODE_GAP.y / 2))
  const step = Math.max(CODE_GAP.x, width + CODE_GAP.between)
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
