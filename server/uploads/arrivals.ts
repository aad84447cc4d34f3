import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import type { Vault } from '#server/storage/vault.ts'
import { removeFile } from './remove-file.ts'

/** Remembers who uploaded a file for a room: only the same person can add it there. */
export async function noteArrival(tx: Transaction, fileGuid: string, email: string): Promise<void> {
  await tx.insertInto('room_arrival').values({ file_guid: fileGuid, email: email.toLowerCase() }).execute()
}

/** The files that were uploaded from these addresses and wait to be added to a room. */
export function arrivedFrom(kysely: Kysely<Schema>, emails: readonly string[]) {
  return kysely
    .selectFrom('room_arrival')
    .select('room_arrival.file_guid')
    .where('room_arrival.email', 'in', emails.length > 0 ? emails.map((email) => email.toLowerCase()) : [''])
}

export type Arrived = { guid: string; name: string; kind: FileKind }

/** Those of the files that were uploaded for a room from these addresses and wait, in their order. */
export async function waitingForRoom(
  kysely: Kysely<Schema>,
  {
    roomGuid,
    emails,
    fileGuids,
  }: { roomGuid: string; emails: readonly string[]; fileGuids: readonly string[] },
): Promise<Arrived[]> {
  if (fileGuids.length === 0) return []
  const rows = await kysely
    .selectFrom('file')
    .select(['guid', 'name', 'kind'])
    .where('guid', 'in', fileGuids)
    .where('room_guid', '=', roomGuid)
    .where('taken_at', 'is', null)
    .where('guid', 'in', arrivedFrom(kysely, emails))
    .execute()
  const order = new Map(fileGuids.map((guid, index) => [guid, index]))
  return rows.toSorted((a, b) => order.get(a.guid)! - order.get(b.guid)!)
}

/** Removes files that were uploaded for a room from these addresses and will not be added to it. */
export async function dropArrived(
  tx: Transaction,
  vault: Vault,
  whose: { roomGuid: string; emails: readonly string[]; fileGuids: readonly string[] },
): Promise<void> {
  for (const { guid } of await waitingForRoom(tx, whose))
    await removeFile(tx, vault, guid, { isNotTaken: true })
}
