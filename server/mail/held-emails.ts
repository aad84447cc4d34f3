import type { Kysely } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { emailJob, renewed, type OnDelivered } from './mailer.ts'

/** The jobs that send an email, and those that write one from what is stored when they run. */
const kindsOfEmails = [
  emailJob,
  'access-request',
  'account-letter',
  'address-code',
  'comment-letter',
  'door-code',
  'door-links',
  'invitations',
  'lock-letter',
  'room-news',
  'room-unshown',
  'sending-letters',
] as const

// No process has a handler for jobs of such a kind: they wait, whatever runs on the database.
const prefix = 'held '
const heldKinds = kindsOfEmails.map((kind) => `${prefix}${kind}`)
const batchSize = 200

/** Holds the waiting emails until `sendHeldLetters`; returns how many are held then. */
export async function holdEmails(kysely: Kysely<Schema>): Promise<number> {
  for (const kind of kindsOfEmails)
    await kysely
      .updateTable('job')
      .set({ kind: `${prefix}${kind}`, leased_until: null, leased_by: null })
      .where('kind', '=', kind)
      .where('failed_at', 'is', null)
      .execute()
  return countHeldEmails(kysely)
}

/** An email to several people that is not written yet counts as one. */
export async function countHeldEmails(kysely: Kysely<Schema>): Promise<number> {
  const { count } = await held(kysely)
    .select((job) => job.fn.countAll<number | string | bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Passes held emails to whatever server runs on the database, and returns how many. Each is attempted for a day from
 * `now` (epoch ms); one whose code or link has expired is not sent.
 */
export async function sendHeldEmails(database: Database, now: number): Promise<number> {
  return inParts(database, async (row) => {
    const kind = row.kind.slice(prefix.length)
    const payload = JSON.parse(row.payload) as Record<string, string>
    const { numUpdatedRows } = await database.kysely
      .updateTable('job')
      .set({ kind, payload: JSON.stringify(kind === emailJob ? renewed(payload, now) : payload) })
      .where('guid', '=', row.guid)
      .where('kind', '=', row.kind)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}

/** Permanently removes held emails, and returns how many. `onDelivered` is called for each person who gets none. */
export async function dropHeldEmails(database: Database, onDelivered: OnDelivered): Promise<number> {
  return inParts(database, async (row) => {
    const payload = JSON.parse(row.payload) as Record<string, string>
    // Before the row is removed: if interrupted, this is repeated rather than skipped.
    for (const recipient of (payload['recipientGuid'] ?? '').split(' '))
      if (recipient) await onDelivered(recipient, 'Failed', 'The operator dropped it after a restore')
    const { numDeletedRows } = await database.kysely
      .deleteFrom('job')
      .where('guid', '=', row.guid)
      .where('kind', '=', row.kind)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

type HeldJob = { guid: string; kind: string; payload: string }

/** Each call removes rows, so the first ones are always others. */
async function inParts({ kysely }: Database, settle: (row: HeldJob) => Promise<number>): Promise<number> {
  let settled = 0
  for (;;) {
    const rows = await held(kysely)
      .select(['guid', 'kind', 'payload'])
      .orderBy('run_at')
      .limit(batchSize)
      .execute()
    for (const row of rows) settled += await settle(row)
    if (rows.length < batchSize) return settled
  }
}

function held(kysely: Kysely<Schema>) {
  return kysely.selectFrom('job').where('kind', 'in', heldKinds)
}
