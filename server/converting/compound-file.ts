import type { FileHandle } from 'node:fs/promises'

// The container of the old Office formats and of encrypted new ones: [MS-CFB].

const notASector = 0xffff_fffa
const entrySize = 128
const smallSector = 64
/** Streams below this many bytes stand together in one of their own. */
const smallBelow = 4096
const mostSectors = 4096

type Entry = { name: string; start: number; size: number }

/** The first bytes of a stream of such a file, up to one sector, or null where it has none of that name. */
export async function streamStart(handle: FileHandle, name: string): Promise<Buffer | null> {
  const header = await bytesAt(handle, 0, 512)
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null
  const sectorSize = 1 << shift
  const sector = (number: number): Promise<Buffer> => bytesAt(handle, (number + 1) * sectorSize, sectorSize)
  const next = async (number: number): Promise<number> => {
    const perSector = sectorSize / 4
    const index = Math.floor(number / perSector)
    // Where the table is longer than the header can say, the file has over 6 MB before what is asked for here.
    if (index >= 109) return notASector
    const table = await sector(header.readUInt32LE(76 + 4 * index))
    return table.readUInt32LE(4 * (number % perSector))
  }
  const entries: Entry[] = []
  for (let at = header.readUInt32LE(48), count = 0; at < notASector && count < mostSectors; count++) {
    entries.push(...entriesIn(await sector(at)))
    at = await next(at)
  }
  const entry = entries.find((one) => one.name === name)
  if (!entry) return null
  if (entry.size >= smallBelow) return sector(entry.start)
  let [place, within] = [entries[0]!.start, entry.start * smallSector]
  for (; within >= sectorSize; within -= sectorSize) place = await next(place)
  return (await sector(place)).subarray(within, within + Math.min(entry.size, smallSector))
}

function entriesIn(sector: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + entrySize <= sector.length; at += entrySize) {
    const nameBytes = Math.max(0, Math.min(64, sector.readUInt16LE(at + 64)) - 2)
    entries.push({
      name: sector.toString('utf16le', at, at + nameBytes),
      start: sector.readUInt32LE(at + 116),
      size: sector.readUInt32LE(at + 120),
    })
  }
  return entries
}

async function bytesAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
  if (bytesRead < length) throw new Error('The file ends too early')
  return buffer
}
