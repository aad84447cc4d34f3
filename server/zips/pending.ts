import { sql, type Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import type { ZipRow } from './zip-rows.ts'

/** An archive that is being prepared, or was and is not downloaded yet; `done` of its files are prepared, or were sent. */
export type Pending = { zip: ZipRow; state: 'processing' | 'ready' | 'sending'; done: number; total: number }

const hour = 3_600_000
/** What is not downloaded by then is not wanted any more. */
const shownFor = { processing: 24 * hour, ready: hour }
const most = 3

/** The newest of the archives of these persons that are on their way. */
export async function pendingOf(
  kysely: Kysely<Schema>,
  persons: readonly string[],
  now: number,
): Promise<Pending[]> {
  if (persons.length === 0) return []
  const zips = await pendingRows(kysely, {
    persons,
    madeSince: now - shownFor.processing,
    readySince: now - shownFor.ready,
  })
  const counts = await countsOf(kysely, zips)
  return zips.map((zip) => {
    const { total = 0, done = 0, sent = 0 } = counts.get(zip.guid) ?? {}
    if (zip.ready_at === null) return { zip, state: 'processing', done, total }
    return { zip, state: sent > 0 ? 'sending' : 'ready', done: sent, total }
  })
}

const pendingRows = prepared(
  (
    kysely,
    {
      persons,
      madeSince,
      readySince,
    }: Slots<{ persons: readonly string[]; madeSince: number; readySince: number }>,
  ) =>
    kysely
      .selectFrom('zip')
      .selectAll()
      .where('person', 'in', persons)
      .where('created_at', '>=', madeSince)
      .where('failed_at', 'is', null)
      .where((zip) =>
        zip.or([
          zip('ready_at', 'is', null),
          zip.and([
            zip('ready_at', '>=', readySince),
            zip.exists(
              zip
                .selectFrom('zip_part')
                .select('number')
                .whereRef('zip_part.zip_guid', '=', 'zip.guid')
                .where('completed_at', 'is', null),
            ),
          ]),
        ]),
      )
      .orderBy('created_at', 'desc')
      .limit(most),
)

type Counts = { total: number; done: number; sent: number }

async function countsOf(kysely: Kysely<Schema>, zips: readonly ZipRow[]): Promise<Map<string, Counts>> {
  if (zips.length === 0) return new Map()
  const guids = zips.map(({ guid }) => guid)
  const rows = await kysely
    .selectFrom('zip_entry')
    .select('zip_guid')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('total'),
      sql<number | string>`sum(case when error is not null or (object_guid is not null and sha256 is not null)
        then 1 else 0 end)`.as('done'),
      fn.count<number | string>('sent_at').as('sent'),
    ])
    .where('zip_guid', 'in', guids)
    .where('file_guid', 'is not', null)
    .groupBy('zip_guid')
    .execute()
  return new Map(
    rows.map(({ zip_guid: guid, total, done, sent }) => [
      guid,
      { total: Number(total), done: Number(done), sent: Number(sent) },
    ]),
  )
}
