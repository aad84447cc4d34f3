import { PdfDocument } from './pdf-document.ts'
import { stampPdf } from './pdf-stamp.ts'
import { PdfWriter } from './pdf-writer.ts'
import type { Pdfium } from './pdfium.ts'
import { TextDocument } from './text-document.ts'
import { writeText } from './text-pdf.ts'
import type { WatermarkLook } from './types.ts'
import type { GivenDocument } from './worker-messages.ts'

/** A PDF, or a text made one, with the mark over each page. Throws RenderError. */
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
