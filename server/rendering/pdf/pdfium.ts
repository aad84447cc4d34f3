import { init } from '@embedpdf/pdfium'

/** The part of PDFium's C interface that we use; every pointer is a number. */
type CoreFunctions = {
  PDFiumExt_Init(): void
  PDFiumExt_OpenFormFillInfo(): number
  PDFiumExt_CloseFormFillInfo(info: number): void
  PDFiumExt_InitFormFillEnvironment(document: number, info: number): number
  PDFiumExt_ExitFormFillEnvironment(form: number): void
  FPDF_SetSystemFontInfo(info: number): void
  FPDF_AddInstalledFont(mapper: number, name: number, charset: number): void
  FPDF_LoadMemDocument(bytes: number, size: number, password: string | 0): number
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): boolean
  FPDF_CloseDocument(document: number): void
  FPDF_LoadPage(document: number, index: number): number
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDF_ClosePage(page: number): void
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  FPDFBitmap_FillRect(bitmap: number, x: number, y: number, w: number, h: number, colour: number): void
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_GetStride(bitmap: number): number
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    w: number,
    h: number,
    rotate: number,
    flags: number,
  ): void
  FPDF_SetFormFieldHighlightAlpha(form: number, alpha: number): void
  FORM_OnAfterLoadPage(page: number, form: number): void
  FORM_OnBeforeClosePage(page: number, form: number): void
  FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    x: number,
    y: number,
    w: number,
    h: number,
    rotate: number,
    flags: number,
  ): void
}

/** Of the text of a page; strings are UTF-16. */
type TextFunctions = {
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetText(text: number, start: number, count: number, buffer: number): number
  FPDFText_GetUnicode(text: number, at: number): number
  FPDFText_GetTextObject(text: number, at: number): number
  FPDFTextObj_GetFont(object: number): number
  FPDFTextObj_GetTextRenderMode(object: number): number
  FPDFFont_GetIsEmbedded(font: number): number
  FPDFFont_GetGlyphPath(font: number, code: number, size: number): number
}

/** What writes into documents. A matrix or a box is a pointer to its numbers, as 32-bit floats. */
type WritingFunctions = {
  FPDF_CreateNewDocument(): number
  FPDF_GetPageBoundingBox(page: number, box: number): boolean
  FPDF_NewXObjectFromPage(into: number, from: number, index: number): number
  FPDF_NewFormObjectFromXObject(xObject: number): number
  FPDF_CloseXObject(xObject: number): void
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): boolean
  FPDFPage_New(document: number, index: number, width: number, height: number): number
  FPDFPage_GetRotation(page: number): number
  FPDFPage_TransFormWithClip(page: number, matrix: number, clip: number): boolean
  FPDFPage_InsertObject(page: number, object: number): void
  FPDFPage_GenerateContent(page: number): boolean
  EPDFPage_GetObjectNumber(page: number): number
  FPDFPageObj_SetMatrix(object: number, matrix: number): boolean
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): boolean
  FPDFPageObj_SetFillColor(object: number, red: number, green: number, blue: number, alpha: number): boolean
  FPDFPageObj_SetStrokeColor(object: number, red: number, green: number, blue: number, alpha: number): boolean
  FPDFPageObj_SetStrokeWidth(object: number, width: number): boolean
  FPDFPageObj_NewImageObj(document: number): number
  EPDFImageObj_SetPng(page: number, count: number, object: number, png: number, size: number): boolean
  FPDFPageObj_CreateTextObj(document: number, font: number, size: number): number
  FPDFText_SetText(object: number, text: number): boolean
  FPDFTextObj_SetTextRenderMode(object: number, mode: number): boolean
  FPDFText_LoadStandardFont(document: number, name: string): number
  FPDFText_LoadFont(document: number, bytes: number, size: number, type: number, isCid: boolean): number
  FPDFFont_Close(font: number): void
}

type PdfiumFunctions = CoreFunctions & TextFunctions & WritingFunctions

export type Pdfium = PdfiumFunctions & {
  allocate(size: number): number
  release(pointer: number): void
  /** A view of the heap as it is now: growing the heap detaches it, so never keep one across calls. */
  heap(): Uint8Array
  heapBytes(): number
  addFunction(callback: (...args: number[]) => number | void, signature: string): number
  removeFunction(pointer: number): void
}

type EmscriptenModule = {
  HEAPU8: Uint8Array
  wasmExports: { malloc(size: number): number; free(pointer: number): void }
  addFunction(callback: (...args: number[]) => number | void, signature: string): number
  removeFunction(pointer: number): void
}

/** One instance of the compiled module, in this thread. */
export async function startPdfium(compiled: WebAssembly.Module): Promise<Pdfium> {
  const overrides = {
    print: ignore,
    printErr: ignore,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object {
      const instance = new WebAssembly.Instance(compiled, imports)
      done(instance)
      return instance.exports
    },
  }
  const wrapped = await init(overrides as Parameters<typeof init>[0])
  const module = wrapped.pdfium as unknown as EmscriptenModule
  const pdfium: Pdfium = Object.assign(wrapped as unknown as PdfiumFunctions, {
    allocate: (size: number) => module.wasmExports.malloc(size),
    release: (pointer: number) => module.wasmExports.free(pointer),
    heap: () => module.HEAPU8,
    heapBytes: () => module.HEAPU8.length,
    addFunction: (callback: (...args: number[]) => number | void, signature: string) =>
      module.addFunction(callback, signature),
    removeFunction: (pointer: number) => module.removeFunction(pointer),
  })
  pdfium.PDFiumExt_Init()
  return pdfium
}

function ignore(): void {}
