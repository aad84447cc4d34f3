import { newGuid, type Transaction } from '#server/db/open.ts'
import type { Events, NewEvent, OfferedKind, UnchainedRow } from '#server/events/events.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { feedTargets } from './feed-targets.ts'
import { takeNumbers } from './feed-rows.ts'

type Entry = { guid: string; kind: string; subject_guid: string; at: number; body: string }

/**
 * Writes what happens into the feeds of whom it concerns, if they have one: a row, in the transaction of the event. The
 * numbers are taken as the transaction ends, since their feed is locked from then on: whoever reads a feed up to a
 * number has read all that was committed before it.
 */
export class FeedWriter {
  readonly #jobs: Jobs
  readonly #waiting = new WeakMap<Transaction, Map<string, Entry[]>>()

  constructor({ events, jobs }: { events: Events; jobs: Jobs }) {
    this.#jobs = jobs
    events.onOffer((...offered) => this.#take(...offered))
  }

  async #take(tx: Transaction, row: UnchainedRow, event: NewEvent, offered: OfferedKind): Promise<void> {
    for (const { feed, kind, about } of await feedTargets(tx, event, offered)) {
      const picked = (offered.detail ?? []).flatMap((name) => {
        const value = event.detail?.[name]
        return value === undefined || value === null ? [] : [[name, value] as const]
      })
      const data = { ...about, by: row.email, ...Object.fromEntries(picked) }
      const body = JSON.stringify({ type: kind, timestamp: new Date(row.at).toISOString(), data })
      this.#keep(tx, feed, { guid: newGuid(), kind, subject_guid: event.subject, at: row.at, body })
    }
  }

  #keep(tx: Transaction, feed: string, entry: Entry): void {
    let feeds = this.#waiting.get(tx)
    if (!feeds) {
      this.#waiting.set(tx, (feeds = new Map()))
      // Behind all others that come last: nothing is locked after a feed.
      tx.atEnd(async () => tx.atEnd(() => this.#write(tx)))
    }
    feeds.set(feed, [...(feeds.get(feed) ?? []), entry])
  }

  async #write(tx: Transaction): Promise<void> {
    const feeds = this.#waiting.get(tx) ?? []
    this.#waiting.delete(tx)
    // In one order, so that no two transactions wait for each other.
    for (const [feed, entries] of [...feeds].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const [head] = await takeNumbers(tx, { feed, count: entries.length })
      if (!head) continue
      const first = head.last_number - entries.length + 1
      const rows = entries.map((entry, at) => ({ feed_guid: feed, number: first + at, ...entry }))
      await tx.insertInto('feed_entry').values(rows).execute()
      if (head.woken_number === head.last_number) await this.#jobs.add(tx, 'feed', { feed })
    }
  }
}
