import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { sameShowing, visitGap } from '#server/rules/reading/dwell.ts'
import { decide, type Act } from '#server/rules/sharing/policy.ts'
import { hasFlag, Problem, type ProblemName } from '#server/rules/problems.ts'
import type { Detail, PlainKind, Events } from '#server/events/events.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { atVersion } from '#server/viewing/reading/at-version.ts'
import { loadFacts, type ShareAccess } from './facts.ts'
import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import { noteFirstView, touchReading } from '#server/viewing/reading/room-visits.ts'

type Deps = {
  database: Database
  events: Events
  tracking: Tracking
  rates: RateLimits
  clock: () => number
}

/** `isAgain` says that a page reloaded itself; a `version` is for the owner alone. */
export type ReadOptions = { version?: number | undefined; isAgain?: boolean }

/** Authorizes an action on a share, or records that it was blocked and throws what the policy says. */
export async function pass(
  deps: Deps,
  identity: Identity,
  shareGuid: string,
  act: Act,
  client: Client,
  { version, isAgain = false }: ReadOptions = {},
): Promise<ShareAccess> {
  const { database, clock } = deps
  const current = await loadFacts(database.lookups, identity, shareGuid, clock())
  if (!current) throw new Problem(strangerRefusal(identity))
  const found = version === undefined ? current : await otherVersion(deps, current, version)
  const refusal = decide(found.policyFacts, act, clock())
  if (refusal === null) return found
  if (!(isAgain && hasFlag(refusal, 'isOfTime'))) await recordRefusal(deps, found, act, refusal, client)
  throw new Problem(refusal)
}

/** Someone who may not manage the share sees the current version, or nothing. */
async function otherVersion(
  { database, clock }: Deps,
  found: ShareAccess,
  version: number,
): Promise<ShareAccess> {
  const refusal = decide(found.policyFacts, 'manage', clock())
  if (refusal) throw new Problem(refusal)
  return atVersion(database.kysely, found, version)
}

/** One event a minute for each reader and reason: a page of 25 refused images is one blocked attempt to the sender. */
export async function recordRefusal(
  { rates, events }: Pick<Deps, 'rates' | 'events'>,
  found: ShareAccess,
  act: Act,
  reason: ProblemName,
  client: Client,
): Promise<void> {
  if (found.policyFacts.relationship === 'owner' || client.isHead || !hasFlag(reason, 'tellsOwner')) return
  const who = found.email ?? client.ip
  const key = `refusal|${found.shareGuid}|${who}|${act}|${reason}`
  if (!(await rates.take(key, { count: 1, per: 60_000 }))) return
  await events.record(null, {
    ...subjectOf(found),
    kind: 'Refused',
    actor: found.email,
    client,
    detail: { act, reason },
  })
}

/**
 * Records what a reader did, and nothing for a HEAD request; `before` runs first in the same transaction. What an owner
 * does is a preview.
 */
export async function recordReading(
  deps: Deps,
  found: ShareAccess,
  kind: PlainKind,
  client: Client,
  detail: Detail = {},
  before: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  if (found.policyFacts.relationship === 'owner') return recordPreview(deps, found, client)
  if (client.isHead || !found.visit) return
  const { database, events, clock } = deps
  const visitGuid = found.visit.guid
  await database.transaction(async (tx) => {
    await before(tx)
    await touchReading(tx, found, clock())
    await noteFirstView(tx, deps, found, client)
    await events.record(tx, readingEvent(found, visitGuid, kind, client, detail))
  })
}

/** Records that an owner or co-owner looks at a file: once in as long as a visit can pause, and as no visit. */
export async function recordPreview(
  { rates, events }: Pick<Deps, 'rates' | 'events'>,
  found: ShareAccess,
  client: Client,
): Promise<void> {
  if (client.isHead) return
  const key = `preview|${found.shareGuid}|${found.email}`
  if (!(await rates.take(key, { count: 1, per: visitGap }))) return
  const detail = withVersion(found)
  await events.record(null, { ...subjectOf(found), kind: 'Previewed', actor: found.email, client, detail })
}

/**
 * Records that the image of a page was sent to its reader: once for each time it is shown, and for a page that reloaded
 * itself (`isAgain`) once in the whole visit.
 */
export async function recordShown(
  deps: Deps,
  found: ShareAccess,
  page: number,
  client: Client,
  { isAgain }: { isAgain: boolean },
): Promise<void> {
  const { events, tracking, database, clock } = deps
  if (found.policyFacts.relationship === 'owner') return recordPreview(deps, found, client)
  if (client.isHead || !found.visit) return
  const event = readingEvent(found, found.visit.guid, 'Browse', client, { first: page, last: page })
  const showing = { ...event, since: isAgain ? 0 : clock() - sameShowing }
  if (await tracking.hasShown(showing)) return
  await database.transaction(async (tx) => {
    await touchReading(tx, found, clock())
    await noteFirstView(tx, deps, found, client)
    // If two sizes of one page are requested at once, the second waited for the first.
    if (!(await tracking.hasShown(showing, tx))) await events.record(tx, event)
  })
}

/** What a reader did, with the version that it was, if the file has several. */
export function readingEvent(
  found: ShareAccess,
  visitGuid: string,
  kind: PlainKind,
  client: Client,
  detail: Detail,
) {
  return {
    ...subjectOf(found),
    kind,
    actor: found.email,
    visitGuid,
    client,
    detail: withVersion(found, detail),
  }
}

/** Which of several versions it was; with only one there is nothing to say. */
function withVersion({ version }: ShareAccess, detail: Detail = {}): Detail {
  return version > 1 ? { ...detail, version } : detail
}

/** The subject of an event: the share, or the file and its room. */
export function subjectOf({ shareGuid, room }: ShareAccess): { subject: string; roomGuid?: string } {
  return room ? { subject: shareGuid, roomGuid: room.guid } : { subject: shareGuid }
}
