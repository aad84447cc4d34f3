import type { Kysely, Selectable } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { userColumns, userOf } from '#server/accounts/users.ts'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { Client } from '#server/http/client.ts'
import { safeName } from '#server/rules/files/zip-names.ts'
import type { Schema } from '#server/db/schema.ts'
import { ObjectMissing } from '#server/storage/storage.ts'
import type { Vault } from '#server/storage/vault.ts'

export type ZipRow = Selectable<Schema['zip']>
export type ZipPartRow = Selectable<Schema['zip_part']>
export type ZipEntryRow = Selectable<Schema['zip_entry']>
/** What sending needs of an entry: a download keeps that of each, and there can be very many. */
export type SentEntry = Awaited<ReturnType<typeof someEntriesOf>>[number]

/** Far below what either engine accepts as parameters of one statement. */
const rowsPerBatch = 500
/** Of an archive with very many, what is on its way between two threads would otherwise be more than the archive. */
const entriesPerBatch = 1_000

/** Whose archives a browser or program can download: those of its account, and of the address confirmed in it. */
export function personsOf({ user, readerEmail }: Identity): string[] {
  return [user?.guid, readerEmail?.toLowerCase()].filter((person) => person !== undefined)
}

/** The person of an archive, as a job has to know them: with no browser, and so with no visit and no passkey. */
export async function identityOf(kysely: Kysely<Schema>, zip: ZipRow): Promise<Identity> {
  const user =
    zip.user_guid === null
      ? undefined
      : await kysely
          .selectFrom('user')
          .select(userColumns)
          .where('guid', '=', zip.user_guid)
          .where('status', '=', 'Active')
          .executeTakeFirst()
  return { user: user ? userOf(user) : null, readerEmail: zip.reader_email, browserId: `zip|${zip.guid}` }
}

export type NewZip = ReturnType<typeof newZip>
type Named = {
  name: string
  roomGuid: string | null
  jobDate: string
  batch: string
  client: Client
  now: number
}

/** The row of an archive that begins. */
export function newZip(identity: Identity, { name, roomGuid, jobDate, batch, client, now }: Named) {
  const { user, readerEmail } = identity
  return {
    guid: newGuid(),
    person: personsOf(identity)[0] ?? '',
    user_guid: user?.guid ?? null,
    reader_email: readerEmail,
    room_guid: roomGuid,
    job_date: jobDate,
    batch,
    name: safeName(name),
    left_out: '[]',
    left_out_count: 0,
    ip: client.ip,
    user_agent: client.userAgent,
    created_at: now,
    ready_at: null,
    failed_at: null,
  }
}

export async function insertEntries(tx: Transaction, entries: readonly ZipEntryRow[]): Promise<void> {
  for (let at = 0; at < entries.length; at += rowsPerBatch)
    await tx
      .insertInto('zip_entry')
      .values(entries.slice(at, at + rowsPerBatch))
      .execute()
}

/** What the rows of all entries have in common, before more is known. */
export const blankRow = {
  part: null,
  share_guid: null,
  file_guid: null,
  version: 1,
  visit_guid: null,
  actor: null,
  is_marked: 0,
  object_guid: null,
  size: 0,
  crc32: 0,
  sha256: null,
  error: null,
  sent_at: null,
  recorded_at: null,
} as const

/** Whether an entry is a file of a room or a share, and not an empty folder or an index. */
export function isFile({ file_guid: file }: Pick<ZipEntryRow, 'file_guid'>): boolean {
  return file !== null
}

export function isFolder({
  share_guid: item,
  file_guid: file,
}: Pick<ZipEntryRow, 'share_guid' | 'file_guid'>): boolean {
  return item !== null && file === null
}

/** Whether everything about an entry is known that an archive needs. */
export function isComplete(entry: ZipEntryRow): boolean {
  const { object_guid: object, sha256, error } = entry
  return error !== null || isFolder(entry) || (object !== null && sha256 !== null)
}

export function entriesOf(kysely: Kysely<Schema>, zipGuid: string) {
  return kysely.selectFrom('zip_entry').selectAll().where('zip_guid', '=', zipGuid).orderBy('number')
}

/** The entries of a part as they are sent and as an archive needs them, with what opens their objects. */
export async function sentEntriesOf(
  kysely: Kysely<Schema>,
  zipGuid: string,
  part: number,
): Promise<SentEntry[]> {
  const entries: SentEntry[] = []
  for (let after = -1; ;) {
    const rows = await someEntriesOf(kysely, { zipGuid, part, after })
    entries.push(...rows)
    if (rows.length < entriesPerBatch) return entries
    after = rows.at(-1)!.number
  }
}

type After = { zipGuid: string; part: number; after: number }

function someEntriesOf(kysely: Kysely<Schema>, { zipGuid, part, after }: After) {
  return kysely
    .selectFrom('zip_entry as entry')
    .leftJoin('object', 'object.guid', 'entry.object_guid')
    .select(['entry.number', 'entry.share_guid', 'entry.file_guid', 'entry.is_marked', 'entry.path'])
    .select(['entry.object_guid', 'entry.size', 'entry.crc32', 'entry.modified_at as modifiedAt'])
    .select(['object.wrapped_key', 'object.is_locked'])
    .where('entry.zip_guid', '=', zipGuid)
    .where('entry.part', '=', part)
    .where('entry.number', '>', after)
    .orderBy('entry.number')
    .limit(entriesPerBatch)
    .execute()
}

/** The row of an entry's object. Throws ObjectMissing. */
export function objectOf({
  object_guid: guid,
  size,
  crc32,
  wrapped_key: key,
  is_locked: isLocked,
}: SentEntry) {
  if (guid === null || key === null || isLocked === null) throw new ObjectMissing(guid ?? '')
  return { guid, size, crc32, wrapped_key: key, is_locked: isLocked }
}

/** Removes an archive with what was stored for it alone. */
export async function removeZip(tx: Transaction, vault: Vault, zipGuid: string): Promise<void> {
  const own = await tx
    .selectFrom('zip_entry')
    .select('object_guid')
    .where('zip_guid', '=', zipGuid)
    .where('object_guid', 'is not', null)
    .where((entry) => entry.or([entry('is_marked', '=', 1), entry('file_guid', 'is', null)]))
    .execute()
  await tx.deleteFrom('zip').where('guid', '=', zipGuid).execute()
  for (const { object_guid: guid } of own) await vault.remove(guid!, tx)
}
