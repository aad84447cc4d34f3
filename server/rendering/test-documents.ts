import sharp from 'sharp'
import type { PageImage } from './types.ts'

// Small documents made by hand, for the tests of this folder.

/** A PDF of these objects, numbered from 1; the first is the catalogue. */
export function buildPdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n`
  return Buffer.from(`${text}${text.lastIndexOf('xref\n0')}\n%%EOF\n`, 'latin1')
}

export function stream(content: string, entries = ''): string {
  return `<</Length ${content.length}${entries}>>\nstream\n${content}\nendstream`
}

const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'

/** One page for each content stream, with Helvetica (not embedded) as /F. */
export function pdfOf(
  contents: readonly string[],
  options: { box?: string; font?: string; entries?: string } = {},
): Buffer {
  const { box = '0 0 595 842', font = HELVETICA, entries = '' } = options
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  return buildPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${contents.length}/Kids[${kids}]>>`,
    font,
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[${box}]${entries}/Contents ${5 + 2 * index} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      stream(content),
    ]),
  ])
}

/** One page for each content stream; /F is a Thai font that is not in it: <0001> is ก there, <0002> ข, <0041> A. */
export function thaiPdf(contents: readonly string[]): Buffer {
  const first = 7
  const kids = contents.map((_, index) => `${first + 2 * index} 0 R`).join(' ')
  const name = '/BaseFont/AngsanaNew'
  const unicode =
    'begincmap 1 begincodespacerange <0000><FFFF> endcodespacerange 3 beginbfchar <0001><0E01> <0002><0E02> <0041><0041> endbfchar endcmap'
  return buildPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${contents.length}/Kids[${kids}]>>`,
    `<</Type/Font/Subtype/Type0${name}/Encoding/Identity-H/DescendantFonts[4 0 R]/ToUnicode 6 0 R>>`,
    `<</Type/Font/Subtype/CIDFontType2${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 5 0 R/DW 1000>>`,
    '<</Type/FontDescriptor/FontName/AngsanaNew/Flags 4>>',
    stream(unicode),
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${first + 1 + 2 * index} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      stream(content),
    ]),
  ])
}

export function words(text: string, size = 48): string {
  return `BT /F ${size} Tf 60 600 Td (${text}) Tj ET`
}

/** A filled-in text field without an appearance of its own. */
export function formPdf(value: string): Buffer {
  return buildPdf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]/DA(/F 0 Tf 0 g)/NeedAppearances true/DR<</Font<</F 3 0 R>>>>>>>>',
    '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    HELVETICA,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[5 0 R]>>',
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(${value})/DA(/F 40 Tf 0 g)/Rect[60 600 500 660]/F 4/P 4 0 R>>`,
  ])
}

/** A page that was taken out of a form: its field has an appearance, and the document knows of no form. */
export function fieldPdf(value: string): Buffer {
  return buildPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    HELVETICA,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[5 0 R]>>',
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(${value})/Rect[60 600 500 660]/F 4/P 4 0 R/AP<</N 6 0 R>>>>`,
    stream(
      `BT /F 40 Tf 5 15 Td (${value}) Tj ET`,
      '/Type/XObject/Subtype/Form/BBox[0 0 440 60]/Resources<</Font<</F 3 0 R>>>>',
    ),
  ])
}

/** Encrypted, so that the empty password does not open it. */
export function lockedPdf(): Buffer {
  const key = 'ab'.repeat(32)
  const pages = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R>>',
  ]
  const lock = `<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${key}>/U<${key}>>>`
  return buildPdf([...pages, lock], '/Encrypt 4 0 R/ID[<00><00>]')
}

/** Draws itself for many minutes: the whole page is filled a hundred thousand times. */
export function endlessPdf(): Buffer {
  return pdfOf(['/a gs 0.5 g 0 0 595 842 re f\n'.repeat(100_000)])
}

export function pdfWithPages(count: number): Buffer {
  return pdfOf(Array.from({ length: count }, () => ''))
}

type Bmp = {
  width: number
  height: number
  bits: number
  pixels: readonly number[]
  palette?: readonly number[]
  compression?: number
  masks?: readonly number[]
  isOs2?: boolean
}

/** A BMP with a 40-byte header, or the 12-byte one of OS/2; the palette as blue, green, red (, blank). */
export function buildBmp({
  width,
  height,
  bits,
  pixels,
  palette = [],
  compression = 0,
  masks = [],
  isOs2,
}: Bmp): Buffer {
  const header = Buffer.alloc(isOs2 ? 12 : 40)
  header.writeUInt32LE(header.length, 0)
  if (isOs2) {
    header.writeUInt16LE(width, 4)
    header.writeUInt16LE(height, 6)
    header.writeUInt16LE(1, 8)
    header.writeUInt16LE(bits, 10)
  } else {
    header.writeInt32LE(width, 4)
    header.writeInt32LE(height, 8)
    header.writeUInt16LE(1, 12)
    header.writeUInt16LE(bits, 14)
    header.writeUInt32LE(compression, 16)
    header.writeUInt32LE(palette.length / 4, 32)
  }
  const maskBytes = Buffer.from(new Uint32Array(masks).buffer)
  const body = [header, maskBytes, Buffer.from(palette)]
  const start = 14 + Buffer.concat(body).length
  const file = Buffer.alloc(14)
  file.write('BM', 'latin1')
  file.writeUInt32LE(start + pixels.length, 2)
  file.writeUInt32LE(start, 10)
  return Buffer.concat([file, ...body, Buffer.from(pixels)])
}

export type Pixels = { width: number; height: number; at(x: number, y: number): [number, number, number] }

/** The picture as anyone would see it. */
export async function look(image: PageImage): Promise<Pixels> {
  const raw = await sharp(image.bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = raw
  return {
    width: info.width,
    height: info.height,
    at(x, y) {
      const at = (y * info.width + x) * info.channels
      return [data[at]!, data[at + 1]!, data[at + 2]!]
    },
  }
}

/** How many pixels pass a test. */
export function count(pixels: Pixels, test: (red: number, green: number, blue: number) => boolean): number {
  let found = 0
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) if (test(...pixels.at(x, y))) found++
  }
  return found
}

export function isInk(red: number, green: number, blue: number): boolean {
  return red + green + blue < 300
}

/** Bytes that do not compress, the same each time. */
export function noise(length: number): Uint8Array {
  let seed = 1
  return Uint8Array.from({ length }, () => (seed = (seed * 48271) % 2147483647) & 255)
}
