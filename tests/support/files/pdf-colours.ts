import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'

type Colour = readonly [red: number, green: number, blue: number]

const [width, height] = [400, 400]
/** How far a colour may be from another that is the same to the eye. */
const apart = 24

/** How many pixels of its pages, drawn small, have this colour. */
export async function pdfColour(bytes: Uint8Array, colour: Colour): Promise<number> {
  const wasmBinary = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({ wasmBinary: Uint8Array.from(wasmBinary).buffer })
  pdfium.PDFiumExt_Init()
  const { wasmExports, HEAPU8 } = pdfium.pdfium as unknown as Heap
  const start = wasmExports.malloc(bytes.length)
  HEAPU8.set(bytes, start)
  const document = pdfium.FPDF_LoadMemDocument(start, bytes.length, '')
  if (!document) throw new Error('This is no PDF')
  let count = 0
  for (let index = 0; index < pdfium.FPDF_GetPageCount(document); index++) {
    const page = pdfium.FPDF_LoadPage(document, index)
    const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffff_ffff)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
    const buffer = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const { HEAPU8: pixels } = pdfium.pdfium as unknown as Heap
    for (let at = buffer; at < buffer + 4 * width * height; at += 4) {
      // Blue comes first.
      if (colour.every((value, channel) => Math.abs(pixels[at + 2 - channel]! - value) < apart)) count++
    }
    pdfium.FPDFBitmap_Destroy(bitmap)
    pdfium.FPDF_ClosePage(page)
  }
  return count
}

type Heap = { wasmExports: { malloc(size: number): number }; HEAPU8: Uint8Array }
