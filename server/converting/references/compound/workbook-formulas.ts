import { callsOutside, outsideCalls, type NumberBytes } from '../binary/formulas.ts'
import { Damaged } from '../damaged.ts'
import type { Change } from './linked-pictures.ts'
import { wholeRecords, type Header, type Run, type WholeRecord } from './workbook-records.ts'

/** Records of cells with a formula. */
const cells: ReadonlySet<number> = new Set([0x006, 0x206, 0x406])
/** Formulas of several cells, each of which has a record, too. */
const severalCells: ReadonlySet<number> = new Set([0x021, 0x221, 0x036, 0x037, 0x236, 0x0bc, 0x4bc])
/** Names, conditional formats, conditions of input, and what charts show. */
const elsewhere: ReadonlySet<number> = new Set([0x018, 0x218, 0x1b1, 0x87a, 0x1be, 0x1051])
/** Texts of formulas, which follow them. */
const texts: ReadonlySet<number> = new Set([0x007, 0x207])
/** The first record of a workbook, and its version by the type of that; since Excel 5 the record says it. */
const [begins, beginnings] = [
  0x809,
  new Map([
    [0x009, 2],
    [0x209, 3],
    [0x409, 4],
    [0x809, 5],
  ]),
]
/** A type that no program knows. */
const nothing = 0x7f7f
/** Bytes of the longest record with a formula. */
const longest = 128 * 1024

/** How a version writes cells: where their values begin, after their places, and the types of records of values. */
type Version = {
  numberBytes: NumberBytes
  valueAt: number
  types: { number: number; text: number; other: number; empty: number }
}
const types = { number: 0x203, text: 0x204, other: 0x205, empty: 0x201 }
const newer: Version = { numberBytes: 2, valueAt: 6, types }
const older: Readonly<Record<number, Version>> = {
  2: { numberBytes: 1, valueAt: 7, types: { number: 3, text: 4, other: 5, empty: 1 } },
  3: { numberBytes: 1, valueAt: 6, types },
}

/** A change, and the runs in which it is. */
export type RunsChange = { runs: readonly Run[]; change: Change }

/** Whether a workbook has a formula that could read another document. Throws Damaged. */
export async function readsOutside(runs: AsyncIterable<Run>): Promise<boolean> {
  let version: Version | null = null
  for await (const record of wholeRecords(runs, isNeeded)) {
    version ??= versionOf(record)
    if (hasFormula(record.type) && callsOutside(contentOf(record), version.numberBytes)) return true
  }
  return false
}

/**
 * What makes a workbook show the last values of its formulas, which no one calculates again. Nothing moves: a record of
 * a cell becomes one of its value, and the rest of it is ignored. Throws Damaged.
 */
export async function* lastValues(runs: AsyncIterable<Run>): AsyncGenerator<RunsChange, void> {
  let version: Version | null = null
  /** A cell whose value is the text that follows, and the record before that. */
  let cell: Buffer | null = null
  let before: WholeRecord | null = null
  for await (const record of wholeRecords(runs, isNeeded)) {
    version ??= versionOf(record)
    if (cells.has(record.type)) {
      const content = contentOf(record)
      cell = isTextual(content, version) ? content.subarray(0, version.valueAt) : null
      yield* valueOf(record, content, version)
    } else if (severalCells.has(record.type)) yield typed(record.header, nothing)
    else if (texts.has(record.type) && cell && before) {
      yield* textOf(cell, { before, text: record.header }, version)
      cell = null
    } else {
      cell = null
      if (elsewhere.has(record.type)) yield* harmless(record, version)
    }
    before = record
  }
}

function hasFormula(type: number): boolean {
  return cells.has(type) || severalCells.has(type) || elsewhere.has(type)
}

function isNeeded(type: number): boolean {
  return hasFormula(type) || beginnings.has(type)
}

/** By the first record of a workbook. */
function versionOf(first: WholeRecord): Version {
  const content = contentOf(first)
  const version = first.type === begins && content.length > 1 ? content[1]! : beginnings.get(first.type)
  return older[version ?? 0] ?? newer
}

function contentOf({ runs }: WholeRecord): Buffer {
  const content = Buffer.concat(runs.map(({ bytes }) => bytes))
  if (content.length > longest) throw new Damaged('a formula longer than any is')
  return content
}

/** Of what is not a number, two bytes say so at its end, and its first one what it is. */
function isSpecial(content: Buffer, { valueAt }: Version): boolean {
  return content.length >= valueAt + 8 && content.readUInt16LE(valueAt + 6) === 0xffff
}

function isTextual(content: Buffer, version: Version): boolean {
  return isSpecial(content, version) && content[version.valueAt] === 0
}

/** The record of a cell becomes one of its number, of true, false or an error, or, before a text, of an empty cell. */
function* valueOf(record: WholeRecord, content: Buffer, version: Version): Generator<RunsChange, void> {
  const { types, valueAt } = version
  if (content.length < valueAt + 8) yield typed(record.header, nothing)
  else if (!isSpecial(content, version)) yield typed(record.header, types.number)
  else if (content[valueAt] === 1 || content[valueAt] === 2) {
    const bytes = Buffer.from([content[valueAt + 2]!, content[valueAt]! - 1])
    yield { runs: record.runs, change: { at: valueAt, bytes } }
    yield typed(record.header, types.other)
  } else yield typed(record.header, types.empty)
}

/**
 * A text becomes that of a cell, which says before it where it is: in the header of the text, and in what the record
 * before loses at its end.
 */
function* textOf(
  cell: Buffer,
  { before, text }: { before: WholeRecord; text: Header },
  { types }: Version,
): Generator<RunsChange, void> {
  const { header, runs } = before.last
  const left = header.length - cell.length
  const length = text.length + cell.length
  if (left < 0 || length > 0xffff) throw new Damaged('a formula with a text of a length that none has')
  const bytes = Buffer.concat([numbers(types.text, length), cell])
  const freed = runs.flatMap((run) => Array.from(run.bytes, (_, at) => run.start + at)).slice(left)
  yield { runs: at([...freed, ...text.places]), change: { at: 0, bytes } }
  yield { runs: at(header.places), change: { at: 2, bytes: numbers(left) } }
}

/** SUM, which takes as many arguments as it is given, instead of functions that could read something. */
const sum = Buffer.from([4])

function* harmless(record: WholeRecord, { numberBytes }: Version): Generator<RunsChange, void> {
  for (const place of outsideCalls(contentOf(record), numberBytes))
    yield { runs: record.runs, change: { at: place, bytes: sum } }
}

function typed({ places }: Header, type: number): RunsChange {
  return { runs: at(places), change: { at: 0, bytes: numbers(type) } }
}

function at(places: readonly number[]): Run[] {
  return places.map((start) => ({ start, bytes: Buffer.alloc(1) }))
}

function numbers(...values: number[]): Buffer {
  return Buffer.from(values.flatMap((value) => [value & 0xff, value >> 8]))
}
