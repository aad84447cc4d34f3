import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { UploadedFile } from '#tests/support/browser/encode.ts'

type Size = { width: number; height: number }
const a4: Size = { width: 595, height: 842 }
/** As wide as a page, for a line or two: drawing and marking whole pages is most of what it costs to open a file. */
export const strip: Size = { width: 595, height: 210 }

/** A readable PDF in a font that every reader has; one text a page. */
export function pdf(pages: string[] = ['Page one'], size: Size = a4): Buffer {
  return drawn(
    pages.map((text) => `BT /F1 24 Tf 60 ${size.height - 90} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`),
    size,
  )
}

/** A PDF of one page that draws itself for about a second, so that someone can be caught at it. */
export function slowPdf(): Buffer {
  return drawn(['0.5 g 0 0 595 842 re f\n'.repeat(400)], a4)
}

function drawn(drawings: string[], size: Size): Buffer {
  const objects: string[] = []
  const kids = drawings.map((_, at) => `${4 + at * 2} 0 R`)
  objects.push('<< /Type /Catalog /Pages 2 0 R >>')
  objects.push(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${drawings.length} >>`)
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  drawings.forEach((drawing, at) => {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.width} ${size.height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    )
  })
  return assemble(objects)
}

/** A PDF that opens but has no page. */
export function emptyPdf(): Buffer {
  return assemble(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'])
}

function assemble(objects: string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

type Colour = [red: number, green: number, blue: number]

/** A picture of one colour. */
export function png(width = 64, height = 48, colour: Colour = [20, 81, 63]): Buffer {
  const row = Buffer.from(Array.from({ length: width }, () => colour).flat())
  return pngOf(
    width,
    Array.from({ length: height }, () => row),
  )
}

/** A picture that cannot be compressed, and so takes about three bytes a pixel. */
export function noisyPng(width = 900, height = 900): Buffer {
  return pngOf(
    width,
    Array.from({ length: height }, () => randomBytes(width * 3)),
  )
}

function pngOf(width: number, lines: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(lines.length, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.concat(lines.flatMap((line) => [Buffer.from([0]), line]))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A picture of one colour, 24 bits a pixel, rows from the bottom up. */
export function bmp(width = 32, height = 24, [red, green, blue]: Colour = [163, 35, 31]): Buffer {
  const rowLength = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(54 + rowLength * height)
  file.write('BM', 0, 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  file.writeUInt32LE(rowLength * height, 34)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) file.set([blue, green, red], 54 + y * rowLength + x * 3)
  }
  return file
}

/** The smallest GIF: one pixel. */
export function gif(): Buffer {
  return Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')
}

/** A small file of plain text. */
export function note(name: string, text = `This is ${name}`): UploadedFile {
  return { name, type: 'text/plain', bytes: Buffer.from(text) }
}

/** The same PDF with many bytes that no one draws. */
export function padded(file: Buffer, size: number): Buffer {
  const at = file.lastIndexOf('xref\n0')
  const end = file
    .subarray(at)
    .toString('latin1')
    .replace(/startxref\n\d+/, `startxref\n${at + size}`)
  return Buffer.concat([file.subarray(0, at), Buffer.alloc(size, '%padding\n'), Buffer.from(end, 'latin1')])
}
