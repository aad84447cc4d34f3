import { InstallationKey } from './installation-key.ts'

/**
 * The keys of the installation: the first wraps and signs, each opens. A wrapped key reads `fingerprint.sealed`, so that
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

  /** Keys for one purpose, in the order of the ring: make with the first, accept each. */
  derive(purpose: string): [Buffer, ...Buffer[]] {
    const [, ...older] = this.keys
    return [this.first.derive(purpose), ...older.map((key) => key.derive(purpose))]
  }

  /** The key of an object as its row holds it. */
  wrap(objectGuid: string, key: Buffer): string {
    return `${this.first.fingerprint}.${this.first.wrap(objectGuid, key)}`
  }

  /** Throws when the object was sealed under another installation's key, or its row was changed. */
  unwrap(objectGuid: string, wrapped: string): Buffer {
    const opened = this.open(objectGuid, wrapped)
    if (opened) return opened.key
    throw new Error(
      `The key of this installation does not open the object ${objectGuid}. Was secret.key or SECRET_KEY changed?`,
    )
  }

  /** The key of an object and which key of the ring opened it, or null. */
  open(objectGuid: string, wrapped: string): { key: Buffer; by: InstallationKey } | null {
    const [sealed = '', fingerprint] = wrapped.split('.').toReversed()
    for (const by of this.keys) {
      if (fingerprint !== undefined && fingerprint !== by.fingerprint) continue
      const key = by.unwrap(objectGuid, sealed)
      if (key) return { key, by }
    }
    return null
  }
}
