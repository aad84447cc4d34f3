import { createHash } from 'node:crypto'
import type { Identity } from '#server/accounts/identity.ts'
import type { Database } from '#server/db/open.ts'
import type { Client } from '#server/http/client.ts'
import type { ByteSource } from '#server/http/bytes/bytes.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Vault } from '#server/storage/vault.ts'
import { Archive } from '#server/zips/archive/archive.ts'
import { Gate } from './gate.ts'
import { Noting } from './noting.ts'
import type { Recording } from '#server/zips/recording.ts'
import { zipSource } from './reading.ts'
import { sentEntriesOf, type ZipRow } from '#server/zips/zip-rows.ts'

/** A part of an archive, to be sent; what is read of it counts as downloaded. */
export type OpenedPart = { source: ByteSource; etag: string; name: string }
export type OpenDeps = { database: Database; vault: Vault; clock: () => number; recording: Recording }
/** Who asks for which part, from where. */
export type PartRequest = { identity: Identity; number: number; client: Client }

/** Throws notFound for a part that there is not, and zipChanged. */
export async function openPart(
  { database, vault, clock, recording }: OpenDeps,
  zip: ZipRow,
  { identity, number, client }: PartRequest,
): Promise<OpenedPart> {
  const { kysely } = database
  const parts = await kysely.selectFrom('zip_part').selectAll().where('zip_guid', '=', zip.guid).execute()
  const part = parts.find((one) => one.number === number)
  if (!part || zip.ready_at === null) throw new Problem('notFound')
  const entries = await sentEntriesOf(kysely, zip.guid, number)
  const gate = new Gate({ database, identity, zip, part: number, entries, clock })
  await gate.requireAll()
  const archive = new Archive(entries)
  // Its rows go all at once, and may do so while they are read.
  if (archive.length !== part.size) throw new Problem('notFound')
  const noting = new Noting({ recording, part, archive, entries, client })
  // The rows of an archive never change once it is ready.
  const etag = createHash('sha256').update(`${zip.guid} ${number}`).digest('hex').slice(0, 32)
  return {
    source: zipSource({ vault, archive, entries, gate, noting }),
    etag: `"${etag}"`,
    name: `${zip.name}${parts.length > 1 ? `, part ${number}` : ''}.zip`,
  }
}
