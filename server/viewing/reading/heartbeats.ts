import { sql, type SqlBool } from 'kysely'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { readPageTimes, totalTime, writePageTimes, type PageTime } from '#server/rules/reading/dwell.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Events } from '#server/events/events.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { loadFacts, openingHolds, type ShareAccess } from '#server/viewing/access/facts.ts'
import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import { subjectOf } from '#server/viewing/access/passing.ts'
import { noteFirstView, touchReading } from './room-visits.ts'

type Deps = {
  database: Database
  events: Events
  tracking: Tracking
  rates: RateLimits
  clock: () => number
}

/** A page sends a heartbeat this often; a reader who sends none for longer has left. */
const validity = 180_000
/** Heartbeats are late, and the clocks of browsers are not ours. */
const slack = 5_000
/** Per heartbeat: no one sees more in its time. */
const maxPages = 300
const maxTextLength = maxPages * 14
/** Switching windows sends more than one heartbeat a minute. */
const readsOfVisit = { count: 120, per: 60 * 60_000 }

/** Heartbeats of readers, and what a script measured in between. */
export class Heartbeats {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** What the policy says about a reader, recording nothing. Throws what it refuses with. */
  async look(identity: Identity, shareGuid: string): Promise<ShareAccess> {
    const { database, clock } = this.#deps
    const now = clock()
    const found = await loadFacts(database.lookups, identity, shareGuid, now)
    if (!found) throw new Problem(strangerRefusal(identity))
    const refusal = decide(found.policyFacts, 'see', now)
    // Not a blocked attempt to record: an open page checks by itself.
    if (refusal) throw new Problem(refusal)
    return found
  }

  /**
   * A heartbeat; `read` says how long each page was visible since the last one, as `3:12500,4:800` (milliseconds). What
   * cannot be is left out, and all of it if it is more than the time that has passed. Throws what `look` throws.
   */
  async beat(identity: Identity, shareGuid: string, read: string, client: Client): Promise<ShareAccess> {
    const found = await this.look(identity, shareGuid)
    const { visit } = found
    if (!visit || found.policyFacts.relationship === 'owner') return found
    const { database, clock, rates } = this.#deps
    const times = possibleTimes(read, found.file.pageCount)
    const isTold = times.length > 0 && (await rates.take(`read|${visit.guid}`, readsOfVisit))
    await database.transaction(async (tx) => {
      await touchReading(tx, found, clock())
      if (!isTold || !(await this.#spend(tx, visit.guid, totalTime(times)))) return
      await noteFirstView(tx, this.#deps, found, client)
      await this.#record(tx, found, visit.guid, times, client)
    })
    return found
  }

  /**
   * Claims a time from what has passed since reading was last measured; false if it is more than that. One conditional
   * update: a heartbeat that is sent twice counts once.
   */
  async #spend(tx: Transaction, visitGuid: string, time: number): Promise<boolean> {
    const now = this.#deps.clock()
    const until = sql<number>`coalesce(visit.measured_until, visit.started_at) + ${time}`
    const spent = await tx
      .updateTable('visit')
      .set({ measured_until: sql<number>`case when ${until} > ${now} then ${until} else ${now} end` })
      .where('guid', '=', visitGuid)
      .where('started_at', '>', now - openingHolds)
      .where(sql<SqlBool>`${until} <= ${now + slack}`)
      .returning('guid')
      .executeTakeFirst()
    return spent !== undefined
  }

  async #record(
    tx: Transaction,
    found: ShareAccess,
    visitGuid: string,
    times: PageTime[],
    client: Client,
  ): Promise<void> {
    const pages = writePageTimes(times)
    await this.#deps.events.record(tx, {
      ...subjectOf(found),
      kind: 'Read',
      actor: found.email,
      visitGuid,
      client,
      detail: found.version > 1 ? { pages, version: found.version } : { pages },
    })
  }
}

/** Each existing page once, and none for longer than a reader can be away. */
function possibleTimes(read: string, pageCount: number): PageTime[] {
  if (read.length > maxTextLength) return []
  const known = new Map<number, PageTime>()
  for (const reported of readPageTimes(read)) {
    const isPossible =
      reported.page >= 1 && reported.page <= pageCount && reported.time >= 1 && reported.time <= validity
    if (isPossible && !known.has(reported.page)) known.set(reported.page, reported)
  }
  return [...known.values()].slice(0, maxPages)
}
