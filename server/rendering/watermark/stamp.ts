import {
  multiply,
  PdfWriter,
  type Form,
  type FormPage,
  type Matrix,
} from '#server/rendering/pdf/pdf-writer.ts'
import { addBlock, inkText } from './stamp-block.ts'
import {
  CODE_FONT,
  codePlaces,
  coverSheet,
  fitLarge,
  SHEET_WIDTH,
  slope,
  USUAL_HEIGHT,
  type Sheet,
} from './stamp-layout.ts'
import type { WatermarkLook } from '#server/rendering/types.ts'

// Narrow pages get fewer watermarks rather than illegible ones.
const SMALLEST_SCALE = 0.53
// Any program that shows PDFs has it, and the code is of plain letters.
const CODE_FONT_NAME = 'Helvetica'

/** The size of a page as it is shown, and the matrix from there into its own coordinates. */
export type ShownPage = { width: number; height: number; matrix: Matrix }

/**
 * A watermark as it is put onto the pages of one document: forms that every page refers to, so that each is written
 * once.
 */
export class Stamp {
  private readonly writer: PdfWriter
  private readonly sheet: Form
  private readonly large: Form | null

  constructor(writer: PdfWriter, sheet: Form, large: Form | null) {
    this.writer = writer
    this.sheet = sheet
    this.large = large
  }

  /** Objects for one page, to be inserted into it. */
  objectsFor({ width, height, matrix }: ShownPage): number[] {
    const { sheet, large } = this
    const scale = Math.max(SMALLEST_SCALE, width / SHEET_WIDTH)
    const objects: number[] = []
    for (let y = 0; y < height; y += sheet.height * scale)
      objects.push(this.writer.form(sheet, multiply([scale, 0, 0, scale, 0, y], matrix)))
    if (!large) return objects
    const turned = slope({ x: width / 2, y: height / 2 }, fitLarge(large, { width, height }))
    const centred = multiply([1, 0, 0, 1, -large.width / 2, -large.height / 2], turned)
    return [...objects, this.writer.form(large, multiply(centred, matrix))]
  }

  close(): void {
    const { pdfium } = this.writer
    pdfium.FPDF_CloseXObject(this.sheet.xObject)
    if (this.large) pdfium.FPDF_CloseXObject(this.large.xObject)
  }
}

/** Draws the watermark for the document of `into`, which must not be closed before it. Throws RenderError. */
export async function makeStamp(into: PdfWriter, look: WatermarkLook): Promise<Stamp> {
  const sheets = PdfWriter.new(into.pdfium)
  const blocks = PdfWriter.new(into.pdfium)
  try {
    const block = await addBlock(blocks, look)
    const isLarge = look.size === 'large'
    const sheet = addSheet(sheets, look, isLarge ? null : block && blocks.export(block, sheets))
    return new Stamp(into, sheets.export(sheet, into), isLarge && block ? blocks.export(block, into) : null)
  } finally {
    blocks.discard()
    sheets.discard()
  }
}

/** A page with the repeated watermark; under a large one, with the code of the visit all over. */
function addSheet(writer: PdfWriter, look: WatermarkLook, block: Form | null): FormPage {
  const { size } = look
  const sheet: Sheet =
    block && size !== 'large' ? coverSheet(block, size) : { height: USUAL_HEIGHT, places: [] }
  const page = writer.newPage(SHEET_WIDTH, sheet.height)
  for (const place of block ? sheet.places : []) {
    const centred: Matrix = [1, 0, 0, 1, -block!.width / 2, -block!.height / 2]
    writer.insert(page, writer.form(block!, multiply(centred, slope(place, 1))))
  }
  if (size === 'large' && look.code !== '') addCode(writer, page, look, sheet.height)
  if (block) writer.pdfium.FPDF_CloseXObject(block.xObject)
  writer.finishPage(page)
  return { index: 0, width: SHEET_WIDTH, height: sheet.height }
}

function addCode(writer: PdfWriter, page: number, look: WatermarkLook, height: number): void {
  const font = writer.standardFont(CODE_FONT_NAME)
  const { left, right } = writer.bounds(inkText(writer, font, CODE_FONT, look.code, look))
  for (const { x, y } of codePlaces(right - left, height)) {
    const code = inkText(writer, font, CODE_FONT, look.code, look)
    writer.place(code, [1, 0, 0, 1, x, y])
    writer.insert(page, code)
  }
}
