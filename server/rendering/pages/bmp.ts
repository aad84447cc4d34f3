import { readBmpHeader, type BmpHeader } from './bmp-header.ts'
import { MAX_SOURCE_PIXELS } from '#server/rendering/limits.ts'
import { RenderError } from '#server/rendering/types.ts'

export { isBmp, readBmpHeader } from './bmp-header.ts'

const OPAQUE = 0xff000000

// Run-length escapes.
const END_OF_LINE = 0
const END_OF_PICTURE = 1
const DELTA = 2

/** A BMP as RGBX pixels from the top row down. Missing rows become white; alpha is ignored. */
export function decodeBmp(bytes: Uint8Array): Buffer {
  const header = readBmpHeader(bytes)
  if (header.width * header.height > MAX_SOURCE_PIXELS) {
    throw new RenderError('too large', `${header.width} x ${header.height} pixels`)
  }
  if (header.pixelsStart >= bytes.length) throw new RenderError('corrupt', 'the BMP ends before its pixels')
  if (header.compression === 'rle8' || header.compression === 'rle4') return decodeRuns(bytes, header)
  return decodeRows(bytes, header)
}

function decodeRows(bytes: Uint8Array, header: BmpHeader): Buffer {
  const { width, height, bits, pixelsStart } = header
  const stride = ((bits * width + 31) >> 5) * 4
  const rows = Math.min(height, Math.floor((bytes.length - pixelsStart) / stride))
  if (rows === 0) throw new RenderError('corrupt', 'the BMP ends in its first row')
  const readPixel = pixelReader(bytes, header)
  const pixels = Buffer.alloc(width * height * 4, 0xff)
  for (let row = 0; row < rows; row++) {
    const from = pixelsStart + row * stride
    let to = rowStart(header, row)
    for (let x = 0; x < width; x++, to += 4) pixels.writeUInt32LE((readPixel(from, x) | OPAQUE) >>> 0, to)
  }
  return pixels
}

/** Reads pixel x of the row that starts at `from`, as red in the lowest byte up to blue. */
function pixelReader(
  bytes: Uint8Array,
  { bits, palette, masks }: BmpHeader,
): (from: number, x: number) => number {
  if (bits <= 8) {
    const colours = new DataView(palette.buffer, palette.byteOffset, palette.byteLength)
    const perByte = 8 / bits
    const mask = (1 << bits) - 1
    return (from, x) => {
      const shift = 8 - bits * ((x % perByte) + 1)
      return colours.getUint32(((bytes[from + Math.floor(x / perByte)]! >> shift) & mask) * 4, true)
    }
  }
  if (bits === 24) {
    return (from, x) =>
      bytes[from + 3 * x + 2]! | (bytes[from + 3 * x + 1]! << 8) | (bytes[from + 3 * x]! << 16)
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const red = maskReader(masks.red)
  const green = maskReader(masks.green)
  const blue = maskReader(masks.blue)
  return (from, x) => {
    const value = bits === 16 ? view.getUint16(from + 2 * x, true) : view.getUint32(from + 4 * x, true)
    return red(value) | (green(value) << 8) | (blue(value) << 16)
  }
}

function maskReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const highest = mask >>> shift
  return (value) => Math.round((((value & mask) >>> shift) * 255) / highest) & 255
}

function decodeRuns(bytes: Uint8Array, header: BmpHeader): Buffer {
  const { width, height, palette } = header
  const isNibbles = header.compression === 'rle4'
  const colours = new DataView(palette.buffer, palette.byteOffset, palette.byteLength)
  const pixels = Buffer.alloc(width * height * 4)
  for (let at = 0, first = colours.getUint32(0, true); at < pixels.length; at += 4)
    pixels.writeUInt32LE(first, at)
  let at = header.pixelsStart
  let x = 0
  let y = 0
  function put(index: number): void {
    if (x < width && y < height)
      pixels.writeUInt32LE(colours.getUint32(index * 4, true), rowStart(header, y) + x * 4)
    x++
  }
  function putNth(pair: number, nth: number): void {
    put(isNibbles ? (nth % 2 === 0 ? pair >> 4 : pair & 15) : pair)
  }
  while (at + 1 < bytes.length && y < height) {
    const count = bytes[at++]!
    const value = bytes[at++]!
    if (count > 0) {
      for (let nth = 0; nth < count; nth++) putNth(value, nth)
    } else if (value === END_OF_LINE) {
      x = 0
      y++
    } else if (value === END_OF_PICTURE) {
      break
    } else if (value === DELTA) {
      x += bytes[at++] ?? 0
      y += bytes[at++] ?? 0
    } else {
      const length = isNibbles ? (value + 1) >> 1 : value
      if (at + length > bytes.length) break
      for (let nth = 0; nth < value; nth++) putNth(bytes[at + (isNibbles ? nth >> 1 : nth)]!, nth)
      at += length + (length % 2)
    }
  }
  return pixels
}

function rowStart({ width, height, isTopDown }: BmpHeader, row: number): number {
  return (isTopDown ? row : height - 1 - row) * width * 4
}
