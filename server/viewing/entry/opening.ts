import { sql, type SqlBool } from 'kysely'
import type { Onboarding } from '#server/accounts/registering/onboarding.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { countryOf } from '#server/http/country.ts'
import { visitGap } from '#server/rules/reading/dwell.ts'
import type { Events } from '#server/events/events.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { readerKey, type Identity } from '#server/accounts/identity.ts'
import { lockRow } from '#server/shares/own-share.ts'

type OpeningDeps = {
  database: Database
  events: Events
  onboarding: Onboarding
  clock: () => number
}

/**
 * Records an opening: the first ones of recipient and share by conditional updates, then the visit. Returns false, and
 * records nothing, if the share is no longer as it was found.
 */
export async function openShare(
  deps: OpeningDeps,
  identity: Identity,
  found: ShareAccess,
  client: Client,
): Promise<boolean> {
  const { database, events, onboarding, clock } = deps
  const now = clock()
  // Beforehand: the first time, it reads a large file.
  await countryOf(client.ip)
  return database.transaction(async (tx) => {
    if (!(await lockAsFound(tx, found))) return false
    const isFirst = await markFirstView(tx, found, now)
    if (found.tourOf) await onboarding.reach(found.tourOf, 'tourFileOpened', tx)
    else if (isFirst) await events.record(tx, firstOpening(found, client))
    if (found.visit && found.visit.seenAt > now - visitGap) {
      await touchVisit(tx, found.visit.guid, now)
      return true
    }
    const visitGuid = newGuid()
    await tx
      .insertInto('visit')
      .values({
        guid: visitGuid,
        share_guid: found.shareGuid,
        recipient_guid: found.recipientGuid,
        reader_key: readerKey(identity),
        started_at: now,
        seen_at: now,
      })
      .execute()
    await events.record(tx, {
      subject: found.shareGuid,
      kind: 'View',
      actor: found.email,
      visitGuid,
      client,
      detail: {
        ...(found.version > 1 && { version: found.version }),
        ...(found.saysName !== null && { says: found.saysName }),
        ...(found.saysToBe && { saysToBe: found.saysToBe }),
      },
    })
    return true
  })
}

function firstOpening({ shareGuid, recipientGuid, email, saysToBe }: ShareAccess, client: Client) {
  const facts = { who: recipientGuid === null ? null : email, saysToBe }
  return { subject: shareGuid, kind: 'FirstOpened', actor: email, client, facts } as const
}

/**
 * An update that changes nothing: it locks the row, so that an edit waits for the opening or the opening sees
 * the edit.
 */
export async function lockAsFound(tx: Transaction, { shareGuid, revision }: ShareAccess): Promise<boolean> {
  const held = await lockRow(tx)
    .where('guid', '=', shareGuid)
    .where('revision', '=', revision)
    .returning('guid')
    .executeTakeFirst()
  return held !== undefined
}

/** Returns whether this is the first opening by this recipient, or of the link if no one knows who opens it. */
async function markFirstView(tx: Transaction, found: ShareAccess, now: number): Promise<boolean> {
  const ofShare = await tx
    .updateTable('share')
    .set({ first_viewed_at: now })
    .where('guid', '=', found.shareGuid)
    .where('first_viewed_at', 'is', null)
    .returning('guid')
    .executeTakeFirst()
  if (!found.recipientGuid) return ofShare !== undefined
  const ofRecipient = await tx
    .updateTable('recipient')
    .set({ first_viewed_at: now })
    .where('guid', '=', found.recipientGuid)
    .where('first_viewed_at', 'is', null)
    .returning('guid')
    .executeTakeFirst()
  return ofRecipient !== undefined
}

/**
 * The last heartbeat of a visit. Of someone who comes back after ten minutes it also says when they did: what they open
 * from then on is another visit within the opening.
 */
export async function touchVisit(tx: Transaction, visitGuid: string, now: number): Promise<void> {
  const isBack = sql<SqlBool>`seen_at <= ${now - visitGap}`
  await tx
    .updateTable('visit')
    .set({
      seen_at: now,
      resumed_at: sql<number | null>`case when ${isBack} then ${now} else resumed_at end`,
    })
    .where('guid', '=', visitGuid)
    .execute()
}
