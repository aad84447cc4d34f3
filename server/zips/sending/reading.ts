import type { ByteSource } from '#server/http/bytes/bytes.ts'
import type { Archive } from '#server/zips/archive/archive.ts'
import type { Gate } from './gate.ts'
import type { Noting } from './noting.ts'
import { Stretches, type Stretch } from './stretches.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { SentEntry } from '#server/zips/zip-rows.ts'

/** A client that takes longer than this (ms) for a chunk is not keeping up. */
const pause = 5
/** This long (ms) before the end, at the pace so far, the gate checks all of it, so that the end does not wait for it. */
const lead = 30

type Sent = {
  vault: Vault
  archive: Archive
  entries: readonly SentEntry[]
  gate: Gate
  noting: Noting
}

/**
 * The bytes of an archive, read from storage as they are sent. The gate checks each entry first; if it refuses one, the
 * read fails there.
 */
export function zipSource(sent: Sent): ByteSource {
  const { archive, gate, noting } = sent
  let isClosed = false
  /** One generator: if it delegated to others, each chunk would go through several more promises. */
  async function* read(start: number, end: number): AsyncGenerator<Uint8Array, void> {
    const stretches = new Stretches(sent, start, end)
    const directoryAt = archive.startOf(archive.entries.length)
    let stretch: Stretch | null = null
    let isCompleted = false
    const began = performance.now()
    let at = start
    const taken = (length: number, since: number): void => {
      const now = performance.now()
      const isSlow = now - since > pause
      at += length
      stretches.keepPace(isSlow)
      if (isSlow) {
        gate.expire()
        noting.slowDown()
        return
      }
      const soon = ((at - start) / (now - began)) * lead
      if (stretches.isQuick && end > directoryAt && directoryAt - at <= soon) gate.lookAtAll()
    }
    try {
      while (!isClosed && (stretch = stretches.next())) {
        await gate.require(stretch.from, stretch.to)
        await noting.before(stretch.from, stretch.to, end)
        for (let chunk = await stretch.next(); chunk && !isClosed; chunk = await stretch.next()) {
          const { length } = chunk
          const since = performance.now()
          yield chunk
          taken(length, since)
        }
        stretch.leave()
      }
      if (!isClosed && end > directoryAt) {
        await gate.requireAll()
        for (const piece of archive.pieces(Math.max(start, directoryAt), end))
          if (piece.kind === 'bytes') yield piece.bytes
      }
      isCompleted = !isClosed && end === archive.length
    } finally {
      stretch?.leave()
      stretches.leave()
      // Where this fails, what was noted is recorded later.
      await noting.over(isCompleted).catch(() => undefined)
    }
  }
  return { size: archive.length, read, close: () => void (isClosed = true) }
}
