import { copyFile, open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { constants, createInflate, deflateSync, inflateRawSync } from 'node:zlib'
import type { Budget } from '../budget.ts'
import { compoundStreams, type Span } from './compound-streams.ts'
import { Damaged } from '../damaged.ts'
import {
  linkOfHeader,
  linksOfDrawings,
  longestTable,
  pictureHeaders,
  type Change,
} from './linked-pictures.ts'
import { isMetafile, maxMetafile, readable, withoutPictures } from '../metafiles.ts'
import { partKind, type PartKind } from '../part-kind.ts'
import { lastValues, readsOutside } from './workbook-formulas.ts'
import { drawingPlaces, drawingsIn, otherPictures, withoutHeaders, type Run } from './workbook-records.ts'

const pieceBytes = 256 * 1024
/** Bytes that are checked together: what is split between two pieces is seen in the second. */
const overlap = longestTable
/** Bytes of something packed that are unpacked to see what it is. */
const packedHead = 1024

/**
 * Copies a document of the old Office formats. They cannot be rewritten, and are changed in place, where nothing moves:
 * XML images and packages in it, compressed or not, become unreadable, the names of linked images are removed, and where a
 * formula could read another document, all of them become their last values. Fields and links to other documents stay:
 * LibreOffice's settings keep it from following them, see office-profile.ts. Throws ConversionFailed.
 */
export async function rewrittenCompound(from: string, to: string, budget: Budget): Promise<void> {
  await copyFile(from, to)
  const handle = await open(to, 'r+')
  try {
    const streams = await compoundStreams(handle)
    const headers = new Places((await handle.stat()).size)
    for (const { name, spans } of streams) {
      budget.takeParts(1)
      const isBook = name === 'Workbook' || name === 'Book'
      await (isBook ? changeBook : changeStream)(handle, spans, { budget, headers })
    }
    for (const { spans } of streams) await changeHeaders(handle, () => runsOf(handle, spans), headers)
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
    const headers = new Places(size)
    await (isBook ? changeBook : changeStream)(handle, spans, { budget, headers })
    if (!isBook) await changeHeaders(handle, () => runsOf(handle, spans), headers)
  } finally {
    await handle.close()
  }
}

type Changing = { budget: Budget; headers: Places }

async function changeStream(handle: FileHandle, spans: readonly Span[], changing: Changing): Promise<void> {
  const runs = (): AsyncGenerator<Run, void> => runsOf(handle, spans)
  await changeText(handle, runs(), changing.budget)
  await changePictures(handle, runs, changing)
}

/**
 * Pictures of a workbook are in a few kinds of records, in several of them, with others between: in texts and numbers is
 * only by chance what looks like one.
 */
async function changeBook(handle: FileHandle, spans: readonly Span[], changing: Changing): Promise<void> {
  const runs = (): AsyncGenerator<Run, void> => runsOf(handle, spans)
  await changeText(handle, withoutHeaders(runs()), changing.budget)
  for (const place of await drawingPlaces(runs()))
    await changePictures(handle, () => drawingsIn(place, runs()), changing)
  await changePictures(handle, () => otherPictures(runs()), changing)
  if (!(await readsOutside(runs()))) return
  for await (const { runs: changed, change } of lastValues(runs())) await write(handle, changed, change)
}

/** What is XML or a package becomes unreadable. */
async function changeText(handle: FileHandle, runs: AsyncIterable<Run>, budget: Budget): Promise<void> {
  for await (const { piece } of piecesOf(runs)) {
    budget.takeBytes(lengthOf(piece))
    const bytes = Buffer.concat(piece.map((run) => run.bytes))
    for (const one of readableIn(bytes)) await write(handle, piece, one)
  }
}

/** So does what is packed, and links of pictures are removed. */
async function changePictures(
  handle: FileHandle,
  runs: () => AsyncIterable<Run>,
  { budget, headers }: Changing,
): Promise<void> {
  const drawings = new Set<number>()
  for await (const { start, piece } of piecesOf(runs())) {
    const bytes = Buffer.concat(piece.map((run) => run.bytes))
    for (const one of linksOfDrawings(bytes)) await write(handle, piece, one)
    for (const place of pictureHeaders(bytes, headers.end)) headers.add(place)
    for (const { at, isDrawing } of packedIn(bytes)) {
      if (isDrawing) drawings.add(start + at)
      else await write(handle, piece, { at, bytes: unreadable })
    }
  }
  for (const at of drawings) await changeDrawing(handle, await runsFrom(runs(), at), budget)
}

/** The headers of pictures may be in any stream, before what says where they are or after it. */
async function changeHeaders(
  handle: FileHandle,
  runs: () => AsyncIterable<Run>,
  headers: Places,
): Promise<void> {
  for await (const { start, piece } of piecesOf(runs())) {
    const bytes = Buffer.concat(piece.map((run) => run.bytes))
    for (const place of headers.within(start, bytes.length)) {
      for (const one of linkOfHeader(bytes, place - start)) await write(handle, piece, one)
    }
  }
}

/** Writes a packed drawing again where it is, without the pictures in it; one that became longer is made unreadable. */
async function changeDrawing(handle: FileHandle, runs: readonly Run[], budget: Budget): Promise<void> {
  const { bytes, packed } = await inflated(runs)
  budget.takeBytes(bytes.length)
  if (bytes.length < maxMetafile && !withoutPictures(bytes)) return
  const again = bytes.length < maxMetafile ? deflateSync(bytes, { level: 9 }) : unreadable
  await write(handle, runs, { at: 0, bytes: again.length <= packed ? again : unreadable })
}

/** What is packed at the beginning of these bytes, as far as it can be unpacked, and how many of them it takes. */
async function inflated(runs: readonly Run[]): Promise<{ bytes: Buffer; packed: number }> {
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
  const pieces: Buffer[] = []
  let size = 0
  Readable.from(runs.map(({ bytes }) => bytes)).pipe(inflate)
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
      if (size >= maxMetafile) break
    }
  } catch {
    // Of what is damaged a reader shows what comes before.
  }
  return { bytes: Buffer.concat(pieces), packed: inflate.bytesWritten }
}

/** The runs of a stream from a place in it on, up to what a drawing may take. */
async function runsFrom(runs: AsyncIterable<Run>, from: number): Promise<Run[]> {
  const found: Run[] = []
  let [before, size] = [0, 0]
  for await (const { start, bytes } of runs) {
    const skipped = Math.max(0, from - before)
    before += bytes.length
    if (skipped >= bytes.length) continue
    found.push({ start: start + skipped, bytes: bytes.subarray(skipped) })
    size += bytes.length - skipped
    if (size >= maxMetafile) break
  }
  return found
}

function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

async function* runsOf(handle: FileHandle, spans: readonly Span[]): AsyncGenerator<Run, void> {
  for (const { start, length } of spans) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
    yield { start, bytes: buffer.subarray(0, bytesRead) }
  }
}

/** The runs of a stream, so many at a time that all of them are looked at together with what comes before. */
async function* piecesOf(runs: AsyncIterable<Run>): AsyncGenerator<{ start: number; piece: Run[] }, void> {
  let [piece, size, start] = [[] as Run[], 0, 0]
  for await (const run of runs) {
    piece.push(run)
    size += run.bytes.length
    if (size < pieceBytes) continue
    yield { start, piece }
    let kept = piece.length
    start += size
    for (size = 0; kept > 0 && size < overlap;) size += piece[--kept]!.bytes.length
    start -= size
    piece = piece.slice(kept)
  }
  yield { start, piece }
}

async function write(handle: FileHandle, piece: readonly Run[], { at, bytes }: Change): Promise<void> {
  let before = 0
  for (const run of piece) {
    const [first, end] = [Math.max(at, before), Math.min(at + bytes.length, before + run.bytes.length)]
    if (first < end) await handle.write(bytes, first - at, end - first, run.start + first - before)
    before += run.bytes.length
  }
}

/** Places in a file, however many it names. */
class Places {
  readonly end: number
  readonly #bits: Buffer

  constructor(end: number) {
    this.end = end
    this.#bits = Buffer.alloc(Math.ceil(end / 8))
  }

  add(place: number): void {
    this.#bits[Math.floor(place / 8)]! |= 1 << (place % 8)
  }

  *within(start: number, length: number): Generator<number, void> {
    for (let place = start; place < start + length; place++) {
      if (((this.#bits[Math.floor(place / 8)] ?? 0) & (1 << (place % 8))) !== 0) yield place
    }
  }
}

/** What begins the newer orders of a drawing that is not packed, and a drawing in one: the older ones are left. */
const orders = /EMF\+(?=[^]{7}[\x00-\x12])|WMFC\x01\0\0\0/g
const unreadable = Buffer.from([0x00, 0x00])

function* readableIn(bytes: Buffer): Generator<Change, void> {
  const text = bytes.toString('latin1')
  for (const { index, 0: found } of [...text.matchAll(readable), ...text.matchAll(orders)])
    yield { at: index, bytes: Buffer.alloc(found.length, 0x78) }
}

/** Where something packed begins that is a drawing or text: packed pictures of these formats never are text. */
function* packedIn(bytes: Buffer): Generator<{ at: number; isDrawing: boolean }, void> {
  for (let at = 0; at + 12 < bytes.length; at++) {
    const isGzip = bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8
    const isZlib = (bytes[at]! & 0x8f) === 8 && bytes.readUInt16BE(at) % 31 === 0
    if (!isGzip && !isZlib) continue
    const head = isZlib ? unpackedHead(bytes, at) : Buffer.alloc(0)
    const isDrawing = isMetafile(head)
    if (isGzip || isDrawing || textKinds.has(partKind(head))) yield { at, isDrawing }
  }
}

const textKinds: ReadonlySet<PartKind> = new Set(['xml', 'text', 'rtf', 'gzip', 'package'])

/** Shorter texts name nothing, and are found by chance within packed pictures, which lose two bytes by that. */
const shortestPacked = 32

/** The first bytes of what is packed there; none if nothing is. */
function unpackedHead(bytes: Buffer, at: number): Buffer {
  try {
    const deflated = bytes.subarray(at + 2, at + packedHead)
    const head = inflateRawSync(deflated, { finishFlush: 2, maxOutputLength: 4 * 1024 * 1024 })
    return head.length > shortestPacked ? head.subarray(0, 4096) : Buffer.alloc(0)
  } catch {
    return Buffer.alloc(0)
  }
}
