import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { isBitmap } from './addresses.ts'

/** Bytes of the largest drawing that is looked into. */
export const maxMetafile = 64 * 1024 ** 2

/** Whether bytes begin like a list of drawing orders, which may have whole pictures of other kinds in it: EMF, WMF, SVM. */
export function isMetafile(head: Buffer): boolean {
  const begins = head.toString('latin1', 0, 6)
  if (begins.startsWith('\x01\0\0\0')) return head.toString('latin1', 40, 44) === ' EMF'
  return begins.startsWith('\xd7\xcd\xc6\x9a') || begins.startsWith('\x01\0\x09\0') || begins === 'VCLMTF'
}

/** A drawing without pictures of other kinds in it. Throws ConversionFailed if it is too large. */
export async function* rewrittenMetafile(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxMetafile) throw new ConversionFailed('too large', `a drawing has over ${maxMetafile} bytes`)
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  withoutPictures(whole)
  yield whole
}

/**
 * Makes unreadable, in place, what a drawing has in it that could refer to something outside of it, and returns whether
 * there was any. Where only its newer orders have such pictures, the older ones, which draw the same, are left.
 */
export function withoutPictures(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  const places = [...text.matchAll(readable), ...text.matchAll(embedded)]
  for (const { index, 0: found } of places) bytes.fill('x', index, index + found.length)
  const starts = [...text.matchAll(/EMF\+/g)].map(({ index }) => index)
  const isPlain = starts.every((start) => isPlainOrders(bytes, start))
  if (!isPlain)
    for (const start of starts) bytes.fill(0, start, Math.max(start + 4, endOfOrders(bytes, start)))
  return places.length > 0 || !isPlain
}

/** What is XML, a package or PostScript to those who look at its first bytes, in one byte for a letter or in two. */
export const readable =
  /<\0?s\0?v\0?g|:\0?s\0?v\0?g|DTD SVG|DOCTYPE\s+svg|PK\x03\x04|PK\x01\x02|PK\x05\x06|%!PS-Adobe|\xc5\xd0\xd3\xc6/gi
/** An EMF in a WMF, in pieces, and whatever is packed. */
const embedded = /WMFC\x01\0\0\0|\x1f\x8b\x08/g

const comment = 70
const headerBytes = 12
const [ofObject, brush, picture] = [0x4008, 0x0100, 0x0500]
const [bitmap, metafile, texture] = [1, 2, 2]

/** Where the orders of EMF+ end whose name is at a place; before any, if that is not a comment of a drawing. */
function endOfOrders(bytes: Buffer, start: number): number {
  if (start < headerBytes || bytes.readUInt32LE(start - headerBytes) !== comment) return 0
  return start + Math.max(bytes.readUInt32LE(start - 4), bytes.readUInt32LE(start - 8) - headerBytes)
}

/** Whether the orders of EMF+ at a place are written as they should be, and each picture in them is a bitmap. */
function isPlainOrders(bytes: Buffer, start: number): boolean {
  const end = endOfOrders(bytes, start)
  if (end === 0) return false
  const orders = bytes.subarray(start + 4, end)
  for (let at = 0; at < orders.length;) {
    if (at + headerBytes > orders.length) return isPadding(orders.subarray(at))
    const [type, flags, size] = [
      orders.readUInt16LE(at),
      orders.readUInt16LE(at + 2),
      orders.readUInt32LE(at + 4),
    ]
    const length = orders.readUInt32LE(at + 8)
    if (size < headerBytes || at + size > orders.length || length > size - headerBytes) return false
    const data = orders.subarray(at + headerBytes, at + size)
    if (type === ofObject && !isPlainObject(data, flags)) return false
    at += size
  }
  return true
}

function isPadding(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

/** An object may be in several pieces, each after the size of the whole. */
function isPlainObject(data: Buffer, flags: number): boolean {
  const kind = flags & 0x7f00
  if (kind !== picture && kind !== brush) return true
  const isPiece = (flags & 0x8000) !== 0
  // Too short to be told what it is of.
  if (isPiece && data.length < 64) return false
  return [data, data.subarray(4)].every((each) =>
    kind === brush ? isPlainBrush(each) : isPlainPicture(each),
  )
}

function isPlainBrush(data: Buffer): boolean {
  return data.length < 8 || data.readUInt32LE(4) !== texture
}

/** Whether it is a bitmap, or the middle of one. */
function isPlainPicture(data: Buffer): boolean {
  if (data.length < 8) return true
  const kind = data.readUInt32LE(4)
  if (kind === metafile) return false
  if (kind !== bitmap) return true
  if (data.length < 32) return false
  const [width, isPacked] = [data.readInt32LE(8), data.readUInt32LE(24) !== 0]
  return isPacked || width === 0 ? isBitmap(data.subarray(28)) : true
}
