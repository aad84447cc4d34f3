import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type GridIndex, type GridRow, type GridScreenEntry, type StoredRow } from './grid.ts'
import { gridMark } from './grid-writer.ts'

/** What a grid is read from: an encrypted object. */
export type GridSource = { size: number; read(start: number, end: number): AsyncIterable<Uint8Array> }

const inflated = promisify(inflateRaw)
const trailerBytes = 8
/** The index of most grids is in the last piece of the object that is read. */
const tailBytes = 64 * 1024
/** More than a screen or an index can have. */
const max = 64 * 1024 * 1024

/** The sheets of a stored grid, without their rows. */
export async function readGridIndex(source: GridSource): Promise<GridIndex> {
  const tail = await bytesOf(source, Math.max(0, source.size - tailBytes), source.size)
  const trailer = tail.subarray(-trailerBytes)
  if (trailer.length < trailerBytes || trailer.toString('latin1', 0, 4) !== gridMark)
    throw new Error('A stored grid has no trailer')
  const length = trailer.readUInt32BE(4)
  const end = source.size - trailerBytes
  const index =
    length + trailerBytes <= tail.length
      ? tail.subarray(-trailerBytes - length, -trailerBytes)
      : await bytesOf(source, end - length, end)
  return parsed<GridIndex>(index)
}

/** The rows of one screen. */
export async function readGridScreen(source: GridSource, entry: GridScreenEntry): Promise<GridRow[]> {
  const rows = await parsed<StoredRow[]>(await bytesOf(source, entry.at, entry.at + entry.length))
  return rows.map(([number, cells, fill = null]) => ({
    number,
    cells: cells.map(([column, text, isNumber, look = 0, across = 1, down = 1, parts = []]) => ({
      column,
      text,
      isNumber: isNumber === 1,
      look,
      across,
      down,
      parts,
    })),
    fill,
  }))
}

async function bytesOf(source: GridSource, start: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source.read(start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function parsed<T>(bytes: Uint8Array): Promise<T> {
  return JSON.parse((await inflated(bytes, { maxOutputLength: max })).toString('utf8')) as T
}
