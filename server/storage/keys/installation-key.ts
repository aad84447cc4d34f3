import { createHash, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { openSmall, sealSmall } from '#server/storage/sealed/small-seal.ts'

/** One key of the installation: 32 bytes that everything else is derived from. */
export class InstallationKey {
  /** How the database recognises its own key: a SHA-256, from which the key cannot be recovered. */
  readonly check: string
  /** The beginning of `check`: names the key to people and on what it wrapped. 8 hex characters. */
  readonly fingerprint: string
  readonly #bytes: Buffer
  readonly #wrapping: KeyObject

  constructor(bytes: Buffer) {
    if (bytes.length !== 32) throw new Error('A key of the installation must be 32 bytes.')
    this.#bytes = bytes
    this.#wrapping = this.derive('object-keys')
    this.check = createHash('sha256').update(this.derive('key-check').export()).digest('hex')
    this.fingerprint = this.check.slice(0, 8)
  }

  static make(): InstallationKey {
    return new InstallationKey(randomBytes(32))
  }

  /**
   * A key for one purpose (`cookies`, `forms` …), by HKDF-SHA256: 32 bytes. A KeyObject: with plain bytes Node takes six
   * times as long for a MAC.
   */
  derive(purpose: string): KeyObject {
    return createSecretKey(Buffer.from(hkdfSync('sha256', this.#bytes, '', `strongroom ${purpose}`, 32)))
  }

  /** The key of an object or a small secret, bound to its name: base64url of nonce, encrypted bytes and tag. */
  wrap(name: string, secret: Buffer): string {
    return sealSmall(this.#wrapping, name, secret).toString('base64url')
  }

  /** What was wrapped; null if it was wrapped with another key or under another name, or was changed. */
  unwrap(name: string, sealed: string): Buffer | null {
    return openSmall(this.#wrapping, name, Buffer.from(sealed, 'base64url'))
  }

  /** As written in secret.key and in SECRET_KEY. */
  text(): string {
    return this.#bytes.toString('hex')
  }
}
