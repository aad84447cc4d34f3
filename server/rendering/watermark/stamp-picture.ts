import { sharp } from '#server/rendering/sharp.ts'
import type { PdfWriter } from '#server/rendering/pdf/pdf-writer.ts'
import { RenderError, type WatermarkLook } from '#server/rendering/types.ts'
import { INKS, OPACITY } from './watermark-ink.ts'
import { drawText } from './watermark-text.ts'

const PIXELS_PER_POINT = 4

/** A line that our fonts cannot write, as an image of it in the system's fonts. */
export async function drawnLine(
  writer: PdfWriter,
  size: number,
  line: string,
  look: Pick<WatermarkLook, 'colour' | 'size'>,
) {
  const { pdfium } = writer
  const { width, height, bytes } = await drawText([line], size * PIXELS_PER_POINT)
  const [red, green, blue] = INKS[look.colour].onLight
  const pixels = Buffer.alloc(width * height * 4)
  for (let at = 0; at < bytes.length; at++)
    pixels.set([red, green, blue, Math.round(bytes[at]! * OPACITY[look.size])], at * 4)
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  const object = pdfium.FPDFPageObj_NewImageObj(writer.document)
  const isSet = writer.withBytes(png, (at) => pdfium.EPDFImageObj_SetPng(0, 0, object, at, png.length))
  if (!isSet) throw new RenderError('memory', 'a line of the mark could not be drawn')
  return { object, width: width / PIXELS_PER_POINT, height: height / PIXELS_PER_POINT, left: 0 }
}
