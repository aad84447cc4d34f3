import { drawableLines, drawText } from './watermark-text.ts'
import { TileForm, type MarkTile } from './watermark-tile.ts'

// At 1,200 pixels a capital is eight pixels high: the minimum that tells an 8 from a B.
const FONT_PART = 1 / 109
const SMALLEST_FONT = 8
/** On a thumbnail even the smallest letters would hide the page. */
const NARROWEST_PAGE = 500
// Distance between one code and the next, in font sizes.
const GAP_ACROSS = 6
const GAP_DOWN = 9

/** The tile of the visit's code in small print under a large watermark, for pages of that width; null if there is none. */
export async function makeCodeTile(code: string, pageWidth: number): Promise<MarkTile | null> {
  const drawable = drawableLines([code])
  if (drawable.length === 0 || pageWidth < NARROWEST_PAGE) return null
  const font = Math.max(SMALLEST_FONT, Math.round(pageWidth * FONT_PART))
  const text = await drawText(drawable, font, 'Liberation Mono Bold')
  const width = 2 * Math.ceil((text.width + GAP_ACROSS * font) / 2)
  const pitch = Math.round(text.height + GAP_DOWN * font)
  const form = new TileForm(width, 2 * pitch)
  form.pressFaintly(text, 0, 0, 1)
  form.pressFaintly(text, width >> 1, pitch, 1)
  return form.tile()
}
