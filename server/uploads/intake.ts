import { bytesToSniff, kindOf } from '#server/rules/files/files.ts'
import type { KnownFile } from '#server/rules/files/files.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import type { SealedObject, SealedWriter, Vault } from '#server/storage/vault.ts'
import { quotaFull, roomIn, type StorageUse } from './usage.ts'

/** One file on its way into the vault: its kind is detected from its first bytes, before any of it is stored. */
export class Intake {
  readonly #vault: Vault
  readonly #fileName: string
  readonly #limitBytes: number
  readonly #use: StorageUse
  #size = 0
  #beginning: Buffer[] = []
  #known: KnownFile | null = null
  #writer: SealedWriter | null = null
  #begun: Promise<void> | null = null

  constructor(vault: Vault, wanted: { fileName: string; limitBytes: number; use: StorageUse }) {
    this.#vault = vault
    this.#fileName = wanted.fileName
    this.#limitBytes = wanted.limitBytes
    this.#use = wanted.use
  }

  /** Throws or rejects with Problem fileTooLarge, quotaFull, fileTypeMismatch, storageFull. */
  take(chunk: Buffer): true | Promise<void> {
    this.#size += chunk.length
    if (this.#size > this.#limitBytes) throw tooLarge(this.#limitBytes)
    if (this.#size > roomIn(this.#use)) throw quotaFull(this.#use)
    if (this.#writer) return this.#writer.write(chunk)
    this.#beginning.push(Buffer.from(chunk))
    if (this.#size < bytesToSniff) return true
    this.#begun = this.#begin()
    return this.#begun
  }

  /** Makes the file durable. Throws Problem fileEmpty and what take throws. */
  async finish(): Promise<{ known: KnownFile; object: SealedObject }> {
    if (!this.#writer) await (this.#begun = this.#begin())
    return { known: this.#known!, object: await this.#writer!.finish() }
  }

  /** Removes what was stored. */
  async abort(): Promise<void> {
    // The sender may have disconnected while the writer was being created.
    await this.#begun?.catch(() => undefined)
    await this.#writer?.abort()
  }

  async #begin(): Promise<void> {
    const beginning = Buffer.concat(this.#beginning)
    this.#beginning = []
    this.#known = kindOf(this.#fileName, beginning)
    this.#writer = await this.#vault.create()
    const room = this.#writer.write(beginning)
    if (room !== true) await room
  }
}

export function tooLarge(limitBytes: number): Problem {
  return new Problem('fileTooLarge', {
    text: `This file is larger than your plan allows: ${fileSize(limitBytes)} at most. It wasn’t saved.`,
  })
}
