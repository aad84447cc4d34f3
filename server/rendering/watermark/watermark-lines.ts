import type { WatermarkLook } from '#server/rendering/types.ts'
import { COSINE, DEGREES, latticeFor, linesOf, PAGE_UNITS, repeatedFont, SINE } from './mark-lattice.ts'
import { drawableLines, drawText, turn, withHalo } from './watermark-text.ts'
import { TileForm, type MarkTile } from './watermark-tile.ts'

type Words = Pick<WatermarkLook, 'lines' | 'code' | 'size'>

/** Below this many pixels letters are illegible: narrow pages have fewer watermarks instead. */
const SMALLEST_FONT = { small: 10, medium: 14 }
const LARGE_PART_OF_PAGE = 0.94
const MEASURING_FONT = 40

/** The tile of a watermark's lines for pages of these pixels; null if there is nothing to draw. */
export async function makeLinesTile(
  { lines, code, size }: Words,
  page: { width: number; height: number },
): Promise<MarkTile | null> {
  const drawable = linesOf(drawableLines(lines), code)
  if (drawable.length === 0) return null
  return size === 'large' ? makeLargeTile(drawable, page) : makeRepeatedTile(drawable, size, page.width)
}

/** Whether the tile of this size depends on the page's height too. */
export function fillsPage(size: WatermarkLook['size']): boolean {
  return size === 'large'
}

/** Rows of watermarks, every second one shifted by half, so that no crop is without one. */
async function makeRepeatedTile(
  lines: readonly string[],
  size: 'small' | 'medium',
  pageWidth: number,
): Promise<MarkTile> {
  const font = Math.max(SMALLEST_FONT[size], (pageWidth * repeatedFont(size)) / PAGE_UNITS)
  const scale = font / repeatedFont(size)
  const text = await drawText(lines, font)
  const mark = await turn(await withHalo(text, font), -DEGREES)
  const { across, down } = latticeFor(size, { width: text.width / scale, height: text.height / scale })
  const [half, pitch] = [Math.round((across * scale) / 2), Math.round(down * scale)]
  const form = new TileForm(2 * half, 2 * pitch)
  form.press(mark, 0, 0)
  form.press(mark, half, pitch)
  return form.tile()
}

/** One watermark across the whole page, as large as fits. */
async function makeLargeTile(
  lines: readonly string[],
  page: { width: number; height: number },
): Promise<MarkTile> {
  const measured = await drawText(lines, MEASURING_FONT)
  const boxWidth = measured.width * COSINE + measured.height * SINE
  const boxHeight = measured.width * SINE + measured.height * COSINE
  const scale = LARGE_PART_OF_PAGE * Math.min(page.width / boxWidth, page.height / boxHeight)
  const font = Math.max(4, MEASURING_FONT * scale)
  const mark = await turn(await withHalo(await drawText(lines, font), font), -DEGREES)
  const form = new TileForm(page.width, page.height)
  form.press(mark, (page.width - mark.width) >> 1, (page.height - mark.height) >> 1)
  return form.tile()
}
