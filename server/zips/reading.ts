import type { ByteSource } from '#server/http/bytes/bytes.ts'
import { maxWhole, type Vault } from '#server/storage/vault.ts'
import type { Archive } from './archive/archive.ts'
import type { Gate } from './gate.ts'
import type { Noting } from './noting.ts'
import { objectOf, type SentEntry } from './zip-rows.ts'

/** Small entries that follow each other are read and sent together, until they are about this many bytes. */
const together = 256 * 1024
/** And at most so many of them: each is a request where a store is not a disk. */
const mostTogether = 256
/** About so many bytes of small entries are read before it is their turn. */
const bytesAhead = 2 * 1024 * 1024
/** And at most so many of their stretches. */
const stretchesAhead = 8
/** A client that takes longer than this (ms) for a chunk is not keeping up. */
const pause = 5

type Sent = {
  vault: Vault
  archive: Archive
  entries: readonly SentEntry[]
  gate: Gate
  noting: Noting
}
/** Entries from one up to another (exclusive), with what is before each; small ones are read whole and at once. */
type Stretch = { from: number; to: number; bytes: Promise<Buffer> | null }

/**
 * The bytes of an archive, read from storage as they are sent. Before each entry the gate is asked; if it refuses, the
 * reading fails there.
 */
export function zipSource(sent: Sent): ByteSource {
  const { archive, noting } = sent
  let isClosed = false
  async function* read(start: number, end: number): AsyncGenerator<Uint8Array, void> {
    let isCompleted = false
    try {
      yield* chunks(start, end)
      isCompleted = !isClosed && end === archive.length
    } finally {
      // Where this fails, what was noted is recorded later.
      await noting.over(isCompleted).catch(() => undefined)
    }
  }
  async function* chunks(start: number, end: number): AsyncGenerator<Uint8Array, void> {
    const stretches = stretchesOf(sent, start, end)
    const waiting: Stretch[] = []
    const fill = (): void => {
      let ahead = waiting.reduce((sum, one) => sum + aheadOf(archive, one), 0)
      while (waiting.length < stretchesAhead && ahead < bytesAhead) {
        const { value: stretch, done } = stretches.next()
        if (done) return
        waiting.push(stretch)
        ahead += aheadOf(archive, stretch)
      }
    }
    for (fill(); waiting.length > 0 && !isClosed; fill()) {
      const stretch = waiting.shift()!
      const { from, to, bytes: reading } = stretch
      await sent.gate.require(from, to)
      await noting.before(from, to, end)
      const offset = archive.startOf(from)
      if (reading) yield* timed(within(await reading, start - offset, end - offset), sent)
      else
        for await (const chunk of large(sent, from, Math.max(start, offset), end)) {
          if (isClosed) return
          yield* timed(chunk, sent)
        }
    }
    const directoryAt = archive.startOf(archive.entries.length)
    if (isClosed || end <= directoryAt) return
    await sent.gate.requireAll()
    for (const piece of archive.pieces(Math.max(start, directoryAt), end))
      if (piece.kind === 'bytes') yield piece.bytes
  }
  return { size: archive.length, read, close: () => void (isClosed = true) }
}

/** What of the entries of an archive is in a range; reading begins with small ones. */
function* stretchesOf(sent: Sent, start: number, end: number): Generator<Stretch, void> {
  const { archive } = sent
  const { entries } = archive
  const isSmall = (index: number): boolean => index < entries.length && entries[index]!.size <= maxWhole
  for (let from = archive.entryAt(start); from < entries.length && archive.startOf(from) < end;) {
    const until = Math.min(end, archive.startOf(from) + together)
    let to = from + 1
    if (isSmall(from)) while (isSmall(to) && to - from < mostTogether && archive.startOf(to) < until) to++
    const bytes = isSmall(from) ? small(sent, from, to) : null
    // Its turn may never come.
    bytes?.catch(() => undefined)
    yield { from, to, bytes }
    from = to
  }
}

function aheadOf(archive: Archive, { from, to, bytes }: Stretch): number {
  return bytes ? archive.startOf(to) - archive.startOf(from) : 0
}

/** Small entries with their heads, in the memory of one reading. */
async function small({ vault, archive, entries }: Sent, from: number, to: number): Promise<Buffer> {
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

/** A large entry with its head, frame by frame. */
async function* large(
  { vault, archive, entries }: Sent,
  index: number,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void> {
  for (const piece of archive.pieces(start, Math.min(end, archive.startOf(index + 1)))) {
    if (piece.kind === 'bytes') yield piece.bytes
    else yield* vault.opened(objectOf(entries[index]!)).read(piece.start, piece.end)
  }
}

/** A part of it; all of it stays as it is. */
function within(bytes: Buffer, start: number, end: number): Buffer {
  return bytes.subarray(Math.max(0, start), Math.min(bytes.length, end))
}

function* timed(chunk: Uint8Array, { gate, noting }: Sent): Generator<Uint8Array, void> {
  const at = performance.now()
  yield chunk
  if (performance.now() - at <= pause) return
  gate.expire()
  noting.slowDown()
}
