import { Damaged } from '../damaged.ts'

/** Bytes of a stream, and their location in the file. */
export type Run = { start: number; bytes: Buffer }

/** Types of records of Excel 97 to 2003. */
const [continued, shape, text, drawing, drawingOfSelection, drawingsOfAll] = [
  0x3c, 0x5d, 0x1b6, 0xec, 0xed, 0xeb,
]
const [begins, ends] = [0x809, 0x0a]
/** Bytes of a record with a text that say how long the text and its formats are: each takes a further record. */
const sizesOfText = 14
/** A chart in a sheet is two deep. */
const deepest = 8

/** What a record begins with: its type, how many bytes follow, and where in the file the four bytes of that are. */
export type Header = { type: number; length: number; places: readonly number[] }
/** A piece of a record: `at` bytes of it came before. `type` is that of the record. */
type Piece = Run & { type: number; at: number; header: Header }

/**
 * The contents of the records of a workbook: each begins with four bytes that say its type and length, and goes on in
 * further ones, in the middle of anything.
 */
export async function* withoutHeaders(runs: AsyncIterable<Run>): AsyncGenerator<Run, void> {
  const records = new Records()
  for await (const run of runs)
    for (const piece of records.piecesOf(run)) if (piece.bytes.length > 0) yield piece
}

/** Where a drawing of a workbook is: for all sheets, or so deep in what begins and ends: 1 is a sheet, 2 a chart in it. */
export type DrawingPlace = 'all' | number

/** Where the drawings of a workbook are. Throws Damaged if they are deeper than any program puts them. */
export async function drawingPlaces(runs: AsyncIterable<Run>): Promise<ReadonlySet<DrawingPlace>> {
  const [records, drawings] = [new Records(), new Drawings()]
  const places = new Set<DrawingPlace>()
  for await (const run of runs) {
    for (const piece of records.piecesOf(run)) {
      const place = drawings.placeOf(piece)
      if (place !== null) places.add(place)
    }
  }
  return places
}

/**
 * The drawings of one place, in one stretch, as LibreOffice puts them together from records between which are those of
 * shapes, texts and charts.
 */
export async function* drawingsIn(wanted: DrawingPlace, runs: AsyncIterable<Run>): AsyncGenerator<Run, void> {
  const [records, drawings] = [new Records(), new Drawings()]
  for await (const run of runs) {
    for (const piece of records.piecesOf(run)) {
      if (drawings.placeOf(piece) === wanted && piece.bytes.length > 0) yield piece
    }
  }
}

/** Records with pictures that are in no drawing: of charts, bitmaps, backgrounds, and pictures beside the page. */
const pictures: ReadonlySet<number> = new Set([0x1066, 0x07f, 0x0e9, 0x866])

/** What is in these records and what continues them. */
export async function* otherPictures(runs: AsyncIterable<Run>): AsyncGenerator<Run, void> {
  const records = new Records()
  let isPicture = false
  for await (const run of runs) {
    for (const { type, at, start, bytes } of records.piecesOf(run)) {
      if (at === 0 && type !== continued) isPicture = pictures.has(type)
      if (isPicture && bytes.length > 0) yield { start, bytes }
    }
  }
}

/** A record with what continues it, and the last of those, whose end is that of the whole. */
export type WholeRecord = { type: number; header: Header; runs: Run[]; last: { header: Header; runs: Run[] } }

/** The records of a workbook, and the contents of those that are wanted. */
export async function* wholeRecords(
  runs: AsyncIterable<Run>,
  isWanted: (type: number) => boolean,
): AsyncGenerator<WholeRecord, void> {
  const records = new Records()
  let whole: WholeRecord | null = null
  for await (const run of runs) {
    for (const { type, start, bytes, at, header } of records.piecesOf(run)) {
      const last: WholeRecord['last'] = at > 0 && whole ? whole.last : { header, runs: [] }
      if (whole && (at > 0 || type === continued)) whole.last = last
      else {
        if (whole) yield whole
        whole = { type, header, runs: [], last }
      }
      if (!isWanted(whole.type)) continue
      whole.runs.push({ start, bytes })
      last.runs.push({ start, bytes })
    }
  }
  if (whole) yield whole
}

/** What is between a beginning and its end: whether a drawing goes on, and a text in so many further records. */
type Part = { isDrawing: boolean; textsLeft: number }

/** Sorts the records of drawings by where they are. */
class Drawings {
  readonly #parts: Part[] = [{ isDrawing: false, textsLeft: 0 }]
  #depth = 0
  #isForAll = false
  #sizes = Buffer.alloc(0)
  #place: DrawingPlace | null = null

  /** The place of the drawing to which a piece belongs, if it does. Throws Damaged. */
  placeOf(piece: Piece): DrawingPlace | null {
    if (piece.at === 0) this.#place = this.#placeOfNext(piece.type)
    if (piece.type === text) this.#measureText(piece.bytes)
    return this.#place
  }

  #placeOfNext(type: number): DrawingPlace | null {
    if (type === begins) this.#begin()
    if (type === ends && this.#depth > 0) this.#depth--
    this.#sizes = Buffer.alloc(0)
    this.#isForAll = type === drawingsOfAll || (this.#isForAll && type === continued)
    if (this.#isForAll) return 'all'
    const part = this.#parts[this.#depth]
    if (part) return takesDrawing(part, type) ? this.#depth : null
    if (type === drawing) throw new Damaged('a drawing deeper than any is')
    return null
  }

  #begin(): void {
    this.#depth++
    if (this.#depth <= deepest) this.#parts[this.#depth] = { isDrawing: false, textsLeft: 0 }
  }

  #measureText(bytes: Buffer): void {
    if (this.#sizes.length === sizesOfText) return
    this.#sizes = Buffer.concat([this.#sizes, bytes.subarray(0, sizesOfText - this.#sizes.length)])
    const part = this.#parts[this.#depth]
    if (part && this.#sizes.length === sizesOfText)
      part.textsLeft = Number(this.#sizes.readUInt16LE(10) > 0) + Number(this.#sizes.readUInt16LE(12) > 0)
  }
}

/** Whether a record that begins is one of a drawing. */
function takesDrawing(part: Part, type: number): boolean {
  if (type === continued && part.textsLeft > 0) {
    part.textsLeft--
    return false
  }
  part.textsLeft = 0
  const isDrawn = type === drawing || type === drawingOfSelection || (type === continued && part.isDrawing)
  part.isDrawing = isDrawn || (part.isDrawing && (type === shape || type === text))
  return isDrawn
}

/** The records of a stream, whose runs it is given one after the other. */
class Records {
  #begun: { place: number; byte: number }[] = []
  #header: Header = { type: 0, length: 0, places: [] }
  #at = 0;

  /** What a run has of each record: pieces, of which a record has several if it is in several runs; also empty ones. */
  *piecesOf({ start, bytes }: Run): Generator<Piece, void> {
    for (let from = 0; from < bytes.length;) {
      if (this.#at === this.#header.length) {
        this.#begun.push({ place: start + from, byte: bytes[from++]! })
        if (this.#begun.length < 4) continue
        const [a, b, c, d] = this.#begun.map(({ byte }) => byte) as [number, number, number, number]
        this.#header = {
          type: a + 256 * b,
          length: c + 256 * d,
          places: this.#begun.map(({ place }) => place),
        }
        this.#at = 0
        this.#begun = []
        if (this.#header.length > 0) continue
      }
      const header = this.#header
      const end = Math.min(from + header.length - this.#at, bytes.length)
      yield { start: start + from, bytes: bytes.subarray(from, end), type: header.type, at: this.#at, header }
      this.#at += end - from
      from = end
    }
  }
}
