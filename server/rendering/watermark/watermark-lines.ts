import type { WatermarkSize } from '#server/rendering/types.ts'
import { drawableLines, drawText, turn, withHalo, type Lettering } from './watermark-text.ts'
import { TileForm, type MarkTile } from './watermark-tile.ts'

const DEGREES = -30
const COSINE = Math.cos(Math.PI / 6)
const SINE = 0.5
const SEPARATOR = '  ·  '

// Font size as a share of the page's width, and distance between rows of text in font sizes.
const REPEATED = {
  small: { fontPart: 1 / 100, gap: 6, smallestFont: 10 },
  medium: { fontPart: 1 / 46, gap: 5, smallestFont: 14 },
}
const LARGE_PART_OF_PAGE = 0.94
const MEASURING_FONT = 40

/** The tile of a watermark's lines for pages of these pixels; null if there is nothing to draw. */
export async function makeLinesTile(
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
  return makeRepeatedTile(await withHalo(text, font), font, gap)
}

/** Whether the tile of this size depends on the page's height too. */
export function fillsPage(size: WatermarkSize): boolean {
  return size === 'large'
}

/** Rows of text along the slope, every second one shifted by half, so that no crop is without a watermark. */
async function makeRepeatedTile(text: Lettering, font: number, gap: number): Promise<MarkTile> {
  const mark = await turn(text, DEGREES)
  const wantedPitch = text.height + gap * font
  // Going along the slope by one repetition crosses the tile's diagonal, so that rows continue without a seam.
  const repetition = Math.max(text.width + 3 * font, wantedPitch / (COSINE * SINE))
  const width = 2 * Math.round((repetition * COSINE) / 2)
  const height = Math.round(repetition * SINE)
  const rowsOfText = Math.max(1, Math.round((height * COSINE) / wantedPitch))
  const form = new TileForm(width, height)
  for (let row = 0; row < rowsOfText; row++) {
    const shift = row % 2 === 0 ? 0 : repetition / 2
    const top = Math.round((row * height) / rowsOfText - shift * SINE)
    form.press(mark, Math.round(shift * COSINE), top)
  }
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
  const mark = await turn(await withHalo(await drawText(lines, font), font), DEGREES)
  const form = new TileForm(page.width, page.height)
  form.press(mark, (page.width - mark.width) >> 1, (page.height - mark.height) >> 1)
  return form.tile()
}
