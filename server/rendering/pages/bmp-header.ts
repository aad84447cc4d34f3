import { RenderError } from '#server/rendering/types.ts'

export type BmpCompression = 'none' | 'rle8' | 'rle4' | 'masks'

export type BmpHeader = {
  width: number
  height: number
  isTopDown: boolean
  bits: 1 | 2 | 4 | 8 | 16 | 24 | 32
  compression: BmpCompression
  masks: { red: number; green: number; blue: number }
  /** Red, green, blue, 255: one group of four bytes a colour; empty above 8 bits. */
  palette: Uint8Array
  pixelsStart: number
}

const FILE_HEADER = 14
const CORE_HEADER = 12
const INFO_HEADER = 40
const DEPTHS = new Set([1, 2, 4, 8, 16, 24, 32])
const COMPRESSIONS: Record<number, BmpCompression> = {
  0: 'none',
  1: 'rle8',
  2: 'rle4',
  3: 'masks',
  6: 'masks',
}
const MASKS_555 = { red: 0x7c00, green: 0x3e0, blue: 0x1f }
const MASKS_888 = { red: 0xff0000, green: 0xff00, blue: 0xff }

export function isBmp(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x4d
}

/** Reads Windows headers of versions 1 to 5 and OS/2 headers; throws RenderError on impossible values. */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < FILE_HEADER + CORE_HEADER) throw new RenderError('corrupt', 'the BMP ends in its header')
  const size = view.getUint32(14, true)
  if (size !== CORE_HEADER && (size < 16 || size > 4096))
    throw new RenderError('corrupt', `BMP header of ${size} bytes`)
  if (bytes.length < FILE_HEADER + size) throw new RenderError('corrupt', 'the BMP ends in its header')
  const isCore = size === CORE_HEADER
  const field = (at: number) => (at + 4 <= size ? view.getUint32(FILE_HEADER + at, true) : 0)

  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true)
  const signedHeight = isCore ? view.getUint16(20, true) : view.getInt32(22, true)
  const bits = view.getUint16(isCore ? 24 : 28, true)
  const code = isCore ? 0 : field(16)
  // Codes 3 and 4 mean other things in the long OS/2 header (Huffman and RLE24).
  const isOs2 = size === 64 || size === 16
  const compression = isOs2 && code > 2 ? undefined : COMPRESSIONS[code]
  const height = Math.abs(signedHeight)
  if (width <= 0 || height === 0) throw new RenderError('corrupt', 'the BMP has no pixels')
  if (!DEPTHS.has(bits) || !compression)
    throw new RenderError('unsupported', `BMP of ${bits} bits, compression ${code}`)
  const isConsistent =
    compression === 'none' ||
    (compression === 'rle8' && bits === 8) ||
    (compression === 'rle4' && bits === 4) ||
    (compression === 'masks' && (bits === 16 || bits === 32))
  if (!isConsistent) throw new RenderError('corrupt', `BMP of ${bits} bits, compression ${code}`)

  // With the 40-byte header the masks follow it, with longer ones they are its next fields.
  const masksStart = FILE_HEADER + INFO_HEADER
  const hasMasks = compression === 'masks'
  if (hasMasks && bytes.length < masksStart + 12)
    throw new RenderError('corrupt', 'the BMP has no colour masks')
  const mask = (index: number) => view.getUint32(masksStart + 4 * index, true)
  const masks = hasMasks
    ? { red: mask(0), green: mask(1), blue: mask(2) }
    : bits === 16
      ? MASKS_555
      : MASKS_888
  const maskBytes = hasMasks && size === INFO_HEADER ? (code === 6 ? 16 : 12) : 0

  const pixelsStart = view.getUint32(10, true)
  const paletteStart = FILE_HEADER + size + maskBytes
  const palette =
    bits > 8
      ? new Uint8Array(0)
      : readPalette(bytes, paletteStart, isCore ? 3 : 4, 1 << bits, field(32), pixelsStart)
  return {
    width,
    height,
    isTopDown: signedHeight < 0,
    bits: bits as BmpHeader['bits'],
    compression,
    masks,
    palette,
    pixelsStart,
  }
}

// Indexes beyond the colours of a file become black.
function readPalette(
  bytes: Uint8Array,
  start: number,
  entryBytes: 3 | 4,
  capacity: number,
  used: number,
  pixelsStart: number,
): Uint8Array {
  const palette = Buffer.alloc(capacity * 4, Buffer.of(0, 0, 0, 255))
  const wanted = used > 0 ? Math.min(used, capacity) : capacity
  const end = Math.min(bytes.length, pixelsStart > start ? pixelsStart : bytes.length)
  for (let index = 0, at = start; index < wanted && at + 3 <= end; index++, at += entryBytes) {
    palette[index * 4] = bytes[at + 2]!
    palette[index * 4 + 1] = bytes[at + 1]!
    palette[index * 4 + 2] = bytes[at]!
  }
  return palette
}
