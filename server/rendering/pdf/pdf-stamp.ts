import type { PdfWriter, Box, Matrix } from './pdf-writer.ts'
import { makeStamp, type ShownPage, type Stamp } from '#server/rendering/watermark/stamp.ts'
import { RenderError, type WatermarkLook } from '#server/rendering/types.ts'

/**
 * The document with the watermark over each page, as new bytes; what was in it stays as it was. The document of
 * `writer` is written into and cannot be used afterwards. Throws RenderError.
 */
export async function stampPdf(
  writer: PdfWriter,
  pageCount: number,
  look: WatermarkLook,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const stamp = await makeStamp(writer, look)
  try {
    // A document can contain a page twice.
    const stamped = new Set<number>()
    for (let index = 0; index < pageCount; index++) {
      const number = isolate(writer, index, stamped)
      if (number !== 0 && stamped.has(number)) continue
      stamped.add(number)
      stampPage(writer, stamp, index)
    }
    return writer.save()
  } finally {
    stamp.close()
  }
}

// Drawing that ends with a clip or in other coordinates would hide the mark, or move it.
function isolate(writer: PdfWriter, index: number, stamped: ReadonlySet<number>): number {
  return withPage(writer, index, (page) => {
    const number = writer.pdfium.EPDFPage_GetObjectNumber(page)
    if (!stamped.has(number))
      writer.pdfium.FPDFPage_TransFormWithClip(page, writer.write([1, 0, 0, 1, 0, 0]), 0)
    return number
  })
}

function stampPage(writer: PdfWriter, stamp: Stamp, index: number): void {
  const { pdfium } = writer
  withPage(writer, index, (page) => {
    for (const object of stamp.objectsFor(shownPage(writer, page))) writer.insert(page, object)
    if (!pdfium.FPDFPage_GenerateContent(page))
      throw new RenderError('corrupt', `page ${index + 1} cannot be written`)
  })
}

function withPage<T>({ pdfium, document }: PdfWriter, index: number, work: (page: number) => T): T {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (!page) throw new RenderError('corrupt', `page ${index + 1} cannot be loaded`)
  try {
    return work(page)
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

function shownPage(writer: PdfWriter, page: number): ShownPage {
  const box = writer.pageBox(page)
  const [width, height] = [box.right - box.left, box.top - box.bottom]
  const turns = writer.pdfium.FPDFPage_GetRotation(page)
  const size = turns % 2 === 0 ? { width, height } : { width: height, height: width }
  return { ...size, matrix: matrixFor(turns, box) }
}

function matrixFor(turns: number, { left, bottom, right, top }: Box): Matrix {
  if (turns === 1) return [0, 1, -1, 0, right, bottom]
  if (turns === 2) return [-1, 0, 0, -1, right, top]
  if (turns === 3) return [0, -1, 1, 0, left, top]
  return [1, 0, 0, 1, left, bottom]
}
