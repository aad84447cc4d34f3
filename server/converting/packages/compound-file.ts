/** This many bytes of a file from an offset on; fewer if it ends before. */
export type BytesAt = (start: number, length: number) => Promise<Buffer>

const notASector = 0xffff_fffa
const endOfChain = 0xffff_fffe
const entrySize = 128
const rootType = 5
const smallSector = 64
const smallBelow = 4096
/** As many as the table of a 2 GB file has, so that no chain is endless. */
const maxSectors = 4_194_304
const maxEntrySectors = 4096
const maxRead = 1024 * 1024

/** The streams of a compound file ([MS-CFB]), read on demand. */
export class CompoundStreams {
  readonly #bytes: BytesAt
  readonly #sectorSize: number
  readonly #tables: number[]
  readonly #entries: Map<string, Entry>
  #table: { at: number; numbers: Buffer } | null = null

  private constructor(bytes: BytesAt, sectorSize: number, tables: number[], entries: Map<string, Entry>) {
    this.#bytes = bytes
    this.#sectorSize = sectorSize
    this.#tables = tables
    this.#entries = entries
  }

  /** Throws if the file is not one or is incomplete. */
  static async open(bytes: BytesAt): Promise<CompoundStreams> {
    const header = await whole(bytes, 0, 512)
    const shift = header.readUInt16LE(30)
    if (shift !== 9 && shift !== 12) throw new Error('This is no compound file')
    const size = 1 << shift
    const tables = await tablesOf(bytes, header, size)
    const streams = new CompoundStreams(bytes, size, tables, new Map())
    for (let at = header.readUInt32LE(48), count = 0; at < notASector && count < maxEntrySectors; count++) {
      for (const entry of entriesIn(await streams.#sectors(at, 1))) {
        if (!streams.#entries.has(entry.name)) streams.#entries.set(entry.name, entry)
      }
      at = await streams.#next(at)
    }
    return streams
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The first bytes of a stream, at least a small one completely, or null if there is none with that name. */
  async start(name: string): Promise<Buffer | null> {
    const entry = this.#entries.get(name)
    if (!entry) return null
    return entry.size < smallBelow ? this.#small(entry) : this.#sectors(entry.start, 1)
  }

  /** A stream from its beginning, in pieces of at most a megabyte. Throws if it is missing or incomplete. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error('The file has no such stream')
    if (entry.size < smallBelow) yield await this.#small(entry)
    else yield* this.#chain(entry)
  }

  async #small({ start, size }: Entry): Promise<Buffer> {
    const root = [...this.#entries.values()][0]!
    // What lies among the small ones is asked for while it is in one row, as every program writes it.
    const pieces: Buffer[] = []
    for await (const piece of this.#chain(root)) {
      pieces.push(piece)
      if (pieces.reduce((sum, one) => sum + one.length, 0) >= start * smallSector + size) break
    }
    return Buffer.concat(pieces).subarray(start * smallSector, start * smallSector + size)
  }

  async *#chain({ start, size }: Entry): AsyncGenerator<Buffer> {
    let left = size
    let steps = 0
    for (let at = start; left > 0;) {
      const first = at
      let count = 0
      do {
        at = await this.#next(at)
        count++
        if (++steps > maxSectors) throw new Error('The chain has no end')
      } while (at === first + count && count * this.#sectorSize < Math.min(left, maxRead))
      const piece = (await this.#sectors(first, count)).subarray(0, left)
      left -= piece.length
      yield piece
      if (left > 0 && at >= notASector) throw new Error('The chain ends too early')
    }
  }

  async #next(sector: number): Promise<number> {
    const perTable = this.#sectorSize / 4
    const at = this.#tables[Math.floor(sector / perTable)]
    if (at === undefined) return endOfChain
    if (this.#table?.at !== at) this.#table = { at, numbers: await this.#sectors(at, 1) }
    return this.#table.numbers.readUInt32LE(4 * (sector % perTable))
  }

  #sectors(first: number, count: number): Promise<Buffer> {
    return whole(this.#bytes, (first + 1) * this.#sectorSize, count * this.#sectorSize)
  }
}

type Entry = { name: string; start: number; size: number }

/**
 * The location of the table of sectors: its first 109 parts in the header, others in a chain of their own.
 */
async function tablesOf(bytes: BytesAt, header: Buffer, size: number): Promise<number[]> {
  const tables: number[] = []
  for (let at = 76; at < 512; at += 4) tables.push(header.readUInt32LE(at))
  let next = header.readUInt32LE(68)
  while (next < notASector && tables.length < maxSectors / 128) {
    const more = await whole(bytes, (next + 1) * size, size)
    for (let at = 0; at < size - 4; at += 4) tables.push(more.readUInt32LE(at))
    next = more.readUInt32LE(size - 4)
  }
  return tables.filter((sector) => sector < notASector)
}

function entriesIn(sector: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + entrySize <= sector.length; at += entrySize) {
    const nameBytes = Math.max(0, Math.min(64, sector.readUInt16LE(at + 64)) - 2)
    // The root has its name from its program, or none.
    if (nameBytes === 0 && sector[at + 66] !== rootType) continue
    entries.push({
      name: sector.toString('utf16le', at, at + nameBytes),
      start: sector.readUInt32LE(at + 116),
      size: sector.readUInt32LE(at + 120),
    })
  }
  return entries
}

/** Exactly this many bytes, except the last sector of a file, which some programs do not fill. */
async function whole(bytes: BytesAt, start: number, length: number): Promise<Buffer> {
  const found = await bytes(start, length)
  if (found.length === 0) throw new Error('The file ends too early')
  return found.length === length ? found : Buffer.concat([found, Buffer.alloc(length - found.length)])
}
