import type { Readable } from 'node:stream'
import type { UploadTable } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { partBytes } from '#server/rules/files/resumable.ts'
import type { BegunObject, SealedObject, Vault } from '#server/storage/vault.ts'
import type { KnownFile } from '#server/rules/files/files.ts'
import { consume } from '#server/uploads/consume.ts'
import { Intake } from '#server/uploads/intake.ts'
import type { StorageUse } from '#server/uploads/usage.ts'
import type { Hold } from './upload-rows.ts'

type Options = {
  row: UploadTable
  hold: Hold
  vault: Vault
  limitBytes: number
  use: StorageUse
}

/** One request's bytes on their way into an upload. After each 5 MiB, and at the end, what arrived is durable. */
export class Appending {
  readonly #row: UploadTable
  readonly #hold: Hold
  readonly #vault: Vault
  readonly #object: BegunObject
  readonly #intake: Intake
  #received: number
  /** Bytes of which the row says that they have arrived. */
  #noted: number

  constructor({ row, hold, vault, limitBytes, use }: Options) {
    this.#row = row
    this.#hold = hold
    this.#vault = vault
    this.#object = begunOf(row)
    this.#received = row.received
    this.#noted = row.received
    const known = row.kind === null ? null : { kind: row.kind, mediaType: row.media_type ?? '' }
    const before = { size: row.sealed, known }
    const wanted = { fileName: row.name, limitBytes, use, before }
    this.#intake = new Intake(() => vault.begun.resume(this.#object), wanted)
  }

  /** Bytes of the file that have arrived. */
  get received(): number {
    return this.#received
  }

  /**
   * Takes what the stream has. If that breaks off, what arrived is kept, and this throws Problem uploadBroken. Throws
   * Problem uploadTooLong, uploadHeld, what an intake throws, and ObjectMissing.
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
      if (this.#received === this.#row.size) return
      await this.note()
      throw new Problem('uploadBroken')
    }
  }

  /** Makes durable what has arrived, if that is not all. */
  async note(): Promise<void> {
    if (this.#received === this.#noted) return
    const { known, sealed, rest } = await this.#intake.halt()
    const changes = {
      received: this.#received,
      rest: rest.length === 0 ? null : this.#vault.begun.sealRest(this.#object, rest),
      ...(known ? { kind: known.kind, media_type: known.mediaType } : {}),
      ...(sealed ? { sealed: sealed.size, crc32: sealed.crc32, mark: sealed.mark } : {}),
    }
    await this.#hold.note(changes).catch(async (error: unknown) => {
      // It was removed meanwhile, and what was written since then with it.
      const isGone = error instanceof Problem && error.problem === 'notFound'
      if (isGone && sealed) await this.#vault.begun.forget(this.#object.guid, sealed.mark)
      throw error
    })
    this.#noted = this.#received
  }

  /** The whole file, once all has arrived. */
  finish(): Promise<{ known: KnownFile; object: SealedObject }> {
    return this.#intake.finish()
  }

  /** Lets go; what was noted stays. */
  end(): Promise<void> {
    return this.#intake.abort()
  }

  #takeChunk(chunk: Buffer): true | Promise<void> {
    if (this.#received + chunk.length > this.#row.size) throw new Problem('uploadTooLong')
    // What comes after the first wait needs a copy: the chunk is gone by then.
    if (this.#hold.isDue || chunk.length >= this.#toBorder()) return this.#takeInParts(Buffer.from(chunk))
    this.#received += chunk.length
    return this.#intake.take(chunk)
  }

  async #takeInParts(chunk: Buffer): Promise<void> {
    // Before more is written: who has it meanwhile writes to the same places.
    if (this.#hold.isDue) await this.#hold.note()
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + this.#toBorder())
      const isToBorder = part.length === this.#toBorder()
      const room = this.#intake.take(part)
      if (room !== true) await room
      this.#received += part.length
      at += part.length
      if (isToBorder && this.#received < this.#row.size) await this.note()
    }
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
