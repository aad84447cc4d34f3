import { createHash } from 'node:crypto'
import type { CloudHash } from '#server/clouds/provider.ts'
import type { Hashing } from '#server/storage/vault.ts'

const dropboxBlock = 4 * 1024 * 1024

/** What computes a provider's hash. */
export function hashingFor(kind: CloudHash['kind']): Hashing {
  return kind === 'dropbox' ? new DropboxHash() : createHash(kind)
}

/** Dropbox's content hash: the SHA-256 of the SHA-256 of each 4 MiB. */
class DropboxHash implements Hashing {
  readonly #all = createHash('sha256')
  #block = createHash('sha256')
  #inBlock = 0

  update(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + dropboxBlock - this.#inBlock)
      this.#block.update(part)
      this.#inBlock += part.length
      at += part.length
      if (this.#inBlock === dropboxBlock) this.#endBlock()
    }
  }

  digest(encoding: 'hex'): string {
    if (this.#inBlock > 0) this.#endBlock()
    return this.#all.digest(encoding)
  }

  #endBlock(): void {
    this.#all.update(this.#block.digest())
    this.#block = createHash('sha256')
    this.#inBlock = 0
  }
}
