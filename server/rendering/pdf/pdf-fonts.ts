import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagedPath } from '#server/packaged.ts'
import { chooseFont, cjkScript, KNOWN_FAMILIES, type CjkScript } from './font-choice.ts'
import type { Pdfium } from './pdfium.ts'

const TTC_TABLE = 0x74746366
const ANSI_CHARSET = 0
const UNICODE_CHARSET = 1

// Where Debian, Fedora, Arch and Alpine put the collection.
const CJK_FILES = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto/NotoSansCJK-Regular.ttc',
]
const CJK_FACES: Record<CjkScript, number> = { japanese: 0, korean: 1, simplified: 2, traditional: 3 }

type FontFile = { path: string; faceIndex: number }

/**
 * Gives PDFium the fonts that a document names but does not embed. PDFium in WebAssembly sees no system fonts: without
 * this such text is silently blank. Files are read only when a document needs them.
 */
export class PdfFonts {
  private readonly pdfium: Pdfium
  private readonly files: FontFile[] = []
  private readonly shipped = new Map<string, Uint8Array>()
  private collection: { path: string; bytes: Uint8Array } | null = null

  constructor(pdfium: Pdfium) {
    this.pdfium = pdfium
  }

  /** Sets this font source for the rest of the instance's life (FPDF_SYSFONTINFO, version 1). */
  install(): void {
    const { pdfium } = this
    const callbacks: [(...args: number[]) => number | void, string][] = [
      [() => {}, 'vi'], // Release
      [this.enumerateFonts.bind(this), 'vii'],
      [this.mapFont.bind(this), 'iiiiiiii'],
      [() => 0, 'iii'], // GetFont
      [this.getFontData.bind(this), 'iiiiii'],
      [this.getFaceName.bind(this), 'iiiii'],
      [() => UNICODE_CHARSET, 'iii'], // GetFontCharset
      [() => {}, 'vii'], // DeleteFont
    ]
    const info = new Int32Array([
      1,
      ...callbacks.map(([run, signature]) => pdfium.addFunction(run, signature)),
    ])
    const pointer = pdfium.allocate(info.byteLength)
    pdfium.heap().set(new Uint8Array(info.buffer), pointer)
    pdfium.FPDF_SetSystemFontInfo(pointer)
  }

  /** Forgets the large collection; it is read again when a document asks. */
  forgetCollection(): void {
    this.collection = null
  }

  private enumerateFonts(_: number, mapper = 0): void {
    const { pdfium } = this
    for (const family of KNOWN_FAMILIES) {
      const name = pdfium.allocate(family.length + 1)
      pdfium.heap().set(Buffer.from(`${family}\0`, 'latin1'), name)
      pdfium.FPDF_AddInstalledFont(mapper, name, ANSI_CHARSET)
      pdfium.release(name)
    }
  }

  private mapFont(_: number, weight = 0, italic = 0, charset = 0, pitch = 0, face = 0, exact = 0): number {
    if (exact) this.pdfium.heap().fill(0, exact, exact + 4)
    const script = cjkScript(charset)
    const file = script
      ? this.cjkFile(script)
      : this.shippedFile({ face: this.readName(face), charset, weight, isItalic: italic !== 0, pitch })
    if (!file) return 0
    const known = this.files.findIndex(
      (other) => other.path === file.path && other.faceIndex === file.faceIndex,
    )
    return known >= 0 ? known + 1 : this.files.push(file)
  }

  // PDFium indicates the face inside a collection by how much shorter the font is than the collection.
  private getFontData(_: number, handle = 0, table = 0, buffer = 0, size = 0): number {
    const file = this.files[handle - 1]
    if (!file || (table !== 0 && table !== TTC_TABLE)) return 0
    const bytes = this.read(file)
    const isCollection = file.faceIndex >= 0
    if (table === TTC_TABLE && !isCollection) return 0
    const start = table === 0 && isCollection ? faceOffset(bytes, file.faceIndex) : 0
    const part = bytes.subarray(start)
    if (buffer && size >= part.length) this.pdfium.heap().set(part, buffer)
    return part.length
  }

  private getFaceName(_: number, handle = 0, buffer = 0, size = 0): number {
    const file = this.files[handle - 1]
    if (!file) return 0
    const name = Buffer.from(`${file.path.replace(/^.*\//, '').replace(/\..*$/, '')}\0`, 'latin1')
    if (buffer && size >= name.length) this.pdfium.heap().set(name, buffer)
    return name.length
  }

  private shippedFile(request: Parameters<typeof chooseFont>[0]): FontFile | null {
    const name = chooseFont(request)
    return name ? { path: join(packagedPath('rendering/fonts'), name), faceIndex: -1 } : null
  }

  private cjkFile(script: CjkScript): FontFile | null {
    const path = CJK_FILES.find((candidate) => existsSync(candidate))
    return path ? { path, faceIndex: CJK_FACES[script] } : null
  }

  private read(file: FontFile): Uint8Array {
    if (file.faceIndex >= 0) {
      if (this.collection?.path !== file.path) {
        this.collection = { path: file.path, bytes: readFileSync(file.path) }
      }
      return this.collection.bytes
    }
    let bytes = this.shipped.get(file.path)
    if (!bytes) {
      bytes = readFileSync(file.path)
      this.shipped.set(file.path, bytes)
    }
    return bytes
  }

  private readName(pointer: number): string {
    const heap = this.pdfium.heap()
    const end = heap.indexOf(0, pointer)
    return pointer ? Buffer.from(heap.subarray(pointer, end)).toString('latin1') : ''
  }
}

function faceOffset(collection: Uint8Array, index: number): number {
  const view = new DataView(collection.buffer, collection.byteOffset, collection.byteLength)
  return index < view.getUint32(8) ? view.getUint32(12 + 4 * index) : 0
}
