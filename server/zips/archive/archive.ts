/** An entry as it is stored, without compression. */
export type ArchiveEntry = {
  /** With `/` between its folders; of a folder itself also at its end. */
  path: string
  /** Bytes. */
  size: number
  crc32: number
  /** Epoch milliseconds. */
  modifiedAt: number
}

/**
 * What comes next in an archive: bytes of its own, before an entry or (null) behind all of them, or a part of an entry,
 * from start up to end (exclusive).
 */
export type ArchivePiece =
  | { kind: 'bytes'; index: number | null; bytes: Buffer }
  | { kind: 'entry'; index: number; start: number; end: number }

const most32 = 0xffff_ffff
const most16 = 0xffff
const utf8Flag = 0x0800
const timeSize = 9
/** Its owner can write it and others can read it: on Unix, and for a folder on MS-DOS. */
const fileMode = (0o100644 << 16) >>> 0
const folderMode = ((0o040755 << 16) | 0x10) >>> 0

/**
 * A ZIP that is nowhere stored: all of it follows from the list of its entries, so its length is known, and any range
 * of it can be read without what is before. ZIP64 where a size, an offset or the number of entries requires it.
 */
export class Archive {
  readonly entries: readonly ArchiveEntry[]
  /** Bytes. */
  readonly length: number
  /** Bytes of each path: as bytes of their own they would take as much memory again as all else of an entry. */
  readonly #nameSizes: Uint32Array
  /** Where each entry begins, and after them the central directory. */
  readonly #offsets: Float64Array

  constructor(entries: readonly ArchiveEntry[]) {
    this.entries = entries
    this.#nameSizes = Uint32Array.from(entries, ({ path }) => Buffer.byteLength(path))
    this.#offsets = new Float64Array(entries.length + 1)
    let at = 0
    let directory = 0
    for (const [index, entry] of entries.entries()) {
      this.#offsets[index] = at
      directory += 46 + this.#nameSizes[index]! + timeSize + centralExtraSize(entry, at)
      at += this.headSize(index) + entry.size
    }
    this.#offsets[entries.length] = at
    this.length = at + directory + endSize(entries.length, at, directory)
  }

  /** Where an entry begins; of the number of entries, where the central directory does. */
  startOf(index: number): number {
    return this.#offsets[index]!
  }

  /** The entry in which a byte is, or the number of entries for one behind all of them. */
  entryAt(position: number): number {
    let [low, high] = [0, this.entries.length]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#offsets[middle]! <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  /** What is in a range, in order. */
  *pieces(start: number, end: number): Generator<ArchivePiece, void> {
    for (let index = this.entryAt(start); index < this.entries.length; index++) {
      const offset = this.#offsets[index]!
      if (offset >= end) return
      const headEnd = offset + this.headSize(index)
      if (start < headEnd)
        yield { kind: 'bytes', index, bytes: within(this.#head(index), offset, start, end) }
      const part = {
        start: Math.max(0, start - headEnd),
        end: Math.min(this.entries[index]!.size, end - headEnd),
      }
      if (part.start < part.end) yield { kind: 'entry', index, ...part }
    }
    const directoryAt = this.#offsets[this.entries.length]!
    if (end > directoryAt)
      yield { kind: 'bytes', index: null, bytes: within(this.#directory(), directoryAt, start, end) }
  }

  /** Bytes before an entry that are the archive's own. */
  headSize(index: number): number {
    return 30 + this.#nameSizes[index]! + extraSize(this.entries[index]!)
  }

  /** Writes them, from that place on. */
  writeHead(into: Buffer, at: number, index: number): void {
    const entry = this.entries[index]!
    const nameSize = this.#nameSizes[index]!
    const isLarge = entry.size >= most32
    into.writeUInt32LE(0x04034b50, at)
    into.writeUInt16LE(isLarge ? 45 : 20, at + 4)
    writeCommon(into, at + 6, entry)
    into.writeUInt16LE(nameSize, at + 26)
    into.writeUInt16LE(extraSize(entry), at + 28)
    into.write(entry.path, at + 30)
    if (isLarge) writeZip64(into, at + 30 + nameSize, [entry.size, entry.size])
    writeTime(into, at + this.headSize(index) - timeSize, entry)
  }

  #head(index: number): Buffer {
    const head = Buffer.alloc(this.headSize(index))
    this.writeHead(head, 0, index)
    return head
  }

  #directory(): Buffer {
    const start = this.#offsets[this.entries.length]!
    const directory = Buffer.alloc(this.length - start)
    let at = 0
    for (const index of this.entries.keys()) at = this.#writeRecord(directory, at, index)
    directory.set(endOf(this.entries.length, start, at), at)
    return directory
  }

  /** Returns where the next one begins. */
  #writeRecord(into: Buffer, at: number, index: number): number {
    const entry = this.entries[index]!
    const offset = this.#offsets[index]!
    const nameSize = this.#nameSizes[index]!
    const large = [
      ...(entry.size >= most32 ? [entry.size, entry.size] : []),
      ...(offset >= most32 ? [offset] : []),
    ]
    const extra = at + 46 + nameSize
    const end = extra + centralExtraSize(entry, offset) + timeSize
    into.writeUInt32LE(0x02014b50, at)
    // Made on a Unix system, by version 4.5.
    into.writeUInt16LE((3 << 8) | 45, at + 4)
    into.writeUInt16LE(large.length > 0 ? 45 : 20, at + 6)
    writeCommon(into, at + 8, entry)
    into.writeUInt16LE(nameSize, at + 28)
    into.writeUInt16LE(end - extra, at + 30)
    into.writeUInt32LE(entry.path.endsWith('/') ? folderMode : fileMode, at + 38)
    into.writeUInt32LE(Math.min(offset, most32), at + 42)
    into.write(entry.path, at + 46)
    if (large.length > 0) writeZip64(into, extra, large)
    writeTime(into, end - timeSize, entry)
    return end
  }
}

function within(bytes: Buffer, offset: number, start: number, end: number): Buffer {
  return bytes.subarray(Math.max(0, start - offset), Math.max(0, end - offset))
}

/** What a local header and a record of the central directory have in common, from the flags to the sizes. */
function writeCommon(into: Buffer, at: number, { size, crc32, modifiedAt }: ArchiveEntry): void {
  const { time, date } = dosTime(modifiedAt)
  into.writeUInt16LE(utf8Flag, at)
  into.writeUInt16LE(time, at + 4)
  into.writeUInt16LE(date, at + 6)
  into.writeUInt32LE(crc32 >>> 0, at + 8)
  into.writeUInt32LE(Math.min(size, most32), at + 12)
  into.writeUInt32LE(Math.min(size, most32), at + 16)
}

function dosTime(at: number): { time: number; date: number } {
  const day = new Date(at)
  const year = Math.min(Math.max(day.getUTCFullYear(), 1980), 2107)
  return {
    time: (day.getUTCHours() << 11) | (day.getUTCMinutes() << 5) | (day.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((day.getUTCMonth() + 1) << 5) | day.getUTCDate(),
  }
}

/** The time in UTC, which the older field leaves open. */
function writeTime(into: Buffer, at: number, { modifiedAt }: ArchiveEntry): void {
  into.writeUInt16LE(0x5455, at)
  into.writeUInt16LE(5, at + 2)
  into[at + 4] = 1
  into.writeInt32LE(Math.min(Math.max(Math.floor(modifiedAt / 1000), 0), 0x7fff_ffff), at + 5)
}

function writeZip64(into: Buffer, at: number, values: readonly number[]): void {
  into.writeUInt16LE(1, at)
  into.writeUInt16LE(values.length * 8, at + 2)
  for (const [index, value] of values.entries()) into.writeBigUInt64LE(BigInt(value), at + 4 + index * 8)
}

function extraSize({ size }: ArchiveEntry): number {
  return timeSize + (size >= most32 ? 20 : 0)
}

function centralExtraSize({ size }: ArchiveEntry, offset: number): number {
  const values = (size >= most32 ? 2 : 0) + (offset >= most32 ? 1 : 0)
  return values > 0 ? 4 + values * 8 : 0
}

function needsZip64(count: number, at: number, size: number): boolean {
  return count >= most16 || at >= most32 || size >= most32
}

function endSize(count: number, at: number, size: number): number {
  return needsZip64(count, at, size) ? 56 + 20 + 22 : 22
}

/** The end of the central directory, with the one of ZIP64 before it where that is needed. */
function endOf(count: number, at: number, size: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(Math.min(size, most32), 12)
  end.writeUInt32LE(Math.min(at, most32), 16)
  if (!needsZip64(count, at, size)) return end
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE((3 << 8) | 45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end])
}
