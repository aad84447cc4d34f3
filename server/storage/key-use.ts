import type { Database } from '#server/db/open.ts'
import type { KeyRing } from './key-ring.ts'
import { wrappedKeys } from './wrapped-keys.ts'

export type KeyUse = {
  /** The ring in its order, each with how many object keys it wrapped. */
  keys: { fingerprint: string; objects: number }[]
  /** Objects whose key opens with none of them. */
  unopened: string[]
}

/** Opens the key of every object, and counts by which key of the installation it was wrapped. */
export async function keyUse(database: Database, ring: KeyRing): Promise<KeyUse> {
  const counts = new Map(ring.keys.map(({ fingerprint }) => [fingerprint, 0]))
  const unopened: string[] = []
  for await (const rows of wrappedKeys(database)) {
    for (const { guid, wrappedKey } of rows) {
      const by = ring.open(guid, wrappedKey)?.by.fingerprint
      if (by === undefined) unopened.push(guid)
      else counts.set(by, counts.get(by)! + 1)
    }
  }
  return { keys: [...counts].map(([fingerprint, objects]) => ({ fingerprint, objects })), unopened }
}
