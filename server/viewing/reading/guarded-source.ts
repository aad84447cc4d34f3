import type { SealedReader } from '#server/storage/vault.ts'

export type GuardedSource = {
  size: number
  read(start: number, end: number): AsyncIterable<Uint8Array>
  close(): void
}

/** How much is sent, and how long it takes (ms), before it is checked again whether more may be sent. */
const bytesBetween = 1024 * 1024
const timeBetween = 5_000

/**
 * The bytes of an object that are sent slowly, such as a video: `check`, which throws when no more may be sent, runs
 * again and again on the way. The caller has checked before the first byte.
 */
export function guarded(
  reader: SealedReader,
  check: () => Promise<void>,
  clock: () => number,
): GuardedSource & { guid: string } {
  async function* read(start: number, end: number): AsyncGenerator<Buffer, void> {
    let left = bytesBetween
    let checkedAt = clock()
    for await (const chunk of reader.read(start, end)) {
      if (left <= 0 || clock() - checkedAt >= timeBetween) {
        await check()
        left = bytesBetween
        checkedAt = clock()
      }
      left -= chunk.length
      yield chunk
    }
  }
  return { guid: reader.guid, size: reader.size, read, close: () => reader.close() }
}
