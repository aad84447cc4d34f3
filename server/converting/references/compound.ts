import { copyFile, open, type FileHandle } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import type { Budget } from './budget.ts'
import { compoundStreams, type Span } from './compound-streams.ts'
import { Damaged } from './damaged.ts'
import { partKind } from './part-kind.ts'

const pieceBytes = 256 * 1024
/** Bytes that are checked together: what is split between two pieces is seen in the second. */
const overlap = 1024

/** Bytes of a stream, and their location in the file. */
type Run = { start: number; bytes: Buffer }

/** What is overwritten, and with what. */
type Change = { at: number; bytes: Buffer }

/**
 * Copies a document of the old Office formats. They cannot be rewritten, and are changed in place, where nothing moves:
 * XML images and packages in it, compressed or not, become unreadable, and the names of linked images become properties
 * that no one knows. Fields and links to other documents stay: LibreOffice's settings keep it from following them, see
 * office-profile.ts. Throws ConversionFailed.
 */
export async function rewrittenCompound(from: string, to: string, budget: Budget): Promise<void> {
  await copyFile(from, to)
  const handle = await open(to, 'r+')
  try {
    for (const { name, spans } of await compoundStreams(handle)) {
      budget.takeParts(1)
      const runs = runsOf(handle, spans)
      const isBook = name === 'Workbook' || name === 'Book'
      await change(handle, isBook ? withoutHeaders(runs) : runs, budget)
    }
  } catch (error) {
    // What leads outside of the file leads nowhere.
    throw error instanceof RangeError ? new Damaged(error.message) : error
  } finally {
    await handle.close()
  }
}

/**
 * The same for what is in no compound file: a workbook of Excel 2 to 5, whose records begin with its first byte, or a
 * document of Word 2.
 */
export async function rewrittenBare(
  from: string,
  to: string,
  { isBook, budget }: { isBook: boolean; budget: Budget },
): Promise<void> {
  await copyFile(from, to)
  const handle = await open(to, 'r+')
  try {
    budget.takeParts(1)
    const { size } = await handle.stat()
    const spans = Array.from({ length: Math.ceil(size / pieceBytes) }, (_, at) => ({
      start: at * pieceBytes,
      length: Math.min(pieceBytes, size - at * pieceBytes),
    }))
    const runs = runsOf(handle, spans)
    await change(handle, isBook ? withoutHeaders(runs) : runs, budget)
  } finally {
    await handle.close()
  }
}

async function change(handle: FileHandle, runs: AsyncIterable<Run>, budget: Budget): Promise<void> {
  for await (const piece of piecesOf(runs)) {
    budget.takeBytes(piece.reduce((sum, { bytes }) => sum + bytes.length, 0))
    const changes = changesIn(Buffer.concat(piece.map(({ bytes }) => bytes)))
    for (const one of changes) await write(handle, piece, one)
  }
}

async function* runsOf(handle: FileHandle, spans: readonly Span[]): AsyncGenerator<Run, void> {
  for (const { start, length } of spans) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
    yield { start, bytes: buffer.subarray(0, bytesRead) }
  }
}

/** The runs of a stream, so many at a time that all of them are looked at together with what comes before. */
async function* piecesOf(runs: AsyncIterable<Run>): AsyncGenerator<Run[], void> {
  let [piece, size] = [[] as Run[], 0]
  for await (const run of runs) {
    piece.push(run)
    size += run.bytes.length
    if (size < pieceBytes) continue
    yield piece
    let kept = piece.length
    for (size = 0; kept > 0 && size < overlap;) size += piece[--kept]!.bytes.length
    piece = piece.slice(kept)
  }
  yield piece
}

async function write(handle: FileHandle, piece: readonly Run[], { at, bytes }: Change): Promise<void> {
  let before = 0
  for (const run of piece) {
    const [first, end] = [Math.max(at, before), Math.min(at + bytes.length, before + run.bytes.length)]
    if (first < end) await handle.write(bytes, first - at, end - first, run.start + first - before)
    before += run.bytes.length
  }
}

/** What is XML or a package to those who look at its first bytes, in one byte for a letter or in two. */
const readable = /<\0?s\0?v\0?g|:\0?s\0?v\0?g|DTD SVG|DOCTYPE\s+svg|PK\x03\x04|PK\x01\x02|PK\x05\x06/gi
/** The properties pibName, fillBlipName and lineFillBlipName, each followed by the length of a name. */
const linkedNames = /[\x05\x87\xc7][\x81\xc1][^][\x00-\x0f]\x00\x00/g
const nobodyKnows = Buffer.from([0xf0])
const unreadable = Buffer.from([0x00, 0x00])

function* changesIn(bytes: Buffer): Generator<Change, void> {
  const text = bytes.toString('latin1')
  for (const { index, 0: found } of text.matchAll(readable))
    yield { at: index, bytes: Buffer.alloc(found.length, 0x78) }
  for (const { index } of text.matchAll(linkedNames)) yield { at: index, bytes: nobodyKnows }
  for (const at of packedTexts(bytes)) yield { at, bytes: unreadable }
}

/** Where something begins that is text when it is unpacked: packed pictures of these formats never are. */
function* packedTexts(bytes: Buffer): Generator<number, void> {
  for (let at = 0; at + 12 < bytes.length; at++) {
    const isGzip = bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8
    const isZlib = (bytes[at]! & 0x8f) === 8 && bytes.readUInt16BE(at) % 31 === 0
    if (isGzip || (isZlib && isPackedText(bytes.subarray(at + 2, at + overlap)))) yield at
  }
}

function isPackedText(deflated: Buffer): boolean {
  try {
    const head = inflateRawSync(deflated, { finishFlush: 2, maxOutputLength: 4 * 1024 * 1024 })
    return (
      head.length > 4 && ['xml', 'text', 'rtf', 'gzip', 'package'].includes(partKind(head.subarray(0, 4096)))
    )
  } catch {
    return false
  }
}

/**
 * The contents of the records of a workbook: each begins with four bytes that say its type and length, and goes on in
 * further ones, in the middle of anything.
 */
async function* withoutHeaders(runs: AsyncIterable<Run>): AsyncGenerator<Run, void> {
  let header: number[] = []
  let left = 0
  for await (const { start, bytes } of runs) {
    for (let at = 0; at < bytes.length;) {
      if (left === 0) {
        header.push(bytes[at++]!)
        if (header.length < 4) continue
        left = header[2]! + 256 * header[3]!
        header = []
      } else {
        const end = Math.min(at + left, bytes.length)
        yield { start: start + at, bytes: bytes.subarray(at, end) }
        left -= end - at
        at = end
      }
    }
  }
}
