import { createHash } from 'node:crypto'
import type { Identity } from '#server/accounts/identity.ts'
import type { Database } from '#server/db/open.ts'
import type { Log } from '#server/log.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import type { CopiedFile, MarkedCopies } from '#server/rendering/watermark/marked-copies.ts'
import { SealBroken } from '#server/storage/sealed/sealing.ts'
import { ObjectMissing } from '#server/storage/storage.ts'
import type { Vault } from '#server/storage/vault.ts'
import { watermarkLook } from '#server/viewing/reading/watermark.ts'
import type { WatermarkLook } from '#server/rendering/rendering.ts'
import { accessTo, zipRefusal } from './access.ts'
import type { CopiesKept } from './copies-kept.ts'
import type { ZipEntryRow, ZipRow } from './zip-rows.ts'

export type PreparingDeps = {
  database: Database
  vault: Vault
  markedCopies: MarkedCopies
  clock: () => number
  log: Log
  /** How much the copies with a watermark of one person can take, in bytes. */
  maxCopies?: number
}

/** The archive of which a file is prepared, and its person. */
export type Prepared = { zip: ZipRow; identity: Identity; copiesKept: CopiesKept }
type Measured = Pick<ZipEntryRow, 'object_guid' | 'size' | 'crc32' | 'sha256'>

/**
 * Learns what is missing of one file of an archive: stores its copy with the watermark, or takes the checksums of an
 * original. A file that its person may no longer have, or that fails alone, is left out with the reason. Throws what
 * a later attempt may overcome.
 */
export async function prepareEntry(
  deps: PreparingDeps,
  { zip, identity, copiesKept }: Prepared,
  entry: ZipEntryRow,
): Promise<void> {
  const outcome = await measured(deps, { zip, identity, copiesKept }, entry).catch((error: unknown) => {
    deps.log.info({ zip: zip.guid, file: entry.file_guid, err: error }, 'a file is left out of a ZIP')
    return { error: reasonOf(error) }
  })
  await deps.database.kysely
    .updateTable('zip_entry')
    .set(outcome)
    .where('zip_guid', '=', zip.guid)
    .where('number', '=', entry.number)
    .execute()
}

/** Throws everything that does not concern this file alone. */
function reasonOf(error: unknown): ProblemName {
  if (error instanceof ObjectMissing || error instanceof SealBroken) return 'pageError'
  if (error instanceof Problem && error.http < 500) return error.problem
  throw error
}

async function measured(
  deps: PreparingDeps,
  { zip, identity, copiesKept }: Prepared,
  entry: ZipEntryRow,
): Promise<Measured> {
  const { database, clock } = deps
  const guid = entry.share_guid!
  const accesses = await accessTo(
    database.kysely,
    identity,
    { roomGuid: zip.room_guid, guids: [guid] },
    clock(),
  )
  const access = accesses.get(guid)
  if (!access || access.file.guid !== entry.file_guid) throw new Problem('notFound')
  // The visit is that of the browser which asked.
  const visit = entry.visit_guid === null ? null : { guid: entry.visit_guid, seenAt: 0 }
  const found = { ...access, visit }
  const refusal = zipRefusal(
    { ...found, policyFacts: { ...found.policyFacts, isOpened: visit !== null } },
    clock(),
  )
  if (refusal !== null) throw new Problem(refusal)
  if (entry.is_marked === 0) return original(deps, found.file.objectGuid)
  const client = { ip: zip.ip, userAgent: zip.user_agent }
  const look = watermarkLook(found, client, clock())
  if (!look) return original(deps, found.file.objectGuid)
  await copiesKept.makeRoom(found.file.size)
  const copy = await copied(deps, found.file, look)
  copiesKept.stored(copy.size)
  return copy
}

async function original({ database, vault }: PreparingDeps, guid: string): Promise<Measured> {
  await vault.takeHash(guid)
  const object = await database.kysely
    .selectFrom('object')
    .select(['guid as object_guid', 'size', 'crc32', 'sha256'])
    .where('guid', '=', guid)
    .executeTakeFirst()
  if (!object) throw new ObjectMissing(guid)
  return object
}

async function copied(
  { vault, markedCopies }: PreparingDeps,
  file: CopiedFile,
  look: WatermarkLook,
): Promise<Measured> {
  const hash = createHash('sha256')
  const writer = await vault.create()
  try {
    for await (const chunk of markedCopies.copy(file, look).bytes) {
      hash.update(chunk)
      const room = writer.write(chunk)
      if (room !== true) await room
    }
  } catch (error) {
    await writer.abort()
    throw error
  }
  const { guid, size, crc32 } = await writer.commit()
  return { object_guid: guid, size, crc32, sha256: hash.digest('hex') }
}
