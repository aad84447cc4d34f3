import type { Transaction } from '#server/db/open.ts'
import type { KeyRing } from './key-ring.ts'

/**
 * For code that writes a wrapped value: throws unless the database belongs to a key of the ring, and keeps a rotation
 * waiting until this transaction has ended. A process that a rotation left behind would write what no one can open.
 */
export async function requireCurrentKey(tx: Transaction, ring: KeyRing): Promise<void> {
  const checks = ring.keys.map((key) => key.check)
  const held = await tx
    .updateTable('installation')
    .set((row) => ({ key_check: row.ref('key_check') }))
    .where('id', '=', 1)
    .where((where) => where.or([where('key_check', 'is', null), where('key_check', 'in', checks)]))
    .returning('id')
    .executeTakeFirst()
  if (!held) throw new Error('The key of this installation was changed. Start this process again.')
}
