import { isWritable, type PdfWriter } from '#server/rendering/pdf/pdf-writer.ts'
import { FONT_POINTS, LINE_POINTS, MARGIN, PAGE, type TextDocument } from './text-document.ts'
import { RenderError } from '#server/rendering/types.ts'

const FONT = 'LiberationMono-Regular.ttf'
// From the top of a line to the foot of its letters.
const ASCENT = 0.83 * FONT_POINTS

/**
 * Writes a text as real text onto new pages, as it is shown. Throws RenderError 'unsupported' if our fonts do not have
 * all of its characters.
 */
export function writeText(writer: PdfWriter, text: TextDocument): void {
  const font = writer.font(FONT)
  for (let page = 1; page <= text.pages.length; page++) {
    const handle = writer.newPage(PAGE.width, PAGE.height)
    for (const [index, line] of text.lines(page).entries()) {
      if (line.trim() === '') continue
      if (!isWritable(line)) throw new RenderError('unsupported', `page ${page} has other characters`)
      const object = writer.text(font, FONT_POINTS, line)
      writer.place(object, [1, 0, 0, 1, MARGIN, PAGE.height - MARGIN - index * LINE_POINTS - ASCENT])
      writer.insert(handle, object)
    }
    writer.finishPage(handle)
  }
}
