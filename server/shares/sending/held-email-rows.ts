import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { HeldLetterTable } from '#server/db/tables/sending-tables.ts'
import { recipientColumns } from '#server/shares/rows.ts'

export type HeldEmailKind = HeldLetterTable['kind']

/**
 * Which batch: a sending's, one share's, or links that are sent together; or of whatever waits for one file, or of
 * everything one person sent.
 */
export type About = { batch: string } | { share: string } | { file: string } | { owner: string }

/** SQLite does not accept more than this in one statement. */
const batchSize = 2000

/** Holds emails; a new one to the same recipient replaces one that is already waiting. */
export async function lockRows(tx: Transaction, rows: readonly HeldLetterTable[]): Promise<void> {
  for (let first = 0; first < rows.length; first += batchSize)
    await tx
      .insertInto('held_letter')
      .values(rows.slice(first, first + batchSize))
      .onConflict((conflict) =>
        conflict.column('recipient_guid').doUpdateSet((row) => ({
          batch: row.ref('excluded.batch'),
          place: row.ref('excluded.place'),
          kind: row.ref('excluded.kind'),
          message: row.ref('excluded.message'),
        })),
      )
      .execute()
}

/** The batches in which emails wait. */
export async function batchesOf(kysely: Kysely<Schema>, about: About): Promise<string[]> {
  const held = kysely.selectFrom('held_letter').select('batch').distinct().orderBy('batch')
  const ofShares = held.innerJoin('share', 'share.guid', 'held_letter.share_guid')
  const found =
    'batch' in about
      ? held.where('batch', '=', about.batch)
      : 'share' in about
        ? held.where('share_guid', '=', about.share)
        : 'file' in about
          ? ofShares.where('share.file_guid', '=', about.file)
          : ofShares.where('share.owner_guid', '=', about.owner)
  return (await found.execute()).map(({ batch }) => batch)
}

/** Whether emails of a share wait. */
export async function isAnyHeld(kysely: Kysely<Schema>, shareGuid: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('held_letter')
    .select('share_guid')
    .where('share_guid', '=', shareGuid)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The guids of the shares of a batch, in the same order for everyone who locks several. */
export async function sharesOfBatch(tx: Transaction, batch: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('held_letter')
    .select('share_guid')
    .distinct()
    .where('batch', '=', batch)
    .orderBy('share_guid')
    .execute()
  return rows.map(({ share_guid: guid }) => guid)
}

/** The emails of a batch with their recipients, in the order in which an email names the files. */
export function heldOfBatch(tx: Transaction, batch: string) {
  return tx
    .selectFrom('held_letter')
    .innerJoin('recipient', 'recipient.guid', 'held_letter.recipient_guid')
    .select(['held_letter.share_guid', 'held_letter.kind', 'held_letter.message', 'held_letter.held_at'])
    .select(recipientColumns)
    .where('held_letter.batch', '=', batch)
    .orderBy('held_letter.place')
    .orderBy('recipient.email')
    .execute()
}

export type HeldEmail = Awaited<ReturnType<typeof heldOfBatch>>[number]

/** Removes emails: they are being written now. */
export async function removeHeld(tx: Transaction, recipientGuids: readonly string[]): Promise<void> {
  for (let first = 0; first < recipientGuids.length; first += batchSize)
    await tx
      .deleteFrom('held_letter')
      .where('recipient_guid', 'in', recipientGuids.slice(first, first + batchSize))
      .execute()
}
