import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const GREY = 0
const PALETTE = 3

export type PngRows =
  /** 4-bit grey samples. */
  | { kind: 'grey4'; deflated: Uint8Array }
  /** One byte a pixel into a palette of red, green, blue. */
  | { kind: 'palette'; deflated: Uint8Array; palette: Uint8Array }

/** A PNG around rows that are deflated already, filter bytes included. */
export function writePng(width: number, height: number, rows: PngRows): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = rows.kind === 'grey4' ? 4 : 8
  header[9] = rows.kind === 'grey4' ? GREY : PALETTE
  return Buffer.concat([
    SIGNATURE,
    ...chunk('IHDR', header),
    ...(rows.kind === 'palette' ? chunk('PLTE', rows.palette) : []),
    ...chunk('IDAT', rows.deflated),
    ...chunk('IEND', new Uint8Array(0)),
  ])
}

/** Takes apart a PNG that writePng made. */
export function readPng(png: Uint8Array): { width: number; height: number } & PngRows {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const chunks = new Map<string, Uint8Array>()
  for (let at = SIGNATURE.length; at + 8 <= png.length;) {
    const length = view.getUint32(at)
    const name = Buffer.from(png.subarray(at + 4, at + 8)).toString('latin1')
    chunks.set(name, png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const deflated = chunks.get('IDAT')
  if (!deflated) throw new Error('this is no PNG of ours')
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  const palette = chunks.get('PLTE')
  return palette ? { ...size, kind: 'palette', deflated, palette } : { ...size, kind: 'grey4', deflated }
}

function chunk(name: string, data: Uint8Array): Uint8Array[] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(name, 4, 'latin1')
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0)
  return [head, data, check]
}
