import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { offeredNames } from '#server/events/events.ts'
import { Problem } from '#server/rules/problems.ts'
import { isWebhookKind, ownerOf, subjectsOf, type WebhooksOf } from '../owners.ts'
import {
  entriesAfter,
  eventId,
  feedOf,
  latestEntries,
  oldestNumber,
  openFeed,
  type FeedRow,
} from './feed-rows.ts'

export type FeedRequest = {
  of: WebhooksOf
  /** Where the program was; null asks for the latest. */
  after: string | null
  /** Public names; all without. */
  kinds: readonly string[] | null
  limit: number
}

export type FeedEvent = { id: string; type: string; timestamp: string; data: Record<string, unknown> }

export type FeedPage = { events: FeedEvent[]; cursor: string; hasMore: boolean }

/** How long what happened is kept for programs, in milliseconds. */
export const feedKept = 30 * 86_400_000

const day = 86_400_000

/** What happened, for programs that ask again and again. */
export class Feeds {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /**
   * What happened since a cursor, in its order and without gaps, or the latest. The first to ask begins the feed: what
   * was before is on the activity pages. Throws badForm for kinds that there are not, cursorGone, notFound.
   */
  async since(actor: User, { of, after, kinds, limit }: FeedRequest): Promise<FeedPage> {
    const { kysely } = this.#database
    const owner = await ownerOf(kysely, actor, of)
    for (const kind of kinds ?? []) requireKind(kind, of)
    const from = after === null ? null : readCursor(after)
    const feed = (await feedOf(kysely, owner)) ?? (await openFeed(kysely, owner, this.#clock()))
    await this.#notePolled(feed)
    const wanted = kinds === null ? {} : { kinds }
    if (from === null) {
      const upTo = feed.last_number
      const rows = await latestEntries(kysely, feed.guid, { ...wanted, upTo, limit })
      return pageOf(feed, rows, upTo, false)
    }
    if (from.feed !== feed.guid || from.number > feed.last_number) throw new Problem('cursorGone')
    const found = await entriesAfter(kysely, feed.guid, { ...wanted, after: from.number, limit: limit + 1 })
    const oldest = await oldestNumber(kysely, feed.guid)
    if (from.number < (oldest ?? feed.last_number + 1) - 1) throw new Problem('cursorGone')
    const rows = found.slice(0, limit)
    const hasMore = found.length > limit
    // Of what a filter left out, nothing has to be looked at again; what was committed since has higher numbers.
    const upTo = hasMore ? rows.at(-1)!.number : Math.max(feed.last_number, rows.at(-1)?.number ?? 0)
    return pageOf(feed, rows, upTo, hasMore)
  }

  /** To the day: a feed that no one asks for ends. */
  async #notePolled({ guid, polled_at }: FeedRow): Promise<void> {
    const now = this.#clock()
    if (polled_at !== null && now - polled_at < day) return
    const { kysely } = this.#database
    await kysely.updateTable('feed').set({ polled_at: now }).where('guid', '=', guid).execute()
  }
}

type EntryRow = Awaited<ReturnType<typeof entriesAfter>>[number]

function pageOf({ guid }: FeedRow, rows: readonly EntryRow[], number: number, hasMore: boolean): FeedPage {
  const events = rows.map((row) => ({
    id: eventId(row.guid),
    ...(JSON.parse(row.body) as Omit<FeedEvent, 'id'>),
  }))
  return { events, cursor: `${guid}-${number}`, hasMore }
}

function readCursor(text: string): { feed: string; number: number } {
  const [, feed, number] = /^([0-9a-f]{32})-(\d{1,15})$/.exec(text) ?? []
  if (feed === undefined) throw new Problem('badForm', { field: 'after', text: 'after is not a cursor.' })
  return { feed, number: Number(number) }
}

function requireKind(kind: string, of: WebhooksOf): void {
  if (isWebhookKind(kind, of)) return
  const known = offeredNames(subjectsOf[of]).slice(0, 3).join(', ')
  throw new Problem('badForm', { field: 'kinds', text: `There is no kind ${kind}. Kinds are ${known} …` })
}
