import { init } from '@embedpdf/pdfium'

/** The part of PDFium's C interface that we use; every pointer is a number. */
type PdfiumFunctions = {
  PDFiumExt_Init(): void
  PDFiumExt_OpenFormFillInfo(): number
  PDFiumExt_CloseFormFillInfo(info: number): void
  PDFiumExt_InitFormFillEnvironment(document: number, info: number): number
  PDFiumExt_ExitFormFillEnvironment(form: number): void
  FPDF_SetSystemFontInfo(info: number): void
  FPDF_AddInstalledFont(mapper: number, name: number, charset: number): void
  FPDF_LoadMemDocument(bytes: number, size: number, password: number): number
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): boolean
  FPDF_GetFormType(document: number): number
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

export type Pdfium = PdfiumFunctions & {
  allocate(size: number): number
  release(pointer: number): void
  /** A view of the heap as it is now: growing the heap detaches it, so never keep one across calls. */
  heap(): Uint8Array
  heapBytes(): number
  addFunction(callback: (...args: number[]) => number | void, signature: string): number
}

type EmscriptenModule = {
  HEAPU8: Uint8Array
  wasmExports: { malloc(size: number): number; free(pointer: number): void }
  addFunction(callback: (...args: number[]) => number | void, signature: string): number
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
  })
  pdfium.PDFiumExt_Init()
  return pdfium
}

function ignore(): void {}
