import { randomBytes } from 'node:crypto'
import { openSmall, sealSmall } from '#server/storage/sealed/small-seal.ts'

/**
 * What a passkey opens: the key that locks the keys of a share's objects, before the installation's key wraps them. It
 * is stored nowhere in plain text, and prints as nothing.
 */
export class FileKey {
  readonly #bytes: Buffer

  private constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  static make(): FileKey {
    return new FileKey(randomBytes(32))
  }

  /** Opens what `sealedUnder` made; null if it was made with another key or name. */
  static openedBy(key: Buffer, name: string, sealed: Buffer): FileKey | null {
    const bytes = openSmall(key, name, sealed)
    return bytes && new FileKey(bytes)
  }

  /** This key itself, encrypted with another one. */
  sealedUnder(key: Buffer, name: string): Buffer {
    return sealSmall(key, name, this.#bytes)
  }

  /** The key of an object, so that only this key opens it. */
  lock(objectGuid: string, objectKey: Buffer): Buffer {
    return sealSmall(this.#bytes, objectGuid, objectKey)
  }

  /** The key of an object, or null if another file key locked it. */
  unlock(objectGuid: string, locked: Buffer): Buffer | null {
    return openSmall(this.#bytes, objectGuid, locked)
  }
}

/** An object that opens only with its file key, which was missing or wrong. */
export class ObjectLocked extends Error {
  constructor(objectGuid: string) {
    super(`The object ${objectGuid} is locked with a passkey and does not open without it`)
    this.name = 'ObjectLocked'
  }
}
