import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Vault } from '#server/storage/vault.ts'
import { dropArrived, waitingForRoom, type Arrived } from '#server/uploads/arrivals.ts'

/** Someone's files that were uploaded for a room and were not added to it. */
export async function ownArrived(
  kysely: Kysely<Schema>,
  identity: Identity,
  roomGuid: string,
  fileGuids: readonly string[],
): Promise<Arrived[]> {
  if (fileGuids.length === 0) return []
  const emails = await allProvedEmails(kysely, identity)
  return waitingForRoom(kysely, { roomGuid, emails, fileGuids })
}

/** Removes someone's files that were uploaded for a room to which they can no longer be added. */
export async function dropOwnArrived(
  { database, vault }: { database: Database; vault: Vault },
  identity: Identity,
  roomGuid: string,
  fileGuids: readonly string[],
): Promise<void> {
  if (fileGuids.length === 0) return
  const emails = await allProvedEmails(database.kysely, identity)
  await database.transaction((tx) => dropArrived(tx, vault, { roomGuid, emails, fileGuids }))
}
