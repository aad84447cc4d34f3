import { PdfDocument } from '#server/rendering/pdf/pdf-document.ts'
import { stampPdf } from '#server/rendering/pdf/pdf-stamp.ts'
import { PdfWriter } from '#server/rendering/pdf/pdf-writer.ts'
import type { Pdfium } from '#server/rendering/pdf/pdfium.ts'
import { TextDocument } from '#server/rendering/text/text-document.ts'
import { writeText } from '#server/rendering/text/text-pdf.ts'
import type { WatermarkLook } from '#server/rendering/types.ts'
import type { GivenDocument } from '#server/rendering/workers/worker-messages.ts'

/** A PDF, or a text converted to one, with the watermark over each page. Throws RenderError. */
export async function stampDocument(
  pdfium: Pdfium,
  { source, bytes, password }: GivenDocument,
  look: WatermarkLook,
): Promise<Uint8Array<ArrayBuffer>[]> {
  if (source === 'pdf') {
    const document = new PdfDocument(pdfium, bytes, password)
    const writer = new PdfWriter(pdfium, document.document)
    try {
      return await stampPdf(writer, document.pages.length, look)
    } finally {
      writer.close()
      document.close()
    }
  }
  const text = new TextDocument(bytes)
  const writer = PdfWriter.new(pdfium)
  try {
    writeText(writer, text)
    return await stampPdf(writer, text.pages.length, look)
  } finally {
    writer.discard()
  }
}
