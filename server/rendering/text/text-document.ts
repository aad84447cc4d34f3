import { join } from 'node:path'
import { sharp } from '#server/rendering/sharp.ts'
import { packagedPath } from '#server/packaged.ts'
import { encodeBasePage } from '#server/rendering/pages/base-page.ts'
import { escapeMarkup } from '#server/rendering/pdf/font-config.ts'
import { fitPixels, requireDocumentBytes } from '#server/rendering/limits.ts'
import type { OpenDocument } from '#server/rendering/open-document.ts'
import { decodeText, layOutText, type TextPage } from './text-layout.ts'
import { RenderError, type BasePage, type PageSize } from '#server/rendering/types.ts'

// A4, in points. 82 columns of 6 points and 61 lines of 12 fit between the margins.
export const PAGE: PageSize = { width: 595, height: 842 }
export const MARGIN = 50
export const FONT_POINTS = 10
export const LINE_POINTS = 12
const TIMEOUT_SECONDS = 15

// Pango counts lengths in 1024ths of a pixel when there are 72 pixels an inch.
const PANGO_UNITS = 1024

// A drawing is cropped to its ink. This block is on a line of its own above the first one, so that the crop is always
// at the same place, and is then left out.
const ANCHOR = '\u2588'

/** A text file laid out as A4 pages in a fixed-pitch font. */
export class TextDocument implements OpenDocument {
  readonly pages: PageSize[]
  private readonly texts: TextPage[]

  constructor(bytes: Uint8Array) {
    if (bytes.length > 0) requireDocumentBytes(bytes.length)
    this.texts = layOutText(decodeText(bytes))
    this.pages = this.texts.map(() => PAGE)
  }

  async render(page: number, width: number): Promise<BasePage> {
    const lines = this.lines(page)
    const size = fitPixels(PAGE, width)
    const grey = Buffer.alloc(size.width * size.height, 255)
    if (lines.some((line) => line.trim() !== '')) await drawLines(lines, size, grey)
    return encodeBasePage(grey, size.width, size.height)
  }

  text(page: number): string {
    return this.lines(page).join('\n')
  }

  /** The lines of a page as they are laid out. */
  lines(page: number): TextPage {
    const lines = this.texts[page - 1]
    if (!lines) throw new RenderError('corrupt', `there is no page ${page}`)
    return lines
  }

  missingLetters(): null {
    return null
  }

  close(): void {}
}

async function drawLines(lines: TextPage, size: PageSize, grey: Buffer): Promise<void> {
  const scale = size.width / PAGE.width
  const lineUnits = Math.round(LINE_POINTS * scale * PANGO_UNITS)
  const text = `<span line_height="${lineUnits}">${escapeMarkup([ANCHOR, ...lines].join('\n'))}</span>`
  const { data, info } = await sharp({
    text: {
      text,
      font: `Liberation Mono ${(FONT_POINTS * scale).toFixed(3)}`,
      fontfile: join(packagedPath('rendering/fonts'), 'LiberationMono-Regular.ttf'),
      dpi: 72,
    },
  })
    .toColourspace('b-w')
    .timeout({ seconds: TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })

  const left = Math.round(MARGIN * scale)
  const anchorRows = Math.round(LINE_POINTS * scale)
  const top = left - anchorRows
  const columns = Math.min(info.width, size.width - left)
  for (let y = anchorRows; y < info.height && top + y < size.height; y++) {
    const from = y * info.width * info.channels
    const to = (top + y) * size.width + left
    for (let x = 0; x < columns; x++) grey[to + x] = 255 - data[from + x * info.channels]!
  }
}
