import { encodeBasePage } from '#server/rendering/pages/base-page.ts'
import {
  fitPixels,
  requireDocumentBytes,
  requirePageCount,
  sensiblePageSize,
} from '#server/rendering/limits.ts'
import { missingLetters } from './missing-letters.ts'
import { readPdfText } from './pdf-text.ts'
import type { Pdfium } from './pdfium.ts'
import type { OpenDocument } from '#server/rendering/open-document.ts'
import {
  RenderError,
  type BasePage,
  type MissingLetters,
  type PageSize,
  type RenderFailure,
} from '#server/rendering/types.ts'

const BITMAP_BGRX = 3
const DRAW_ANNOTATIONS = 0x01
const BYTES_AS_RGB = 0x10
const FLAGS = DRAW_ANNOTATIONS | BYTES_AS_RGB
const WHITE = 0xffffffff
const MAX_KEPT_TEXTS = 500

const LOAD_ERRORS: Record<number, RenderFailure> = { 4: 'password', 5: 'unsupported' }

/** A PDF held open in PDFium. Its bytes stay in PDFium's heap until it is closed. */
export class PdfDocument implements OpenDocument {
  readonly pages: PageSize[]
  private readonly pdfium: Pdfium
  private readonly bytes: number
  /** PDFium's own name for it. */
  readonly document: number
  // The words are searched again and again while someone types.
  private readonly texts = new Map<number, string>()
  private formInfo = 0
  private form = 0

  constructor(pdfium: Pdfium, bytes: Uint8Array, password: string | null = null) {
    requireDocumentBytes(bytes.length)
    this.pdfium = pdfium
    this.bytes = pdfium.allocate(bytes.length)
    if (!this.bytes) throw new RenderError('memory', 'no memory for the document')
    pdfium.heap().set(bytes, this.bytes)
    // PDFium tries a password in both of the encodings that documents may use.
    this.document = pdfium.FPDF_LoadMemDocument(this.bytes, bytes.length, password ?? 0)
    if (!this.document) {
      const code = pdfium.FPDF_GetLastError()
      pdfium.release(this.bytes)
      throw new RenderError(LOAD_ERRORS[code] ?? 'corrupt', `PDFium load error ${code}`)
    }
    try {
      this.pages = this.readPageSizes()
      this.openForm()
    } catch (error) {
      this.close()
      throw error
    }
  }

  async render(page: number, width: number): Promise<BasePage> {
    const { pdfium } = this
    const handle = pdfium.FPDF_LoadPage(this.document, page - 1)
    if (!handle) throw new RenderError('corrupt', `page ${page} cannot be loaded`)
    if (this.form) pdfium.FORM_OnAfterLoadPage(handle, this.form)
    try {
      const size = sensiblePageSize({
        width: pdfium.FPDF_GetPageWidthF(handle),
        height: pdfium.FPDF_GetPageHeightF(handle),
      })
      return this.draw(handle, fitPixels(size, width))
    } finally {
      if (this.form) pdfium.FORM_OnBeforeClosePage(handle, this.form)
      pdfium.FPDF_ClosePage(handle)
    }
  }

  text(page: number): string {
    const kept = this.texts.get(page)
    if (kept !== undefined) return kept
    const { pdfium } = this
    const handle = pdfium.FPDF_LoadPage(this.document, page - 1)
    if (!handle) throw new RenderError('corrupt', `page ${page} cannot be loaded`)
    try {
      const text = readPdfText(pdfium, handle)
      if (this.texts.size < MAX_KEPT_TEXTS) this.texts.set(page, text)
      return text
    } finally {
      pdfium.FPDF_ClosePage(handle)
    }
  }

  missingLetters(): MissingLetters | null {
    return missingLetters(this.pdfium, this.document, this.pages.length)
  }

  close(): void {
    const { pdfium } = this
    if (this.form) pdfium.PDFiumExt_ExitFormFillEnvironment(this.form)
    if (this.formInfo) pdfium.PDFiumExt_CloseFormFillInfo(this.formInfo)
    pdfium.FPDF_CloseDocument(this.document)
    pdfium.release(this.bytes)
  }

  private draw(page: number, { width, height }: PageSize): BasePage {
    const { pdfium } = this
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, 0, 0)
    if (!bitmap) throw new RenderError('memory', `no memory for ${width} x ${height} pixels`)
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
      if (this.form) pdfium.FPDF_FFLDraw(this.form, bitmap, page, 0, 0, width, height, 0, FLAGS)
      // Four bytes a pixel: a row is never padded, so the stride is the width.
      const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
      return encodeBasePage(pdfium.heap().subarray(start, start + width * height * 4), width, height)
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap)
    }
  }

  private readPageSizes(): PageSize[] {
    const { pdfium } = this
    const count = pdfium.FPDF_GetPageCount(this.document)
    requirePageCount(count)
    const pair = pdfium.allocate(8)
    const pages: PageSize[] = []
    for (let index = 0; index < count; index++) {
      const isKnown = pdfium.FPDF_GetPageSizeByIndexF(this.document, index, pair)
      const [width = 0, height = 0] = new Float32Array(pdfium.heap().slice(pair, pair + 8).buffer)
      pages.push(sensiblePageSize(isKnown ? { width, height } : { width: 0, height: 0 }))
    }
    pdfium.release(pair)
    return pages
  }

  // Without this environment the fields of a filled form are blank, even those of a page taken out of a form.
  private openForm(): void {
    this.formInfo = this.pdfium.PDFiumExt_OpenFormFillInfo()
    this.form = this.pdfium.PDFiumExt_InitFormFillEnvironment(this.document, this.formInfo)
    if (this.form) this.pdfium.FPDF_SetFormFieldHighlightAlpha(this.form, 0)
  }
}
