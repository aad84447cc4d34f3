import type { Database } from '#server/db/open.ts'
import type { KeyRing } from './key-ring.ts'
import { objectKeys, wrappedColumns } from './wrapped-columns.ts'
import { wrappedValues } from './wrapped-values.ts'

export type KeyUse = {
  /** The ring in its order, each with how many keys of objects and how many other secrets it wrapped. */
  keys: { fingerprint: string; objects: number; secrets: number }[]
  /** The names of what opens with none of them: the guid of an object, or a kind and a guid (`second_factor:…`). */
  unopened: string[]
}

/** Opens everything that the installation's key wrapped, and counts by which of its keys. */
export async function keyUse(database: Database, ring: KeyRing): Promise<KeyUse> {
  const counts = new Map(ring.keys.map(({ fingerprint }) => [fingerprint, { objects: 0, secrets: 0 }]))
  const unopened: string[] = []
  for (const column of wrappedColumns) {
    const kind = column === objectKeys ? 'objects' : 'secrets'
    for await (const values of wrappedValues(database, column)) {
      for (const { name, wrapped } of values) {
        const by = ring.open(name, wrapped)?.by.fingerprint
        if (by === undefined) unopened.push(name)
        else counts.get(by)![kind] += 1
      }
    }
  }
  return { keys: [...counts].map(([fingerprint, count]) => ({ fingerprint, ...count })), unopened }
}
