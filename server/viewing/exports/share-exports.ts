import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { rowsInPages } from '#server/db/rows-in-pages.ts'
import { timeColumns, type Cell, type Table } from '#server/http/tables/table.ts'
import { expiryText } from '#server/rules/sharing/expiry.ts'
import type { Recipients } from '#server/shares/people/people.ts'
import { endsOf, protectionsIn, shareRows } from '#server/shares/rows.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { activityTables, timeCells } from './activity-rows.ts'
import { hasMoreEvents } from './event-counts.ts'
import type { Exportable } from './exportable.ts'
import type { ExportFilter } from './filter.ts'

type Deps = { database: Database; tracking: Tracking; clock: () => number }

/** What is recorded about shares, as tables for their owner. */
export class ShareExports {
  readonly #deps: Deps
  readonly #people: Recipients

  constructor(deps: Deps, people: Recipients) {
    this.#deps = deps
    this.#people = people
  }

  /** The visits and blocked attempts of a share, and its events. Throws notFound for anyone else's share. */
  async activity(actor: User, shareGuid: string, filter: ExportFilter): Promise<Exportable> {
    const { share, people } = await this.#people.all(actor, shareGuid)
    const subject = { guid: shareGuid, name: share.name, hasVisits: true }
    const shown = { filter, timeZone: actor.timeZone, people }
    return {
      name: `${bareName(share.name)} activity`,
      tables: activityTables(this.#deps, shown, [subject]),
      isLongerThan: (rows) => hasMoreEvents(this.#deps.database.kysely, { subject: shareGuid }, filter, rows),
    }
  }

  /** The people of a share and what each did. Throws notFound for anyone else's share. */
  async people(actor: User, shareGuid: string): Promise<Exportable> {
    const { share, people } = await this.#people.all(actor, shareGuid)
    const { perRecipient } = await this.#deps.tracking.readings(shareGuid)
    const readings = new Map(perRecipient.map((reading) => [reading.email, reading]))
    const { head, cells } = timeColumns(actor.timeZone)
    const rows = async function* (): AsyncGenerator<Cell[]> {
      for (const person of people) {
        const reading = readings.get(person.email.toLowerCase()) ?? readings.get(person.email)
        yield [
          person.email,
          person.name,
          person.revoked_at === null
            ? person.first_viewed_at === null
              ? 'Not opened'
              : 'Opened'
            : 'Removed',
          ...cells(person.added_at),
          ...cells(person.first_viewed_at),
          ...cells(reading?.lastAt ?? null),
          reading?.views ?? 0,
          ...timeCells({ seconds: reading?.seconds ?? 0, method: reading?.method ?? 'unknown' }),
          reading?.downloads ?? 0,
          reading?.prints ?? 0,
          person.forwarded_by ?? '',
        ]
      }
    }
    return {
      name: `${bareName(share.name)} recipients`,
      isLongerThan: async (count) => people.length > count,
      tables: [
        {
          name: 'Recipients',
          head: [
            'Address',
            'Name',
            'Status',
            ...head('Added'),
            ...head('First opened'),
            ...head('Last seen'),
            'Visits',
            'Seconds',
            'Method',
            'Downloads',
            'Print copies',
            'Forwarded by',
          ],
          rows,
        },
      ],
    }
  }

  /** Everything that the actor shared and that is not in the trash, the newest first. */
  sent(actor: User): Exportable {
    return {
      name: 'Sent files',
      tables: [this.#sentTable(actor)],
      isLongerThan: async (rows) => (await this.#countSent(actor)) > rows,
    }
  }

  async #countSent(actor: User): Promise<number> {
    const { total } = await this.#deps.database.kysely
      .selectFrom('share')
      .select((share) => share.fn.countAll<number>().as('total'))
      .where('owner_guid', '=', actor.guid)
      .where('binned_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(total)
  }

  #sentTable(actor: User): Table {
    const { database, tracking, clock } = this.#deps
    const { head, cells } = timeColumns(actor.timeZone)
    type Last = { created_at: number; guid: string }
    const page = (last: Last | null, limit: number) =>
      shareRows(database.kysely)
        .where('share.owner_guid', '=', actor.guid)
        .where('share.binned_at', 'is', null)
        .$if(last !== null, (query) =>
          query.where((row) =>
            row(row.refTuple('share.created_at', 'share.guid'), '<', row.tuple(last!.created_at, last!.guid)),
          ),
        )
        .orderBy('share.created_at', 'desc')
        .orderBy('share.guid', 'desc')
        .limit(Math.min(limit, 500))
        .execute()
    return {
      name: 'Sent',
      head: [
        'File',
        ...head('Sent'),
        'Status',
        'Visible to',
        'People',
        ...head('First opened'),
        'Visits',
        'Opened by',
        'Downloads',
        'Print copies',
        'Blocked',
        'Bytes',
        'Share',
      ],
      async *rows() {
        type Row = Awaited<ReturnType<typeof page>>[number]
        for await (const row of rowsInPages<Row, Last | null>(null, page, (one) => one)) {
          const counts = (await tracking.summary([row.guid])).get(row.guid)!
          const { protections } = protectionsIn(row)
          yield [
            row.name,
            ...cells(row.created_at),
            expiryText(endsOf(row), clock()),
            visibleTo[protections.visibility],
            Number(row.recipient_count),
            ...cells(row.first_viewed_at),
            Number(counts.views),
            Number(counts.openedBy),
            Number(counts.downloads),
            Number(counts.prints),
            Number(counts.refused),
            Number(row.file_size),
            row.guid,
          ]
        }
      },
    }
  }
}

function bareName(file: string): string {
  return file.replace(/\.[^.]*$/, '')
}

const visibleTo = {
  people: 'People specified',
  passkey: 'Anyone with the passkey',
  public: 'Anyone with the link',
}
