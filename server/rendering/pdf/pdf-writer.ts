import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagedPath } from '#server/packaged.ts'
import type { Pdfium } from './pdfium.ts'
import { RenderError } from '#server/rendering/types.ts'

/** As in PDF: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
/** A page of a document in progress that becomes a form in another. */
export type FormPage = { index: number; width: number; height: number }
export type Form = { xObject: number; width: number; height: number }
export type Box = { left: number; bottom: number; right: number; top: number }

const TRUE_TYPE = 2
const WITHOUT_SECURITY = 3
const FILE_WRITE_VERSION = 1
// Everything that our fonts have and that is written from left to right, one character after the other.
const WRITABLE =
  /^[\x20-\x7e\xa0-\u024f\u0384-\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0481\u048a-\u0513\u1e00-\u1e9b\u1ea0-\u1ef9\u2010\u2012-\u2015\u2017-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u2044\u20ac\u20bd\u2116\u2122\u2190-\u2195\u2202\u2206\u220f\u2211\u2212\u221a\u221e\u2248\u2260\u2264\u2265\u2500\u2502\u250c\u2510\u2514\u2518\u251c\u2524\u252c\u2534\u253c\u25a0\u25cf]*$/

/** Whether every character of a line can be written with our fonts. */
export function isWritable(line: string): boolean {
  return WRITABLE.test(line.normalize('NFC'))
}

/** Adds to a document that is open in PDFium, and saves it. */
export class PdfWriter {
  readonly pdfium: Pdfium
  readonly document: number
  // One place for the numbers passed to and from PDFium.
  private readonly scratch: number
  private readonly fonts: number[] = []

  static new(pdfium: Pdfium): PdfWriter {
    const document = pdfium.FPDF_CreateNewDocument()
    if (!document) throw new RenderError('memory', 'no memory for a new document')
    return new PdfWriter(pdfium, document)
  }

  constructor(pdfium: Pdfium, document: number) {
    this.pdfium = pdfium
    this.document = document
    this.scratch = pdfium.allocate(64)
  }

  close(): void {
    for (const font of this.fonts) this.pdfium.FPDFFont_Close(font)
    this.pdfium.release(this.scratch)
  }

  /** Like close(), if the document is closed, too. */
  discard(): void {
    this.close()
    this.pdfium.FPDF_CloseDocument(this.document)
  }

  /** A new page at the end, to be passed to finishPage(). */
  newPage(width: number, height: number): number {
    const { pdfium, document } = this
    const page = pdfium.FPDFPage_New(document, pdfium.FPDF_GetPageCount(document), width, height)
    if (!page) throw new RenderError('memory', 'no memory for a page')
    return page
  }

  insert(page: number, object: number): void {
    this.pdfium.FPDFPage_InsertObject(page, object)
  }

  finishPage(page: number): void {
    const isWritten = this.pdfium.FPDFPage_GenerateContent(page)
    this.pdfium.FPDF_ClosePage(page)
    if (!isWritten) throw new RenderError('corrupt', 'a page cannot be written')
  }

  /** A page as a form in another document, which keeps it. */
  export({ index, width, height }: FormPage, into: PdfWriter): Form {
    const xObject = this.pdfium.FPDF_NewXObjectFromPage(into.document, this.document, index)
    if (!xObject) throw new RenderError('memory', 'a page could not be made a form')
    return { xObject, width, height }
  }

  /** An object that draws a form. */
  form({ xObject }: Form, matrix: Matrix): number {
    const object = this.pdfium.FPDF_NewFormObjectFromXObject(xObject)
    if (!object) throw new RenderError('memory', 'a form could not be drawn')
    this.place(object, matrix)
    return object
  }

  /** One of the fonts that every program has. */
  standardFont(name: string): number {
    const font = this.pdfium.FPDFText_LoadStandardFont(this.document, name)
    if (!font) throw new RenderError('memory', `the font ${name} could not be added`)
    this.fonts.push(font)
    return font
  }

  /** One of our fonts, which is embedded in the document completely. */
  font(name: string): number {
    const { pdfium } = this
    const bytes = readFileSync(join(packagedPath('rendering/fonts'), name))
    const font = this.withBytes(bytes, (at) =>
      pdfium.FPDFText_LoadFont(this.document, at, bytes.length, TRUE_TYPE, true),
    )
    if (!font) throw new RenderError('memory', `the font ${name} could not be added`)
    this.fonts.push(font)
    return font
  }

  text(font: number, size: number, line: string): number {
    const { pdfium } = this
    const object = pdfium.FPDFPageObj_CreateTextObj(this.document, font, size)
    const words = Buffer.from(`${line.normalize('NFC')}\0`, 'utf16le')
    if (!object || !this.withBytes(words, (at) => pdfium.FPDFText_SetText(object, at)))
      throw new RenderError('corrupt', 'a line could not be written')
    return object
  }

  /** The box around an object, before it is moved. */
  bounds(object: number): Box {
    const at = (index: number): number => this.scratch + 4 * index
    this.pdfium.FPDFPageObj_GetBounds(object, at(0), at(1), at(2), at(3))
    const [left = 0, bottom = 0, right = 0, top = 0] = this.numbers(4)
    return { left, bottom, right, top }
  }

  place(object: number, matrix: Matrix): void {
    this.pdfium.FPDFPageObj_SetMatrix(object, this.write(matrix))
  }

  /** The visible part of a page, in its own coordinates. */
  pageBox(page: number): Box {
    this.pdfium.FPDF_GetPageBoundingBox(page, this.scratch)
    const [left = 0, top = 0, right = 0, bottom = 0] = this.numbers(4)
    return { left, bottom, right, top }
  }

  write(numbers: readonly number[]): number {
    this.pdfium.heap().set(new Uint8Array(Float32Array.from(numbers).buffer), this.scratch)
    return this.scratch
  }

  /** The document as it is now, without what it was encrypted with. Throws RenderError. */
  save(): Uint8Array<ArrayBuffer>[] {
    const { pdfium } = this
    const chunks = new Chunks()
    const write = pdfium.addFunction((_, data = 0, size = 0) => {
      chunks.add(pdfium.heap().subarray(data, data + size))
      return 1
    }, 'iiii')
    try {
      pdfium.heap().set(new Uint8Array(Int32Array.of(FILE_WRITE_VERSION, write).buffer), this.scratch)
      if (!pdfium.FPDF_SaveAsCopy(this.document, this.scratch, WITHOUT_SECURITY))
        throw new RenderError('corrupt', 'the document could not be saved')
      return chunks.all()
    } finally {
      pdfium.removeFunction(write)
    }
  }

  withBytes<T>(bytes: Uint8Array, use: (at: number) => T): T {
    const { pdfium } = this
    const at = pdfium.allocate(bytes.length)
    if (!at) throw new RenderError('memory', `no memory for ${bytes.length} bytes`)
    try {
      pdfium.heap().set(bytes, at)
      return use(at)
    } finally {
      pdfium.release(at)
    }
  }

  private numbers(count: number): Float32Array {
    return new Float32Array(this.pdfium.heap().slice(this.scratch, this.scratch + 4 * count).buffer)
  }
}

/** First one, then the other. */
export function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

const CHUNK_BYTES = 256 * 1024

/** PDFium writes a few bytes at a time. */
class Chunks {
  private readonly full: Uint8Array<ArrayBuffer>[] = []
  private open = new Uint8Array(CHUNK_BYTES)
  private length = 0

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + CHUNK_BYTES - this.length)
      this.open.set(part, this.length)
      this.length += part.length
      from += part.length
      if (this.length < CHUNK_BYTES) continue
      this.full.push(this.open)
      this.open = new Uint8Array(CHUNK_BYTES)
      this.length = 0
    }
  }

  all(): Uint8Array<ArrayBuffer>[] {
    return this.length === 0 ? this.full : [...this.full, this.open.slice(0, this.length)]
  }
}
