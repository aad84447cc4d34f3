import type { KeyObject } from 'node:crypto'
import { InstallationKey } from './installation-key.ts'

/** Keys for one purpose, in the order of the ring: the first signs or encrypts, each verifies or decrypts. */
export type PurposeKeys = readonly [KeyObject, ...KeyObject[]]

/**
 * The keys of the installation: the first wraps and signs, each opens. A wrapped value is `fingerprint.sealed`, so that
 * its key is known without trying; those of the first version have no fingerprint.
 */
export class KeyRing {
  readonly first: InstallationKey
  readonly keys: readonly InstallationKey[]

  constructor(keys: readonly InstallationKey[]) {
    const [first] = keys
    if (!first) throw new Error('An installation needs a key.')
    this.first = first
    this.keys = keys.filter((key, index) => keys.findIndex(({ check }) => check === key.check) === index)
  }

  /** A ring of one new key, for tests and benchmarks. */
  static make(): KeyRing {
    return new KeyRing([InstallationKey.make()])
  }

  has(check: string): boolean {
    return this.keys.some((key) => key.check === check)
  }

  derive(purpose: string): PurposeKeys {
    const [, ...older] = this.keys
    return [this.first.derive(purpose), ...older.map((key) => key.derive(purpose))]
  }

  /** A key or a small secret as its row stores it, bound to a name: the guid of an object, `second_factor:…`. */
  wrap(name: string, secret: Buffer): string {
    return `${this.first.fingerprint}.${this.first.wrap(name, secret)}`
  }

  /** Throws if another installation's key wrapped it, with another name, or its row was changed. */
  unwrap(name: string, wrapped: string): Buffer {
    const opened = this.open(name, wrapped)
    if (opened) return opened.key
    throw new Error(
      `The key of this installation does not open ${name}. Check whether secret.key or SECRET_KEY was changed.`,
    )
  }

  /** What was wrapped and which key of the ring opened it, or null. */
  open(name: string, wrapped: string): { key: Buffer; by: InstallationKey } | null {
    const [sealed = '', fingerprint] = wrapped.split('.').toReversed()
    for (const by of this.keys) {
      if (fingerprint !== undefined && fingerprint !== by.fingerprint) continue
      const key = by.unwrap(name, sealed)
      if (key) return { key, by }
    }
    return null
  }
}
