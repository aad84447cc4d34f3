import { isWritable, type FormPage, type PdfWriter } from '#server/rendering/pdf/pdf-writer.ts'
import { LINE_HEIGHT, linesOf } from './mark-lattice.ts'
import { fontOf } from './stamp-layout.ts'
import { drawnLine } from './stamp-picture.ts'
import type { WatermarkLook } from '#server/rendering/types.ts'
import { INKS, STAMP_OPACITY } from './watermark-ink.ts'
import { drawableLines } from './watermark-text.ts'

const FONT = 'LiberationSans-Bold.ttf'
const FILL_AND_OUTLINE = 2
/** The outline in sizes of the font. */
const OUTLINE = 0.04

type Item = { object: number; width: number; height: number; left: number }

/** A page that contains the watermark once, level; null if there is nothing to write. Throws RenderError. */
export async function addBlock(writer: PdfWriter, look: WatermarkLook): Promise<FormPage | null> {
  const lines = linesOf(drawableLines(look.lines), look.code)
  if (lines.length === 0) return null
  const size = fontOf(look.size)
  const font = lines.some(isWritable) ? writer.font(FONT) : 0
  const items: Item[] = []
  for (const line of lines)
    items.push(
      isWritable(line)
        ? writtenLine(writer, font, size, line, look)
        : await drawnLine(writer, size, line, look),
    )
  const pitch = size * LINE_HEIGHT
  const width = Math.max(...items.map((item) => item.width)) + size / 2
  const height = pitch * items.length
  const page = writer.newPage(width, height)
  for (const [index, { object, left, width: own, height: drawn }] of items.entries()) {
    const x = (width - own) / 2 - left
    const y = height - pitch * (index + 1) + 0.3 * size
    writer.place(object, drawn ? [own, 0, 0, drawn, x, y - 0.2 * size] : [1, 0, 0, 1, x, y])
    writer.insert(page, object)
  }
  writer.finishPage(page)
  return { index: 0, width, height }
}

function writtenLine(writer: PdfWriter, font: number, size: number, line: string, look: WatermarkLook): Item {
  const object = inkText(writer, font, size, line, look)
  const { left, right } = writer.bounds(object)
  return { object, width: right - left, height: 0, left }
}

/** Dark ink with a light outline: one is visible on a light background, the other on dark. */
export function inkText(
  writer: PdfWriter,
  font: number,
  size: number,
  line: string,
  { colour, size: markSize }: Pick<WatermarkLook, 'colour' | 'size'>,
): number {
  const { pdfium } = writer
  const { onLight, onDark } = INKS[colour]
  const alpha = Math.round(255 * STAMP_OPACITY[markSize])
  const object = writer.text(font, size, line)
  pdfium.FPDFPageObj_SetFillColor(object, ...onLight, alpha)
  pdfium.FPDFPageObj_SetStrokeColor(object, ...onDark, Math.min(255, 2 * alpha))
  pdfium.FPDFPageObj_SetStrokeWidth(object, size * OUTLINE)
  pdfium.FPDFTextObj_SetTextRenderMode(object, FILL_AND_OUTLINE)
  return object
}
