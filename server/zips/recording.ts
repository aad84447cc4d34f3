import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Client } from '#server/http/client.ts'
import type { Events } from '#server/events/events.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { noteFirstView, touchReading } from '#server/viewing/reading/room-visits.ts'
import type { ZipEntryRow, ZipPartRow, ZipRow } from './zip-rows.ts'

type Deps = { database: Database; jobs: Jobs; events: Events; tracking: Tracking; clock: () => number }

const kind = 'zip-record'
const batchSize = 50
/** After this long (ms) files are recorded that were sent by a request which is not over, or never will be. */
const longest = 10_000

/** Records each file of an archive as downloaded that was sent, once, however many requests it takes. */
export class Recording {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(kind, ({ zip, part }) => this.#record(zip!, Number(part)))
  }

  /**
   * Before the first byte of entries of a part is sent, from the first of these numbers to the last: they count as
   * downloaded even if this process ends here.
   */
  async noteSent(
    { zip_guid: zip, number: part }: ZipPartRow,
    [first, last]: readonly [number, number],
    { ip, userAgent }: Client,
  ): Promise<void> {
    const { database, jobs, clock } = this.#deps
    const now = clock()
    await database.transaction(async (tx) => {
      const sent = await tx
        .updateTable('zip_entry')
        .set({ sent_at: now })
        .where('zip_guid', '=', zip)
        .where('part', '=', part)
        .where('number', '>=', first)
        .where('number', '<=', last)
        .where('sent_at', 'is', null)
        .returning('actor')
        .execute()
      await tx
        .updateTable('zip_part')
        .set(({ fn, val }) => ({
          fetched_at: fn.coalesce('fetched_at', val(now)),
          ip,
          user_agent: userAgent,
        }))
        .where('zip_guid', '=', zip)
        .where('number', '=', part)
        .execute()
      const payload = { zip, part: String(part) }
      if (sent.some(({ actor }) => actor !== null))
        await jobs.add(tx, kind, payload, { isOnce: true, runAt: now + longest })
    })
  }

  /** When a request is over, which sent the end of the part or not. */
  async noteOver({ zip_guid: zip, number: part }: ZipPartRow, isCompleted: boolean): Promise<void> {
    const { database, jobs, clock } = this.#deps
    await database.transaction(async (tx) => {
      if (isCompleted)
        await tx
          .updateTable('zip_part')
          .set({ completed_at: clock() })
          .where('zip_guid', '=', zip)
          .where('number', '=', part)
          .execute()
      await jobs.add(tx, kind, { zip, part: String(part) })
    })
  }

  async #record(zipGuid: string, number: number): Promise<void> {
    const { kysely } = this.#deps.database
    const zip = await kysely.selectFrom('zip').selectAll().where('guid', '=', zipGuid).executeTakeFirst()
    const part = await kysely
      .selectFrom('zip_part')
      .selectAll()
      .where('zip_guid', '=', zipGuid)
      .where('number', '=', number)
      .executeTakeFirst()
    if (zip && part) while (await this.#recordSome(zip, part));
  }

  /** Returns whether there may be more. */
  async #recordSome(zip: ZipRow, part: ZipPartRow): Promise<boolean> {
    const { database, clock } = this.#deps
    const entries = await database.kysely
      .selectFrom('zip_entry')
      .selectAll()
      .where('zip_guid', '=', zip.guid)
      .where('part', '=', part.number)
      .where('actor', 'is not', null)
      .where('sent_at', 'is not', null)
      .where('recorded_at', 'is', null)
      .orderBy('number')
      .limit(batchSize)
      .execute()
    if (entries.length === 0) return false
    await database.transaction(async (tx) => {
      for (const guid of new Set(entries.map(({ visit_guid: visit }) => visit)))
        await touchReading(tx, { room: null, visit: guid === null ? null : { guid } }, clock())
      for (const entry of entries) await this.#recordOne(tx, zip, part, entry)
    })
    return entries.length === batchSize
  }

  async #recordOne(tx: Transaction, zip: ZipRow, part: ZipPartRow, entry: ZipEntryRow): Promise<void> {
    const { events, clock } = this.#deps
    const taken = await tx
      .updateTable('zip_entry')
      .set({ recorded_at: clock() })
      .where('zip_guid', '=', zip.guid)
      .where('number', '=', entry.number)
      .where('recorded_at', 'is', null)
      .returning('number')
      .executeTakeFirst()
    if (!taken) return
    const { share_guid: guid, actor: email, version, visit_guid: visitGuid } = entry
    const client = { ip: part.ip ?? '', userAgent: part.user_agent ?? '' }
    const room = zip.room_guid === null ? null : { guid: zip.room_guid }
    const visit = visitGuid === null ? null : { guid: visitGuid }
    const policyFacts = { relationship: 'recipient' } as const
    const reader = { shareGuid: guid!, room, visit, email, version, policyFacts }
    await noteFirstView(tx, this.#deps, reader, client)
    await events.record(tx, {
      subject: guid!,
      ...(room && { roomGuid: room.guid }),
      kind: 'Download',
      actor: email,
      ...(visit && { visitGuid: visit.guid }),
      client,
      detail: version > 1 ? { version } : {},
    })
  }
}
