import { releaseMemory } from '#server/storage/memory.ts'
import { maxWhole, type Vault } from '#server/storage/vault.ts'
import type { Archive } from '#server/zips/archive/archive.ts'
import { objectOf, type SentEntry } from '#server/zips/zip-rows.ts'

/** Small entries that follow each other are read and sent together, until they are about this many bytes. */
const together = 256 * 1024
/** And at most this many of them: each is a request where the store is not a disk. */
const maxTogether = 256
/**
 * About this many bytes are read ahead: few for a client that is slow, of which there may be many, and
 * more for one that takes them as they come.
 */
const ahead = { least: 256 * 1024, most: 2 * 1024 * 1024 }
/** And at most this many stretches of small entries. */
const maxAhead = 8
/** When no more than this is left of a large entry, what comes next is opened, if the client is quick. */
const near = 1024 * 1024

type Read = { vault: Vault; archive: Archive; entries: readonly SentEntry[] }

/** Entries from one up to another (exclusive), with what is before each; reading them has begun. */
export interface Stretch {
  readonly from: number
  readonly to: number
  /** The next of its bytes, or null behind the last. */
  next(): Promise<Uint8Array | null>
  /** Lets go of what was not taken. */
  leave(): void
}

/** The parts of an archive's entries that are in a range, in order, read slightly ahead. */
export class Stretches {
  readonly #read: Read
  readonly #end: number
  readonly #start: number
  readonly #waiting: { stretch: Stretch; bytes: number }[] = []
  #from: number
  #ahead = ahead.least

  constructor(read: Read, start: number, end: number) {
    this.#read = read
    this.#start = start
    this.#end = end
    this.#from = read.archive.entryAt(start)
  }

  /** Whether the client takes them as they come. */
  get isQuick(): boolean {
    return this.#ahead === ahead.most
  }

  next(): Stretch | null {
    this.#fill()
    return this.#waiting.shift()?.stretch ?? null
  }

  /** How the client took a chunk. */
  keepPace(isSlow: boolean): void {
    this.#ahead = isSlow ? ahead.least : Math.min(this.#ahead * 2, ahead.most)
  }

  leave(): void {
    for (const { stretch } of this.#waiting.splice(0)) stretch.leave()
  }

  get #isMore(): boolean {
    const { archive } = this.#read
    return this.#from < archive.entries.length && archive.startOf(this.#from) < this.#end
  }

  #fill(): void {
    let bytes = this.#waiting.reduce((sum, one) => sum + one.bytes, 0)
    while (this.#isMore && this.#waiting.length < maxAhead && bytes < this.#ahead) {
      const next = this.#begin()
      this.#waiting.push(next)
      bytes += next.bytes
    }
  }

  #begin(): { stretch: Stretch; bytes: number } {
    const { archive } = this.#read
    const from = this.#from
    const offset = archive.startOf(from)
    const isSmall = (index: number): boolean =>
      index < archive.entries.length && archive.entries[index]!.size <= maxWhole
    const until = Math.min(this.#end, offset + together)
    let to = from + 1
    if (isSmall(from)) while (isSmall(to) && to - from < maxTogether && archive.startOf(to) < until) to++
    this.#from = to
    const [start, end] = [Math.max(this.#start, offset), Math.min(this.#end, archive.startOf(to))]
    const range = { from, to, start, end }
    if (isSmall(from)) return { stretch: new Small(this.#read, range), bytes: archive.startOf(to) - offset }
    const isNear = (left: number): void => {
      if (left <= near && this.isQuick) this.#fill()
    }
    return { stretch: new Large(this.#read, range, isNear), bytes: ahead.most }
  }
}

type Range = { from: number; to: number; start: number; end: number }

/** Small entries with their heads, in the memory of one reading. */
class Small implements Stretch {
  readonly from: number
  readonly to: number
  #bytes: Promise<Buffer> | null

  constructor(read: Read, { from, to, start, end }: Range) {
    this.from = from
    this.to = to
    const offset = read.archive.startOf(from)
    this.#bytes = whole(read, from, to).then((bytes) => bytes.subarray(start - offset, end - offset))
    // Its turn may never come.
    this.#bytes.catch(() => undefined)
  }

  async next(): Promise<Uint8Array | null> {
    const bytes = await this.#bytes
    this.#bytes = null
    return bytes
  }

  leave(): void {
    this.#bytes?.then(releaseMemory, () => undefined)
    this.#bytes = null
  }
}

async function whole({ vault, archive, entries }: Read, from: number, to: number): Promise<Buffer> {
  const rows: (ReturnType<typeof objectOf> & { gap: number })[] = []
  let gap = 0
  for (let index = from; index < to; index++) {
    gap += archive.headSize(index)
    if (archive.entries[index]!.size === 0) continue
    rows.push({ ...objectOf(entries[index]!), gap })
    gap = 0
  }
  const read = rows.length > 0 ? await vault.small(rows) : Buffer.alloc(0)
  const bytes = gap > 0 ? Buffer.concat([read, Buffer.alloc(gap)]) : read
  const offset = archive.startOf(from)
  for (let index = from; index < to; index++) archive.writeHead(bytes, archive.startOf(index) - offset, index)
  return bytes
}

/** A large entry with its head, chunk by chunk. */
class Large implements Stretch {
  readonly from: number
  readonly to: number
  #head: Buffer | null = null
  #left = 0
  readonly #isNear: (left: number) => void
  #body: AsyncGenerator<Buffer, void> | null = null
  #first: Promise<IteratorResult<Buffer, void>> | null = null

  constructor(read: Read, { from, to, start, end }: Range, isNear: (left: number) => void) {
    this.from = from
    this.to = to
    this.#isNear = isNear
    for (const piece of read.archive.pieces(start, end))
      if (piece.kind === 'bytes') this.#head = piece.bytes
      else this.#begin(read, piece)
  }

  async next(): Promise<Uint8Array | null> {
    const head = this.#head
    this.#head = null
    if (head) return head
    const first = this.#first
    this.#first = null
    const found = await (first ?? this.#body?.next())
    if (!found?.value) return null
    this.#left -= found.value.length
    this.#isNear(this.#left)
    return found.value
  }

  leave(): void {
    this.#first?.then(
      ({ value }) => value && releaseMemory(value),
      () => undefined,
    )
    void this.#body?.return().catch(() => undefined)
  }

  /** What fails here fails when it is its turn. */
  #begin({ vault, entries }: Read, { start, end }: { start: number; end: number }): void {
    this.#left = end - start
    try {
      this.#body = vault.opened(objectOf(entries[this.from]!)).read(start, end)
      this.#first = this.#body.next()
    } catch (error) {
      this.#first = Promise.reject(error)
    }
    this.#first.catch(() => undefined)
  }
}
