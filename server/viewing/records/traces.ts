import { sql } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { VisitCode } from '#server/rules/reading/visit-code.ts'
import { visitsBegun, visitsLike } from '#server/tracking/found-visits.ts'
import type { Visit } from '#server/tracking/tracking.ts'
import { openingHolds } from '#server/viewing/access/facts.ts'
import { filesOfRooms } from './traced-items.ts'

/** No one enters more; a program that tries codes learns nothing from them. */
const maxAttempts = { count: 60, per: 3_600_000 }
const maxVisits = 20
const minute = 60_000

/** The code on a page that was found; address and minute (epoch milliseconds) can be missing. */
export type FoundMark = { code: VisitCode; email: string | null; at: number | null }

/** A visit, and which of the share's people it was, if any. */
export type TracedVisit = Visit & { recipientGuid: string | null }

export type Trace = {
  shareGuid: string
  name: string
  isInTrash: boolean
  /** The room of a file that is in one; the visits are then those of its members. */
  roomGuid: string | null
  /** By the code of a visit it is that one; by the watermark it is any that matches. */
  isCertain: boolean
  /** Whether the code says that it was the sender's own view. */
  isOwnView: boolean
  visits: TracedVisit[]
}

/** "Who leaked this?": from the code on a watermarked page back to its reader. */
export class Traces {
  readonly #database: Database
  readonly #rates: RateLimits
  readonly #clock: () => number

  constructor({ database, rates, clock }: { database: Database; rates: RateLimits; clock: () => number }) {
    this.#database = database
    this.#rates = rates
    this.#clock = clock
  }

  /**
   * The actor's own shares with that code, with who read the page. Nothing for what is not a share of the actor's,
   * whether or not it exists. Stores only that it was tried. Throws tooManyAttempts after 60 in an hour.
   */
  async find(actor: User, mark: FoundMark): Promise<Trace[]> {
    await this.#rates.require(`trace:user:${actor.guid}`, maxAttempts)
    const { code } = mark
    const shares = [
      ...(await this.#ownShares(actor, code.share)),
      ...(await filesOfRooms(this.#database.kysely, actor, code.share)),
    ]
    const traces: Trace[] = []
    for (const share of shares) {
      const trace = await this.#trace(share, mark)
      if (trace.isOwnView || code.visit === null || trace.visits.length > 0) traces.push(trace)
    }
    return traces
  }

  /**
   * Eight digits identify one share, except by a chance in billions; those in the trash are no longer read, but were.
   */
  #ownShares(actor: User, prefix: string) {
    return this.#database.kysely
      .selectFrom('share')
      .select(['guid', 'name', 'binned_at', sql<string | null>`null`.as('room_guid')])
      .where('owner_guid', '=', actor.guid)
      .where('guid', '>=', prefix)
      .where('guid', '<', `${prefix}g`)
      .limit(5)
      .execute()
  }

  async #trace(
    share: { guid: string; name: string; binned_at: number | null; room_guid: string | null },
    mark: FoundMark,
  ): Promise<Trace> {
    const { visit } = mark.code
    const isOwnView = visit === 'sender'
    const visits = isOwnView ? [] : await this.#visits(share.guid, mark)
    return {
      shareGuid: share.guid,
      name: share.name,
      isInTrash: share.binned_at !== null,
      roomGuid: share.room_guid,
      isCertain: visit !== null,
      isOwnView,
      visits: await this.#withPeople(share.guid, visits),
    }
  }

  /**
   * A watermark shows when its page was fetched, and an opening lasts for hours: any that began within these can be
   * meant.
   */
  #visits(shareGuid: string, { code: { visit }, email, at }: FoundMark): Promise<Visit[]> {
    const { kysely } = this.#database
    const now = this.#clock()
    if (visit !== null) return visitsLike(kysely, shareGuid, visit)
    if (email === null && at === null) return Promise.resolve([])
    const to = at === null ? now : at + minute
    const from = at === null ? 0 : at - openingHolds
    return visitsBegun(kysely, shareGuid, { email, from, to }, maxVisits)
  }

  async #withPeople(shareGuid: string, visits: readonly Visit[]): Promise<TracedVisit[]> {
    const emails = [...new Set(visits.flatMap(({ email }) => email ?? []))]
    if (emails.length === 0) return visits.map((visit) => ({ ...visit, recipientGuid: null }))
    const lowerEmail = sql<string>`lower(recipient.email)`
    const people = await this.#database.kysely
      .selectFrom('recipient')
      .select(['guid', lowerEmail.as('email')])
      .where('share_guid', '=', shareGuid)
      .where(lowerEmail, 'in', emails)
      .execute()
    const guidOf = new Map(people.map(({ guid, email }) => [email, guid]))
    return visits.map((visit) => ({ ...visit, recipientGuid: guidOf.get(visit.email ?? '') ?? null }))
  }
}
