import type { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { releaseMemory } from '#server/storage/memory.ts'
import { maxAttempts, type S3Connection } from './s3-connection.ts'
import { TookTooLong, isMissing, isPassing, statusOf } from './s3-failures.ts'
import { ObjectMissing } from '#server/storage/storage.ts'

const nothing = Buffer.alloc(0)

/** The bytes of an object in a range, over one connection; when that breaks, over a new one. */
export class S3Range {
  readonly #connection: S3Connection
  readonly #name: string
  readonly #key: string
  readonly #leaving = new AbortController()
  #position: number
  #end: number
  #body: Readable | null = null
  #chunks: AsyncIterator<Buffer> | null = null
  /** What has arrived and was not requested yet. */
  #rest: Buffer = nothing

  constructor(connection: S3Connection, from: { name: string; key: string }, start: number, end: number) {
    this.#connection = connection
    this.#name = from.name
    this.#key = from.key
    this.#position = start
    this.#end = end
  }

  /** Requests the bytes, and answers the size of the whole object. Throws ObjectMissing, Problem storageAway. */
  async begin(): Promise<number> {
    try {
      const answer = await this.#connection.call(
        (client, options) =>
          client.send(
            new GetObjectCommand({
              Bucket: this.#connection.bucket,
              Key: this.#key,
              Range: `bytes=${this.#position}-${this.#end - 1}`,
            }),
            options,
          ),
        { signal: this.#leaving.signal },
      )
      const size = Number(/\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1] ?? answer.ContentLength)
      this.#end = Math.min(this.#end, size)
      this.#take(answer.Body as Readable)
      return size
    } catch (error) {
      if (isMissing(error)) throw new ObjectMissing(this.#name)
      // An empty object has no range.
      if (statusOf(error) !== 416) throw error
      return 0
    }
  }

  /** Fills the whole buffer with the next bytes. */
  async fill(buffer: Buffer): Promise<void> {
    let filled = 0
    for (let tried = 1; filled < buffer.length;) {
      try {
        const chunk = await this.#next()
        const taken = chunk.copy(buffer, filled)
        this.#rest = chunk.subarray(taken)
        if (taken === chunk.length) releaseMemory(chunk)
        this.#position += taken
        filled += taken
        tried = 1
      } catch (error) {
        this.#drop()
        if (this.#leaving.signal.aborted) throw new Error('This reading was left', { cause: error })
        if (!isPassing(error) || tried >= maxAttempts) throw this.#connection.failure(error, tried)
        await this.#connection.pause(tried++, this.#leaving.signal)
      }
    }
    if (this.#position === this.#end) await this.#finish()
  }

  /** Cuts the connection. */
  close(): void {
    this.#leaving.abort()
    this.#drop()
  }

  #take(body: Readable): void {
    // A failure reaches the reader waiting for the next chunk; between two chunks no one is waiting.
    body.on('error', () => undefined)
    if (this.#leaving.signal.aborted) body.destroy()
    this.#body = body
    this.#chunks = body.iterator({ destroyOnReturn: true }) as AsyncIterator<Buffer>
  }

  #drop(): void {
    this.#body?.destroy()
    this.#body = null
    this.#chunks = null
    this.#rest = nothing
  }

  async #next(): Promise<Buffer> {
    if (this.#rest.length > 0) return this.#rest
    if (!this.#chunks) await this.begin()
    const chunk = await this.#arriving()
    if (!chunk) throw Object.assign(new Error('The store ended its answer too early'), { code: 'ECONNRESET' })
    return chunk
  }

  /** Reads to the end of the response, without which the connection could not be used again. */
  async #finish(): Promise<void> {
    if (this.#rest.length === 0) await this.#arriving().catch(() => undefined)
    this.#drop()
  }

  async #arriving(): Promise<Buffer | null> {
    const { silence } = this.#connection.limits
    // Only while someone waits: a reader may be slow, and the store may then cut the connection.
    const timer = setTimeout(() => this.#body?.destroy(new TookTooLong(silence)), silence)
    try {
      const next = await this.#chunks?.next()
      return next && !next.done ? next.value : null
    } finally {
      clearTimeout(timer)
    }
  }
}
