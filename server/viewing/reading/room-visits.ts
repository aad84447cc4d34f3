import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { visitGap } from '#server/rules/reading/dwell.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import type { ShareAccess } from '#server/viewing/access/share-access.ts'
import { touchVisit } from '#server/viewing/entry/opening.ts'
import { keepSession } from '#server/viewing/entry/room-sessions.ts'

/** A reader's heartbeat: of the visit, and of a member's session in a room. */
export async function touchReading(
  tx: Transaction,
  { room, visit }: { room: { memberGuid: string | null } | null; visit: { guid: string } | null },
  now: number,
): Promise<void> {
  if (!visit) return
  if (room?.memberGuid) await keepSession(tx, room.memberGuid, now)
  await touchVisit(tx, visit.guid, now)
}

type Deps = { database: Database; events: Events; tracking: Tracking; clock: () => number }

/** An image, a stream or a search that is requested directly also records its file in a room. */
export async function noteTrace(deps: Deps, found: ShareAccess, client: Client): Promise<void> {
  const { room, visit, shareGuid } = found
  if (!room || !visit) return
  const isBack = visit.seenAt <= deps.clock() - visitGap
  if (!isBack && (await deps.tracking.hasHappened(shareGuid, visit.guid, 'View'))) return
  await noteSign(deps, found, client)
}

/** A reader's heartbeat, never the owner's; in a room it opens the file. */
export async function noteSign(deps: Deps, found: ShareAccess, client: Client): Promise<void> {
  const { database, clock } = deps
  if (!found.visit || found.policyFacts.relationship === 'owner' || client.isHead) return
  await database.transaction(async (tx) => {
    await touchReading(tx, found, clock())
    await noteFirstView(tx, deps, found, client)
  })
}

/** Who opened which file: what is found, or what was stored of it. */
export type FirstViewOf = Pick<ShareAccess, 'shareGuid' | 'email' | 'version'> & {
  room: { guid: string } | null
  visit: { guid: string } | null
  policyFacts: Pick<ShareAccess['policyFacts'], 'relationship'>
}

/**
 * Records that a file of a room was opened in a visit, once for each file: inside a room no further button is
 * pressed. The same for a file that someone comes back to, in a room or not. The caller has touched the visit, which
 * locks its row.
 */
export async function noteFirstView(
  tx: Transaction,
  { events, tracking }: Pick<Deps, 'events' | 'tracking'>,
  { shareGuid, room, visit, email, version, policyFacts }: FirstViewOf,
  client: Client,
): Promise<void> {
  if (!visit || policyFacts.relationship === 'owner') return
  const resumedAt = await resumedAtOf(tx, visit.guid)
  if (!room && resumedAt === null) return
  if (await tracking.hasHappened(shareGuid, visit.guid, 'View', tx, resumedAt ?? 0)) return
  await events.record(tx, {
    subject: shareGuid,
    ...(room && { roomGuid: room.guid }),
    kind: 'View',
    actor: email,
    visitGuid: visit.guid,
    client,
    detail: version > 1 ? { version } : {},
  })
}

async function resumedAtOf(tx: Transaction, visitGuid: string): Promise<number | null> {
  const row = await tx
    .selectFrom('visit')
    .select('resumed_at')
    .where('guid', '=', visitGuid)
    .executeTakeFirst()
  return row?.resumed_at ?? null
}
