import { callsOutside } from './formulas.ts'

/** Types of records of cells with a formula, and of those with its last value alone, which begin in the same way. */
const values: ReadonlyMap<number, number> = new Map([
  [8, 6],
  [9, 5],
  [10, 4],
  [11, 3],
])
/** Formulas of several cells, and other workbooks and programs that formulas may name. */
const dropped: ReadonlySet<number> = new Set([426, 427, 428, 360])
/** Names, conditions of input and conditional formats. */
const checked: ReadonlySet<number> = new Set([39, 64, 463, 1048, 1050])
/** Bytes of the longest record of these. */
const longest = 128 * 1024

type Header = { bytes: Buffer; type: number; length: number }

/**
 * A part of a binary workbook of Excel without its formulas: their last values stay. Each record begins with its type and
 * its length, and none is moved: one that is not to be read gets a type that no one knows.
 */
export async function* rewrittenRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let waiting: Buffer = Buffer.alloc(0)
  let left = 0
  for await (const chunk of bytes) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    while (waiting.length > 0) {
      if (left > 0) {
        const piece = waiting.subarray(0, left)
        yield piece
        left -= piece.length
        waiting = waiting.subarray(piece.length)
        continue
      }
      const header = headerOf(waiting)
      if (!header) break
      const content = waiting.subarray(header.bytes.length, header.bytes.length + header.length)
      const isWhole = content.length === header.length
      if (checked.has(header.type) && !isWhole && header.length <= longest) break
      const isHarmless = checked.has(header.type) && header.length <= longest && !callsOutside(content)
      yield isHarmless ? header.bytes : safeHeader(header)
      left = header.length
      waiting = waiting.subarray(header.bytes.length)
    }
  }
  // Half a record is read by no one.
}

/** Type and length have up to four bytes of seven bits, the lowest first; null if there are not enough. */
function headerOf(bytes: Buffer): Header | null {
  const type = numberAt(bytes, 0)
  const length = type && numberAt(bytes, type.end)
  return length && { bytes: bytes.subarray(0, length.end), type: type.value, length: length.value }
}

function numberAt(bytes: Buffer, at: number): { value: number; end: number } | null {
  let value = 0
  for (let index = 0; index < 4; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    value |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { value, end: at + index + 1 }
  }
  return { value, end: at + 4 }
}

/** The header with another type, of as many bytes, if a reader would do something with the record. */
function safeHeader({ bytes, type }: Header): Buffer {
  const value = values.get(type)
  if (value === undefined && !dropped.has(type) && !checked.has(type)) return bytes
  const changed = Buffer.from(bytes)
  const count = numberAt(bytes, 0)!.end
  for (let index = 0; index < count; index++) {
    const low = value === undefined ? 0x7f : (value >> (7 * index)) & 0x7f
    changed[index] = (changed[index]! & 0x80) | low
  }
  return changed
}
