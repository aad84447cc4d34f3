import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AuditLeafTable } from '#server/db/schema.ts'

/** The other hash of each pair on the way from a leaf to the root, and on which side it is. */
export type MerklePath = { side: 'left' | 'right'; hash: string }[]

/** The hash of a leaf; leaves and pairs are told apart by their first byte. */
export function leafHash({
  subject_guid,
  sequence,
  hash,
}: Omit<Selectable<AuditLeafTable>, 'number'>): Buffer {
  return sha256(Buffer.from([0]), Buffer.from(JSON.stringify([subject_guid, sequence, hash])))
}

/** The root of a tree over these leaves, in their order; empty for none. */
export function rootOf(leaves: readonly Buffer[]): string {
  let level = leaves
  while (level.length > 1) level = above(level)
  return level[0]?.toString('hex') ?? ''
}

/** How the leaf at this place leads to the root. */
export function pathOf(leaves: readonly Buffer[], place: number): MerklePath {
  const path: MerklePath = []
  for (let [level, at] = [leaves, place]; level.length > 1; level = above(level), at >>= 1) {
    const other = level[at ^ 1]
    if (other) path.push({ side: at % 2 === 1 ? 'left' : 'right', hash: other.toString('hex') })
  }
  return path
}

/** The hashes of the pairs; one that is left over goes up as it is. */
function above(level: readonly Buffer[]): Buffer[] {
  const next: Buffer[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at]!, level[at + 1]]
    next.push(right ? sha256(Buffer.from([1]), left, right) : left)
  }
  return next
}

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
