import type { Database } from '#server/db/open.ts'
import { openAuditKey, type AuditKey } from '#server/events/events.ts'
import { openKeys } from '#server/storage/keys/open-keys.ts'

/** The audit key of an installation whose key is in its data folder. */
export async function auditKeyOf(database: Database, dataDir: string): Promise<AuditKey> {
  const keyRing = await openKeys({ database, dataDir, secretKeys: [], as: 'guest' })
  return openAuditKey({ database, keyRing, clock: Date.now })
}
