import { createHash, type Hash } from 'node:crypto'
import { bytesToSniff, kindOf } from '#server/rules/files/files.ts'
import type { KnownFile } from '#server/rules/files/files.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Sealed, SealedObject, SealedWriter } from '#server/storage/vault.ts'
import { quotaFull, roomIn, type StorageUse } from './usage.ts'

/** Bytes of the largest file whose SHA-256 is computed while it arrives: a job would have to read it again. */
const maxSummed = 1024 ** 2

/** What an intake took: what kind of file it is, where it is stored, and its SHA-256 in hex if that was computed. */
export type TakenFile = { known: KnownFile; object: SealedObject; sha256: string | null }

/** What an earlier intake of the same file found out. */
export type Before = { size: number; known: KnownFile | null }

/** One file on its way into the vault: its kind is detected from its first bytes, before any of it is stored. */
export class Intake {
  readonly #makeWriter: () => Promise<SealedWriter>
  readonly #fileName: string
  readonly #limitBytes: number
  readonly #use: StorageUse
  #size: number
  #beginning: Buffer[] = []
  #known: KnownFile | null
  #writer: SealedWriter | null = null
  #begun: Promise<void> | null = null
  /** Null for a file that is too large, or of which it does not see every byte. */
  #hash: Hash | null

  constructor(
    makeWriter: () => Promise<SealedWriter>,
    wanted: { fileName: string; limitBytes: number; use: StorageUse; before?: Before; isSummed?: boolean },
  ) {
    this.#makeWriter = makeWriter
    this.#fileName = wanted.fileName
    this.#limitBytes = wanted.limitBytes
    this.#use = wanted.use
    this.#size = wanted.before?.size ?? 0
    this.#known = wanted.before?.known ?? null
    this.#hash = this.#size === 0 && !wanted.isSummed ? createHash('sha256') : null
  }

  /** Throws or rejects with Problem fileTooLarge, quotaFull, fileTypeMismatch, storageFull. */
  take(chunk: Buffer): true | Promise<void> {
    this.#size += chunk.length
    if (this.#size > this.#limitBytes) throw tooLarge(this.#limitBytes)
    if (this.#size > roomIn(this.#use)) throw quotaFull(this.#use)
    this.#hash = (this.#size <= maxSummed && this.#hash?.update(chunk)) || null
    if (this.#writer) return this.#writer.write(chunk)
    this.#beginning.push(Buffer.from(chunk))
    if (this.#size < bytesToSniff && !this.#known) return true
    this.#begun = this.#begin()
    return this.#begun
  }

  /** Makes the file durable. Throws Problem fileEmpty and what take throws. */
  async finish(): Promise<TakenFile> {
    if (!this.#writer) await (this.#begun = this.#begin())
    const object = await this.#writer!.finish()
    return { known: this.#known!, object, sha256: this.#hash?.digest('hex') ?? null }
  }

  /**
   * Makes durable what arrived, for another intake of the same file; `rest` is for the caller to keep, and `sealed` null
   * where that is all there is. More must come.
   */
  async halt(): Promise<{
    known: KnownFile | null
    sealed: (Sealed & { wrappedKey: string }) | null
    rest: Buffer
  }> {
    if (!this.#writer) return { known: this.#known, sealed: null, rest: Buffer.concat(this.#beginning) }
    const { sealed, wrappedKey, rest } = await this.#writer.halt()
    return { known: this.#known, sealed: { ...sealed, wrappedKey }, rest }
  }

  /** Removes what was stored, or lets go of it where it can be resumed. */
  async abort(): Promise<void> {
    // The sender may have disconnected while the writer was being created.
    await this.#begun?.catch(() => undefined)
    await this.#writer?.abort()
  }

  async #begin(): Promise<void> {
    const beginning = Buffer.concat(this.#beginning)
    this.#beginning = []
    this.#known ??= kindOf(this.#fileName, beginning)
    this.#writer = await this.#makeWriter()
    const room = this.#writer.write(beginning)
    if (room !== true) await room
  }
}

export function tooLarge(limitBytes: number): Problem {
  return new Problem('fileTooLarge', {
    text: `This file is larger than your plan allows: ${fileSize(limitBytes)} at most. It wasn’t saved.`,
  })
}
