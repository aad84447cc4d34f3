import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'

/** The words of a PDF, one string for each page. */
export async function pdfText(bytes: Uint8Array): Promise<string[]> {
  const wasmBinary = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({ wasmBinary: Uint8Array.from(wasmBinary).buffer })
  pdfium.PDFiumExt_Init()
  const { wasmExports, HEAPU8, HEAPU16 } = pdfium.pdfium as unknown as Heap
  const start = wasmExports.malloc(bytes.length)
  HEAPU8.set(bytes, start)
  const document = pdfium.FPDF_LoadMemDocument(start, bytes.length, '')
  if (!document) throw new Error('This is no PDF')
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const text = pdfium.FPDFText_LoadPage(pdfium.FPDF_LoadPage(document, index))
    const count = pdfium.FPDFText_CountChars(text)
    const place = wasmExports.malloc(2 * (count + 1))
    pdfium.FPDFText_GetText(text, 0, count, place)
    return String.fromCharCode(...HEAPU16.subarray(place / 2, place / 2 + count))
  })
}

type Heap = {
  wasmExports: { malloc(size: number): number }
  HEAPU8: Uint8Array
  HEAPU16: Uint16Array
}
