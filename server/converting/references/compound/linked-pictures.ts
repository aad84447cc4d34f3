/** What is overwritten, and with what. */
export type Change = { at: number; bytes: Buffer }

/** Bytes of the longest table of properties, and of the longest header of a picture with the name after it. */
export const longestTable = 32 * 1024

/** The properties pibName, fillBlipName and lineFillBlipName. */
const names: ReadonlySet<number> = new Set([0x105, 0x187, 0x1c7])
/** The same in their table, where the name has less than 4 KB: such a table may be in pieces of which some are elsewhere. */
const shortNames = /[\x05\x87\xc7][\x81\xc1][^][\x00-\x0f]\x00\x00/g
const nobodyKnows = Buffer.from([0xf0])

const tableKind = Buffer.from([0x0b, 0xf0])
const [entryBytes, lastProperty, isComplex] = [6, 0x3ff, 0x8000]

/** Makes of the names of linked pictures in drawings properties that no one knows, and removes the names. */
export function* linksOfDrawings(bytes: Buffer): Generator<Change, void> {
  for (const { index } of bytes.toString('latin1').matchAll(shortNames))
    yield { at: index, bytes: nobodyKnows }
  for (let at = bytes.indexOf(tableKind, 2); at >= 0 && at + 6 < bytes.length;) {
    yield* linksOfTable(bytes, at)
    at = bytes.indexOf(tableKind, at + 1)
  }
}

/** The values of complex properties follow the table, in its order. */
function* linksOfTable(bytes: Buffer, kind: number): Generator<Change, void> {
  const first = kind + 6
  const end = first + bytes.readUInt32LE(kind + 2)
  let value = first + entryBytes * (bytes.readUInt16LE(kind - 2) >> 4)
  const last = Math.min(value, bytes.length) - entryBytes
  for (let at = first; at <= last; at += entryBytes) {
    const [id, length] = [bytes.readUInt16LE(at), bytes.readUInt32LE(at + 2)]
    if ((id & 0x3fff) > lastProperty) return
    if ((id & isComplex) === 0) continue
    if (names.has(id & lastProperty)) {
      yield { at, bytes: nobodyKnows }
      if (value < end && end <= bytes.length)
        yield { at: value, bytes: Buffer.alloc(Math.min(length, end - value)) }
    }
    value += length + (lacksHeader(bytes, value, length) ? 6 : 0)
  }
}

/** Whether a value is an array whose length was written without that of its header. */
function lacksHeader(bytes: Buffer, at: number, length: number): boolean {
  if (at + 6 > bytes.length) return false
  const size = bytes.readInt16LE(at + 4)
  return bytes.readUInt16LE(at) * (size < 0 ? -size >> 2 : size) === length
}

/**
 * Where text of Word may say that the header of a picture is, below an end: after sprmCPicLocation of Word 97, or that of
 * older ones, which may be followed by its length.
 */
export function* pictureHeaders(bytes: Buffer, end: number): Generator<number, void> {
  for (const { index, 0: found } of bytes.toString('latin1').matchAll(/\x03\x6a|\x44/g)) {
    for (const at of [index + found.length, index + found.length + 1]) {
      const place = at + 4 <= bytes.length ? bytes.readUInt32LE(at) : end
      if (place < end) yield place
    }
  }
}

/** Kinds of pictures that are in another file: BMP or GIF, TIFF. */
const linked: ReadonlySet<number> = new Set([94, 99])

/** Makes of the header of a linked picture one of a picture that is not there, and removes its name. */
export function* linkOfHeader(bytes: Buffer, at: number): Generator<Change, void> {
  if (at + 8 > bytes.length || !linked.has(bytes.readUInt16LE(at + 6))) return
  yield { at: at + 6, bytes: Buffer.alloc(2) }
  const name = at + bytes.readUInt16LE(at + 4)
  if (name < bytes.length)
    yield { at: name, bytes: Buffer.alloc(Math.min(1 + bytes[name]!, bytes.length - name)) }
}
