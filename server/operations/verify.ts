import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Vault } from '#server/storage/vault.ts'
import { sealedSecrets } from '#server/storage/keys/wrapped-columns.ts'
import { wrappedValues } from '#server/storage/keys/wrapped-values.ts'
import type { Audit, AuditReport } from '#server/events/events.ts'
import { miscounted } from '#server/uploads/storage-bytes.ts'
import type { Damage } from './damage.ts'
import { tables } from './tables.ts'
import { verifyObjects, type ObjectFindings } from './verify-objects.ts'

export type VerifyDeps = {
  database: Database
  storage: Storage
  vault: Vault
  keyRing: KeyRing
  audit: Pick<Audit, 'check'>
}
export type VerifyOptions = { isQuick?: boolean; onProgress?: (found: ObjectFindings) => void }
/** What was found, with the audit trail's own findings. */
export type VerifyReport = Omit<AuditReport, 'damage'> & { objects: ObjectFindings; damage: Damage[] }

/**
 * Whether everything is as it was written: every object opens and matches its checksums, encrypted secrets open, the
 * audit trail is unbroken, no row refers to a missing one, and the storage of every account is counted correctly.
 * Changes nothing, and can run beside a running server.
 */
export async function verify(deps: VerifyDeps, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { isQuick = false, onProgress } = options
  const { found, damage } = await verifyObjects(deps, { isQuick, ...(onProgress && { onProgress }) })
  const { damage: events, ...audit } = await verifyEvents(deps)
  if (isQuick) return { ...audit, objects: found, damage: [...damage, ...events] }
  const secrets = await verifySecrets(deps)
  const rows = await verifyRows(deps.database)
  const counts = await verifyCounts(deps.database)
  return {
    ...audit,
    objects: found,
    damage: [...damage, ...secrets, ...events, ...rows, ...counts],
  }
}

async function verifySecrets({ database, keyRing }: VerifyDeps): Promise<Damage[]> {
  const damage: Damage[] = []
  for (const column of sealedSecrets) {
    for await (const values of wrappedValues(database, column)) {
      for (const { name, wrapped } of values) {
        if (keyRing.open(name, wrapped)) continue
        const problem = 'the key of this installation does not open it'
        damage.push({ what: 'secret', guid: name, problem, files: [] })
      }
    }
  }
  return damage
}

async function verifyEvents({
  database,
  audit,
}: VerifyDeps): Promise<Omit<AuditReport, 'damage'> & { damage: Damage[] }> {
  const report = await audit.check()
  const damage: Damage[] = report.damage.map(({ subject, problem }) => broken(subject, problem))
  // A share and its first event are one transaction.
  const silent = await database.kysely
    .selectFrom('share')
    .leftJoin('event_head', 'event_head.subject_guid', 'share.guid')
    .select('share.guid')
    .where('event_head.subject_guid', 'is', null)
    .execute()
  for (const { guid } of silent) damage.push(broken(guid, 'the whole audit log of this share was removed'))
  const silentRooms = await database.kysely
    .selectFrom('room')
    .leftJoin('event_head', 'event_head.subject_guid', 'room.guid')
    .select('room.guid')
    .where('event_head.subject_guid', 'is', null)
    .execute()
  for (const { guid } of silentRooms)
    damage.push(broken(guid, 'the whole audit log of this data room was removed'))
  return { ...report, damage }
}

function broken(guid: string | null, problem: string): Damage {
  return { what: 'events', guid, problem, files: [] }
}

/** Items of a room are in existing folders; the database does not enforce that. */
const tree = { name: 'item', references: { parent_guid: 'item.guid' } }

async function verifyRows(database: Database): Promise<Damage[]> {
  const damage: Damage[] = []
  if (database.kind === 'sqlite') {
    const { rows } = await sql<{
      text: string
    }>`select integrity_check as text from pragma_integrity_check`.execute(database.kysely)
    for (const { text } of rows)
      if (text !== 'ok') damage.push({ what: 'database', guid: null, problem: text, files: [] })
  }
  for (const { name, references } of [...tables, tree]) {
    for (const [column, place] of Object.entries(references)) {
      const count = await countLost(database, name, column, place)
      if (count === 0) continue
      const problem = `${count} rows of ${name} refer to a ${place} that doesn’t exist (in ${column})`
      damage.push({ what: 'reference', guid: null, problem, files: [] })
    }
  }
  return damage
}

async function verifyCounts(database: Database): Promise<Damage[]> {
  const damage: Damage[] = []
  for await (const { guid, counted, sum } of miscounted(database)) {
    const problem = `the files of this account are ${sum} bytes but counted as ${counted}; gc corrects that`
    damage.push({ what: 'usage', guid, problem, files: [] })
  }
  return damage
}

async function countLost(database: Database, name: string, column: string, place: string): Promise<number> {
  const [target = '', key = ''] = place.split('.')
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)} one
    where ${sql.ref(`one.${column}`)} is not null
      and not exists (select 1 from ${sql.table(target)} other
        where ${sql.ref(`other.${key}`)} = ${sql.ref(`one.${column}`)})`.execute(database.kysely)
  return Number(rows[0]!.count)
}
