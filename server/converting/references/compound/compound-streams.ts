import type { FileHandle } from 'node:fs/promises'
import { Damaged } from '../damaged.ts'

/** A piece of a file. */
export type Span = { start: number; length: number }

export type CompoundStream = { name: string; spans: Span[] }

const [endOfChain, noSector] = [0xffff_fffe, 0xffff_fffa]
const smallBytes = 64
/** Bytes that are read at once. */
const maxSpan = 64 * 1024
const [storage, root] = [1, 5]

/** The location of each stream in a compound file ([MS-CFB]), in byte order. Throws Damaged. */
export async function compoundStreams(handle: FileHandle): Promise<CompoundStream[]> {
  const { size } = await handle.stat()
  const header = await bytesAt(handle, { start: 0, length: 512 })
  const shift = header.readUInt16LE(30)
  if ((shift !== 9 && shift !== 12) || header.readUInt16LE(32) !== 6)
    throw new Damaged('the sectors have no size')
  const smallBelow = header.readUInt32LE(56)
  const length = 1 << shift
  const spanOf = (sector: number): Span => ({ start: (sector + 1) * length, length })
  const max = Math.ceil(size / length)
  const table = await sectorTable(handle, header, spanOf, max)
  const chain = (first: number): number[] => chainIn(table, first)
  const whole = async (first: number): Promise<Buffer> =>
    Buffer.concat(await Promise.all(chain(first).map((sector) => bytesAt(handle, spanOf(sector)))))
  const directory = await whole(header.readUInt32LE(48))
  const smallTable = numbersIn(await whole(header.readUInt32LE(60)))
  const entries = Array.from({ length: Math.floor(directory.length / 128) }, (_, at) =>
    directory.subarray(128 * at, 128 * at + 128),
  )
  const small = entries[0] ? chain(entries[0].readUInt32LE(116)).map(spanOf) : []
  return entries
    .filter((entry) => entry[66] !== 0 && entry[66] !== storage && entry[66] !== root)
    .map((entry) => {
      const [first, bytes] = [entry.readUInt32LE(116), entry.readUInt32LE(120)]
      const spans =
        bytes < smallBelow
          ? chainIn(smallTable, first).flatMap((at) => smallSpan(small, at, length) ?? [])
          : chain(first).map(spanOf)
      const name = entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2))
      return {
        name,
        spans: cut(
          spans.filter(({ start }) => start < size),
          bytes,
        ),
      }
    })
}

/** The table of which sector follows which; it is in sectors itself, which the header and others name. */
async function sectorTable(
  handle: FileHandle,
  header: Buffer,
  spanOf: (sector: number) => Span,
  max: number,
): Promise<number[]> {
  const places = numbersIn(header.subarray(76, 512))
  let next = header.readUInt32LE(68)
  for (let count = 0; next < noSector && count < max; count++) {
    const numbers = numbersIn(await bytesAt(handle, spanOf(next)))
    next = numbers.pop() ?? endOfChain
    places.push(...numbers)
  }
  const table: number[] = []
  const last = places.findLastIndex((sector) => sector < max)
  for (const place of places.slice(0, last + 1)) {
    for (const number of numbersIn(await bytesAt(handle, spanOf(place)))) table.push(number)
  }
  return table
}

/** A chain that leads back into itself ends there: what comes was looked at before. */
function chainIn(table: readonly number[], first: number): number[] {
  const sectors = new Set<number>()
  for (let at = first; at < noSector && !sectors.has(at); at = table[at] ?? endOfChain) sectors.add(at)
  return [...sectors]
}

/** Small streams are in pieces of a stream of their own; beyond its end there is nothing. */
function smallSpan(spans: readonly Span[], at: number, length: number): Span | null {
  const perSector = length / smallBytes
  const span = spans[Math.floor(at / perSector)]
  return span === undefined ? null : { start: span.start + (at % perSector) * smallBytes, length: smallBytes }
}

/** The first bytes, up to a number, in as few pieces as possible. */
function cut(spans: readonly Span[], bytes: number): Span[] {
  const runs: Span[] = []
  let left = bytes
  for (const { start, length } of spans) {
    const taken = Math.min(length, left)
    left -= taken
    const last = runs.at(-1)
    const goesOn = last && last.start + last.length === start && last.length + taken <= maxSpan
    if (goesOn) last.length += taken
    else if (taken > 0) runs.push({ start, length: taken })
  }
  return runs
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(4 * at))
}

async function bytesAt(handle: FileHandle, { start, length }: Span): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
  // The last sector may be cut short.
  return buffer.fill(0, bytesRead)
}
