import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { UploadTable } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { partBytes } from '#server/rules/files/resumable.ts'
import type { BegunObject, Vault } from '#server/storage/vault.ts'
import { consume } from '#server/uploads/consume.ts'
import { Intake, type TakenFile } from '#server/uploads/intake.ts'
import type { StorageUse } from '#server/uploads/usage.ts'
import type { Hold } from './upload-rows.ts'

export type Checksum = { algorithm: 'sha1' | 'sha256'; digest: Buffer }

type Options = {
  row: UploadTable
  hold: Hold
  vault: Vault
  limitBytes: number
  use: StorageUse
  /** What the bytes of this request have to be. */
  checksum: Checksum | null
}

/**
 * Of one long request so many bytes become durable at a time: with each part it would wait for the disk as long as it
 * receives. If its process ends, an eighth of the file is sent again at most, or one part.
 */
function notedBytes(received: number): number {
  return Math.max(partBytes, Math.min(8 * partBytes, received / 8))
}

/**
 * One request's bytes on their way into an upload. Those of a request with a checksum are written as they come, and count
 * all together once it is right; those of another count as far as they arrived, and some of them before its end.
 */
export class Appending {
  readonly #row: UploadTable
  readonly #hold: Hold
  readonly #vault: Vault
  readonly #object: BegunObject
  readonly #intake: Intake
  readonly #sum: (Checksum & { hash: Hash }) | null
  /** Why the file is refused, if its bytes are what was sent: what arrived damaged says nothing about it. */
  #refusal: Problem | null = null
  #received: number
  /** Bytes of which the row says that they have arrived. */
  #noted: number

  constructor({ row, hold, vault, limitBytes, use, checksum }: Options) {
    this.#row = row
    this.#hold = hold
    this.#vault = vault
    this.#object = begunOf(row)
    this.#received = row.received
    this.#noted = row.received
    this.#sum = checksum && { ...checksum, hash: createHash(checksum.algorithm) }
    const known = row.kind === null ? null : { kind: row.kind, mediaType: row.media_type ?? '' }
    const before = { size: row.sealed, known }
    const isSummed = checksum?.algorithm === 'sha256'
    const wanted = { fileName: row.name, limitBytes, use, before, isSummed }
    this.#intake = new Intake(() => vault.begun.resume(this.#object), wanted)
  }

  /** Bytes of the file that have arrived. */
  get received(): number {
    return this.#received
  }

  /**
   * Takes what the stream has. If that breaks off, what arrived is kept where no checksum says more, and this throws
   * Problem uploadBroken. Throws Problem checksumWrong, uploadTooLong, uploadHeld, what an intake throws, and
   * ObjectMissing.
   */
  async take(stream: Readable): Promise<void> {
    if (this.#row.rest) {
      const room = this.#intake.take(this.#vault.begun.openRest(this.#object, this.#row.rest))
      if (room !== true) await room
    }
    try {
      await consume(stream, (chunk) => this.#takeChunk(chunk))
    } catch (error) {
      if (error instanceof Problem || !isBroken(stream)) throw error
      if (this.#sum) throw new Problem('uploadBroken')
      if (this.#received === this.#row.size) return
      await this.note()
      throw new Problem('uploadBroken')
    }
    if (this.#sum && !this.#sum.hash.digest().equals(this.#sum.digest)) throw new Problem('checksumWrong')
    if (this.#refusal) throw this.#refusal
  }

  /** Makes durable what has arrived, if that is not all; with the last of the request the upload is let go. */
  async note({ isLast = false } = {}): Promise<void> {
    if (this.#received === this.#noted) return
    const { known, sealed, rest } = await this.#intake.halt()
    const changes = {
      received: this.#received,
      rest: rest.length === 0 ? null : this.#vault.begun.sealRest(this.#object, rest),
      ...(known ? { kind: known.kind, media_type: known.mediaType } : {}),
      ...(sealed ? { sealed: sealed.size, crc32: sealed.crc32, mark: sealed.mark } : {}),
      ...(sealed ? { wrapped_key: sealed.wrappedKey } : {}),
    }
    const noting = isLast ? this.#hold.end(changes) : this.#hold.note(changes)
    await noting.catch(async (error: unknown) => {
      // It was removed meanwhile, and what was written since then with it.
      const isGone = error instanceof Problem && error.problem === 'notFound'
      if (isGone && sealed) await this.#vault.begun.forget(this.#object.guid, sealed.mark)
      throw error
    })
    this.#noted = this.#received
  }

  /** The whole file, once all has arrived; its SHA-256 is known, too, where one request brought all of it with that. */
  async finish(): Promise<TakenFile> {
    const file = await this.#intake.finish()
    const isSum = this.#row.received === 0 && this.#sum?.algorithm === 'sha256'
    return isSum ? { ...file, sha256: this.#sum!.digest.toString('hex') } : file
  }

  /** Lets go; what was noted stays. */
  end(): Promise<void> {
    return this.#intake.abort()
  }

  #takeChunk(chunk: Buffer): true | Promise<void> {
    if (this.#received + chunk.length > this.#row.size) throw new Problem('uploadTooLong')
    this.#sum?.hash.update(chunk)
    if (this.#refusal) return true
    // What comes after the first wait needs a copy: the chunk is gone by then.
    if (this.#hold.isDue || chunk.length >= this.#toBorder()) return this.#takeInParts(Buffer.from(chunk))
    this.#received += chunk.length
    return this.#pass(chunk)
  }

  async #takeInParts(chunk: Buffer): Promise<void> {
    // Before more is written: who has it meanwhile writes to the same places.
    if (this.#hold.isDue) await this.#hold.note()
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + this.#toBorder())
      const isToBorder = part.length === this.#toBorder()
      const room = this.#pass(part)
      if (room !== true) await room
      this.#received += part.length
      at += part.length
      if (isToBorder && this.#mustNote()) await this.note()
    }
  }

  #pass(chunk: Buffer): true | Promise<void> {
    const room = this.#intake.take(chunk)
    if (room === true || !this.#sum) return room
    return room.catch((error: unknown) => {
      if (!(error instanceof Problem && error.problem === 'fileTypeMismatch')) throw error
      this.#refusal = error
    })
  }

  #mustNote(): boolean {
    if (this.#sum || this.#received === this.#row.size) return false
    return this.#received - this.#noted >= notedBytes(this.#received)
  }

  #toBorder(): number {
    return partBytes - (this.#received % partBytes)
  }
}

export function begunOf(row: UploadTable): BegunObject {
  const { guid, header, sealed: size, crc32, mark } = row
  return { guid, header, wrappedKey: row.wrapped_key ?? '', sealed: { size, crc32, mark } }
}

function isBroken(stream: Readable): boolean {
  return stream.errored !== null || (stream.destroyed && !stream.readableEnded)
}
