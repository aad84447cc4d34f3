import type { Kysely } from 'kysely'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { protectionsIn, shareRows, type ShareRow } from '#server/shares/rows.ts'

/** A file that did not arrive, and why, in words for the sender. */
export type FileNotTaken = { name: string; reason: string }

/** The position of one file in a sending; `number` counts from 1. */
export type Place = { sending: string; number: number }

export type FoundSending = {
  createdAt: number
  files: { name: string; shareGuid: string | null; reason: string; share: ShareRow | null }[]
}

/** Removed per run: those that are left go with the next, ten minutes later. */
const batchSize = 500

/** The state of a file until more is known: the server may stop at any moment. */
const notYet = 'The server stopped before this file was shared. Share it again.'

/** Records what is to be sent, and returns its guid. */
export async function insert(
  tx: Transaction,
  ownerGuid: string,
  {
    files,
    notTaken,
    now,
  }: { files: readonly { name: string }[]; notTaken: readonly FileNotTaken[]; now: number },
): Promise<string> {
  const guid = newGuid()
  await tx
    .insertInto('sending')
    .values({ guid, owner_guid: ownerGuid, created_at: now, mailed_at: null })
    .execute()
  const all = [...files.map(({ name }) => ({ name, reason: notYet })), ...notTaken]
  const rows = all.map(({ name, reason }, index) => ({
    sending_guid: guid,
    number: index + 1,
    name,
    share_guid: null,
    reason,
  }))
  await tx.insertInto('sending_file').values(rows).execute()
  return guid
}

/** Locks a sending for one more of its shares. Throws serverBusy if its emails were written in the meantime. */
export async function lockOpen(tx: Transaction, sendingGuid: string): Promise<void> {
  const open = await tx
    .updateTable('sending')
    .set({ mailed_at: null })
    .where('guid', '=', sendingGuid)
    .where('mailed_at', 'is', null)
    .returning('guid')
    .executeTakeFirst()
  if (!open) throw new Problem('serverBusy')
}

export async function noteShared(tx: Transaction, place: Place, shareGuid: string): Promise<void> {
  await note(tx, place, { share_guid: shareGuid, reason: '' })
}

export async function noteRefused(database: Database, place: Place, reason: string): Promise<void> {
  await database.transaction((tx) => note(tx, place, { reason }))
}

async function note(
  tx: Transaction,
  { sending, number }: Place,
  what: { share_guid?: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('sending_file')
    .set(what)
    .where('sending_guid', '=', sending)
    .where('number', '=', number)
    .execute()
}

/** Whether this call is the one that closes the sending. */
export async function close(tx: Transaction, sendingGuid: string, now: number): Promise<boolean> {
  const closed = await tx
    .updateTable('sending')
    .set({ mailed_at: now })
    .where('guid', '=', sendingGuid)
    .where('mailed_at', 'is', null)
    .returning('guid')
    .executeTakeFirst()
  return closed !== undefined
}

/** Removes a sending of which nothing was shared. */
export async function forget(database: Database, sendingGuid: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.deleteFrom('sending').where('guid', '=', sendingGuid).execute()
  })
}

/** Removes older records of sendings, and returns how many; the shares stay. */
export async function forgetOlder(database: Database, before: number): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx.selectFrom('sending').select('guid').where('created_at', '<=', before).limit(batchSize)
    const rows = await tx.deleteFrom('sending').where('guid', 'in', old).returning('guid').execute()
    return rows.length
  })
}

export async function find(kysely: Kysely<Schema>, ownerGuid: string, guid: string): Promise<FoundSending> {
  const rows = await kysely
    .selectFrom('sending')
    .innerJoin('sending_file', 'sending_file.sending_guid', 'sending.guid')
    .leftJoin('share', 'share.guid', 'sending_file.share_guid')
    .select(['sending.created_at', 'sending_file.share_guid', 'sending_file.reason'])
    // Its current name.
    .select((row) => row.fn.coalesce('share.name', 'sending_file.name').as('name'))
    .where('sending.guid', '=', guid)
    .where('sending.owner_guid', '=', ownerGuid)
    .orderBy('sending_file.number')
    .execute()
  if (rows.length === 0) throw new Problem('notFound')
  const shares = await sharesOf(
    kysely,
    ownerGuid,
    rows.flatMap(({ share_guid: share }) => share ?? []),
  )
  return {
    createdAt: rows[0]!.created_at,
    files: rows.map(({ name, share_guid: shareGuid, reason }) => ({
      name,
      shareGuid,
      reason,
      share: shares.get(shareGuid ?? '') ?? null,
    })),
  }
}

async function sharesOf(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  guids: readonly string[],
): Promise<Map<string, ShareRow>> {
  if (guids.length === 0) return new Map()
  const rows = await shareRows(kysely)
    .where('share.guid', 'in', guids)
    .where('share.owner_guid', '=', ownerGuid)
    .execute()
  return new Map(rows.map((row) => [row.guid, protectionsIn(row)]))
}
