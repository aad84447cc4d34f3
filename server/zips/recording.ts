import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Client } from '#server/http/client.ts'
import type { Events } from '#server/events/events.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { noteFirstView, touchReading } from '#server/viewing/reading/room-visits.ts'
import type { ZipEntryRow, ZipPartRow, ZipRow } from './zip-rows.ts'

type Deps = { database: Database; jobs: Jobs; events: Events; tracking: Tracking; clock: () => number }

const kind = 'zip-record'
const atOnce = 50

/** Records the download of an archive as one of each file in it, once, however many requests it takes. */
export class Recording {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(kind, ({ zip, part }) => this.#record(zip!, Number(part)))
  }

  /** Before the first byte of a part is sent. */
  async note({ zip_guid: zip, number }: ZipPartRow, { ip, userAgent, isHead }: Client): Promise<void> {
    const { database, jobs, clock } = this.#deps
    if (isHead) return
    await database.transaction(async (tx) => {
      const first = await tx
        .updateTable('zip_part')
        .set({ fetched_at: clock(), ip, user_agent: userAgent })
        .where('zip_guid', '=', zip)
        .where('number', '=', number)
        .where('fetched_at', 'is', null)
        .returning('number')
        .executeTakeFirst()
      if (first) await jobs.add(tx, kind, { zip, part: String(number) })
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

  /** Answers whether there may be more. */
  async #recordSome(zip: ZipRow, part: ZipPartRow): Promise<boolean> {
    const { database, clock } = this.#deps
    const entries = await database.kysely
      .selectFrom('zip_entry')
      .selectAll()
      .where('zip_guid', '=', zip.guid)
      .where('part', '=', part.number)
      .where('actor', 'is not', null)
      .where('recorded_at', 'is', null)
      .orderBy('number')
      .limit(atOnce)
      .execute()
    if (entries.length === 0) return false
    await database.transaction(async (tx) => {
      for (const guid of new Set(entries.map(({ visit_guid: visit }) => visit)))
        await touchReading(tx, { room: null, visit: guid === null ? null : { guid } }, clock())
      for (const entry of entries) await this.#recordOne(tx, zip, part, entry)
    })
    return entries.length === atOnce
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
