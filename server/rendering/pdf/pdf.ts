import { readPng } from '#server/rendering/pages/png.ts'
import { releaseMemory } from '#server/storage/memory.ts'
import type { PageImage, PageSize } from '#server/rendering/types.ts'

export type PdfPage = { image: PageImage; size: PageSize }

// PDF 1.7, annex C: no side of a page is longer or shorter than this, in points.
const LONGEST_SIDE = 14_400
const SHORTEST_SIDE = 3
const HEADER = '%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n'
const OBJECTS_PER_PAGE = 3
const CATALOG = 1
const PAGES = 2

/**
 * A PDF of page images alone, given out page by page; only the places of its objects are kept in memory, and the memory
 * of each image is given back.
 */
export async function* assemblePdf(pages: AsyncIterable<PdfPage>): AsyncGenerator<Buffer> {
  const places: number[] = []
  let length = 0
  function place(buffer: Buffer): Buffer {
    length += buffer.length
    return buffer
  }
  function object(number: number, ...parts: (string | Uint8Array)[]): Buffer {
    places[number] = length
    return place(Buffer.concat([`${number} 0 obj\n`, ...parts, '\nendobj\n'].map(asBytes)))
  }

  yield place(asBytes(HEADER))
  let count = 0
  for await (const { image, size } of pages) {
    const first = PAGES + 1 + OBJECTS_PER_PAGE * count++
    const { width, height } = pageBox(size)
    const content = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`
    const { entries, data } = describeImage(image)
    const drawing = object(
      first,
      `<</Type/XObject/Subtype/Image/Width ${image.width}/Height ${image.height}${entries}/Length ${data.length}>>\nstream\n`,
      data,
      '\nendstream',
    )
    // It was copied: the collector would leave many of them lying about.
    releaseMemory(image.bytes)
    yield drawing
    yield object(first + 1, `<</Length ${content.length}>>\nstream\n${content}\nendstream`)
    yield object(
      first + 2,
      `<</Type/Page/Parent ${PAGES} 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${first + 1} 0 R` +
        `/Resources<</XObject<</I ${first} 0 R>>>>>>`,
    )
  }
  const kids = Array.from({ length: count }, (_, index) => `${PAGES + OBJECTS_PER_PAGE * (index + 1)} 0 R`)
  yield object(CATALOG, `<</Type/Catalog/Pages ${PAGES} 0 R>>`)
  yield object(PAGES, `<</Type/Pages/Count ${count}/Kids[${kids.join(' ')}]>>`)
  yield asBytes(crossReferences(places, length))
}

function describeImage(image: PageImage): { entries: string; data: Uint8Array } {
  if (image.mediaType === 'image/jpeg') {
    const space = jpegComponents(image.bytes) === 1 ? '/DeviceGray' : '/DeviceRGB'
    return { entries: `/ColorSpace${space}/BitsPerComponent 8/Filter/DCTDecode`, data: image.bytes }
  }
  const png = readPng(image.bytes)
  const bits = png.kind === 'grey4' ? 4 : 8
  const space =
    png.kind === 'grey4'
      ? '/DeviceGray'
      : `[/Indexed/DeviceRGB ${png.palette.length / 3 - 1}<${Buffer.from(png.palette).toString('hex')}>]`
  const parameters = `<</Predictor 15/Colors 1/BitsPerComponent ${bits}/Columns ${image.width}>>`
  return {
    entries: `/ColorSpace${space}/BitsPerComponent ${bits}/Filter/FlateDecode/DecodeParms${parameters}`,
    data: png.deflated,
  }
}

/** The number of colour components, from the frame header. */
function jpegComponents(jpeg: Uint8Array): number {
  for (let at = 2; at + 9 < jpeg.length;) {
    const marker = jpeg[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return jpeg[at + 9]!
    at += 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!)
  }
  return 3
}

// Larger pages keep their shape at the largest size a PDF may have.
function pageBox({ width, height }: PageSize): { width: string; height: string } {
  const scale = Math.min(1, LONGEST_SIDE / width, LONGEST_SIDE / height)
  const side = (points: number) => Math.max(SHORTEST_SIDE, points * scale).toFixed(2)
  return { width: side(width), height: side(height) }
}

function crossReferences(places: readonly number[], start: number): string {
  const rows = places.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`)
  return (
    `xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}` +
    `trailer\n<</Size ${rows.length + 1}/Root ${CATALOG} 0 R>>\nstartxref\n${start}\n%%EOF\n`
  )
}

function asBytes(part: string | Uint8Array): Buffer {
  return typeof part === 'string'
    ? Buffer.from(part, 'latin1')
    : Buffer.from(part.buffer, part.byteOffset, part.length)
}
