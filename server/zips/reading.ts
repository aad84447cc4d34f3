import type { ByteSource } from '#server/http/bytes/bytes.ts'
import { maxWhole, type SealedReader, type Vault } from '#server/storage/vault.ts'
import { ObjectMissing } from '#server/storage/storage.ts'
import type { Archive, ArchivePiece } from './archive.ts'
import type { Gate } from './gate.ts'
import type { Noting } from './noting.ts'
import type { ZipEntryRow } from './zip-rows.ts'

/**
 * So many pieces, and about so many bytes of small files, are read before it is their turn; more are read when half of
 * them were sent, many together.
 */
const readAhead = 128
const bytesAhead = 512 * 1024
/** Small pieces are sent together until they are this many bytes. */
const together = 128 * 1024
const openedAtOnce = 200
/** A client that takes longer than this (ms) for a chunk is not keeping up. */
const pause = 5

type Sent = {
  vault: Vault
  archive: Archive
  entries: readonly ZipEntryRow[]
  gate: Gate
  noting: Noting
}
type Waiting = { piece: ArchivePiece; bytes: Promise<Buffer> | null }

/**
 * The bytes of an archive, read from storage as they are sent. Before each entry the gate is asked; if it refuses, the
 * reading fails there.
 */
export function zipSource(sent: Sent): ByteSource {
  const { archive, noting } = sent
  const opened = new Opened(sent.vault, sent.entries)
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
    const pieces = archive.pieces(start, end)
    const waiting: Waiting[] = []
    let ahead = 0
    const fill = (): void => {
      if (waiting.length > readAhead / 2 || ahead > bytesAhead / 2) return
      while (waiting.length < readAhead && ahead < bytesAhead) {
        const { value: piece, done } = pieces.next()
        if (done) return
        const bytes = opened.ahead(piece)
        waiting.push({ piece, bytes })
        if (bytes) ahead += archive.entries[piece.index!]!.size
      }
    }
    let pending: Uint8Array[] = []
    let bytes = 0
    const take = (): Uint8Array => {
      const chunk = Buffer.concat(pending)
      pending = []
      bytes = 0
      return chunk
    }
    for (fill(); waiting.length > 0 && !isClosed; fill()) {
      const { piece, bytes: whole } = waiting.shift()!
      if (whole) ahead -= archive.entries[piece.index!]!.size
      if (piece.index === null) await sent.gate.requireAll()
      else {
        await sent.gate.require(piece.index)
        await noting.before(piece.index, end)
      }
      const small = piece.kind === 'bytes' ? piece.bytes : await whole
      if (small) {
        pending.push(small)
        bytes += small.length
      } else if (piece.kind === 'entry') {
        if (pending.length > 0) yield* timed(take(), sent)
        const reader = await opened.reader(piece.index)
        for await (const chunk of reader.read(piece.start, piece.end)) {
          if (isClosed) return
          yield* timed(chunk, sent)
        }
      }
      if (bytes >= together) yield* timed(take(), sent)
    }
    if (pending.length > 0 && !isClosed) yield take()
  }
  return { size: archive.length, read, close: () => void (isClosed = true) }
}

function* timed(chunk: Uint8Array, { gate, noting }: Sent): Generator<Uint8Array, void> {
  const at = performance.now()
  yield chunk
  if (performance.now() - at <= pause) return
  gate.expire()
  noting.slowDown()
}

/** The stored objects of the entries, opened many at a time shortly before they are needed. */
class Opened {
  readonly #vault: Vault
  readonly #entries: readonly ZipEntryRow[]
  readonly #groups = new Map<number, Promise<Map<string, SealedReader>>>()

  constructor(vault: Vault, entries: readonly ZipEntryRow[]) {
    this.#vault = vault
    this.#entries = entries
  }

  async reader(index: number): Promise<SealedReader> {
    const guid = this.#entries[index]!.object_guid!
    const reader = (await this.#group(Math.floor(index / openedAtOnce))).get(guid)
    if (!reader) throw new ObjectMissing(guid)
    return reader
  }

  /** Begins to read a piece of a small file, of which all is read; null for others. */
  ahead(piece: ArchivePiece): Promise<Buffer> | null {
    if (piece.kind === 'bytes' || this.#entries[piece.index]!.size > maxWhole) return null
    const bytes = this.#part(piece)
    // Its turn may never come.
    bytes.catch(() => undefined)
    return bytes
  }

  async #part({ index, start, end }: { index: number; start: number; end: number }): Promise<Buffer> {
    const reader = await this.reader(index)
    return (await reader.whole()).subarray(start, end)
  }

  #group(number: number): Promise<Map<string, SealedReader>> {
    const known = this.#groups.get(number)
    if (known) return known
    const from = number * openedAtOnce
    const guids = this.#entries.slice(from, from + openedAtOnce).map(({ object_guid: guid }) => guid)
    const opened = this.#vault.openMany([...new Set(guids)].filter((guid) => guid !== null))
    opened.catch(() => undefined)
    this.#groups.delete(number - 2)
    this.#groups.set(number, opened)
    return opened
  }
}
