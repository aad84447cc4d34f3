import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { countEvents } from '#server/db/migrations/0041-0060/0053-room-activity.ts'
import { countFolders } from '#server/db/migrations/0081-0100/0094-folder-days.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Strongroom } from '#server/main.ts'
import { browserOf, makeFile, makeRoom, makeUser, onBothEngines, page, timed } from './rooms.ts'
import { alternate, median, type Row } from './rig.ts'

const [rounds, warmUps] = [9, 2]
/** Milliseconds for a page, whatever was done in the room. */
const most = 300

const sizes = {
  small: { files: 100, folders: 5, members: 10, hidden: 0, events: 1_000 },
  large: { files: 10_000, folders: 200, members: 5_000, hidden: 0, events: 1_000_000 },
}
const days = 90
const ownerEmail = 'owner@example.com'

/** `--events=100000` for less time to fill. */
const option = process.argv.find((argument) => argument.startsWith('--events='))
if (option) sizes.large.events = Number(option.slice('--events='.length))

const pages: [string, string][] = [
  ['numbers and pictures of 14 days', ''],
  ['of 90 days', '?days=90'],
  ['of all time, by time', '?days=all&by=time'],
  ['members', '?show=members'],
  ['members, the last page', '?show=members&page=250'],
  ['files', '?show=files&sort=people'],
  ['records', '?show=records'],
  ['records of one member', '?show=records&person=member77%40example.net'],
  ['records of a kind that is rare', '?show=records&about=refusals'],
]

/** What the activity of a room costs after a million events of 5,000 members, and beside a small one. */
export function benchActivity(): Promise<Row[]> {
  return onBothEngines(measure)
}

async function measure(engine: string, strongroom: Strongroom, url: string | null): Promise<Row[]> {
  const owner = { guid: await makeUser(strongroom, ownerEmail), email: ownerEmail }
  const fileGuid = await makeFile(strongroom, owner.guid)
  const small = await makeRoom(strongroom, owner, sizes.small, fileGuid)
  const large = await makeRoom(strongroom, owner, sizes.large, fileGuid)
  for (const [room, size] of [
    [small, sizes.small],
    [large, sizes.large],
  ] as const)
    await filling(strongroom, url, (tx) => fill(tx, room, size.events))
  const { database } = strongroom.services
  await filling(strongroom, url, async (tx) => {
    // What was just written has no statistics, by which an engine chooses how to count it.
    await sql`analyze`.execute(tx)
    await countEvents(tx as never)
    await countFolders(tx as never)
  })
  await sql`analyze`.execute(database.kysely)
  const browser = await browserOf(strongroom, owner.guid)
  const rows: Row[] = []
  for (const [what, query] of [...pages, ['older records', await olderOf(strongroom, large)] as const]) {
    const times = await alternate(warmUps + rounds, {
      small: () => timed(() => page(browser, `/drstats/${small}${query.replace(/&page=\d+/, '')}`)),
      large: () => timed(() => page(browser, `/drstats/${large}${query}`)),
    })
    const [few, many] = [median(times.small!.slice(warmUps)), median(times.large!.slice(warmUps))]
    console.log(`${what}: ${many.toFixed(0)} ms, beside ${few.toFixed(0)} ms`)
    rows.push({
      what: `${engine}: activity of a room, ${what}`,
      ours: `${many.toFixed(1)} ms`,
      floor: `${few.toFixed(1)} ms`,
      ratio: many / few,
      goal: `≤ ${most} ms`,
      ok: many <= most,
    })
  }
  return rows
}

/** The page behind the middle of all events. */
async function olderOf({ services }: Strongroom, room: string): Promise<string> {
  const row = await services.database.kysely
    .selectFrom('event')
    .select(['at', 'subject_guid', 'sequence'])
    .where('room_guid', '=', room)
    .where('at', '<', Date.now() - (days / 2) * 86_400_000)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return `?show=records&before=${row.at}-${row.subject_guid}-${row.sequence}`
}

/** What fills a database takes longer than the server lets PostgreSQL take: there it has a connection of its own. */
async function filling(
  { services }: Strongroom,
  url: string | null,
  write: (tx: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  if (url === null) return services.database.transaction(write)
  const own = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }),
  })
  try {
    await own.transaction().execute(write)
  } finally {
    await own.destroy()
  }
}

/** Events of reading, spread over files, members and days; no one checks their chains here. */
async function fill(tx: Kysely<Schema>, room: string, count: number): Promise<void> {
  const now = Date.now()
  const apart = Math.floor((days * 86_400_000) / count)
  const spread = (by: number, of: string) =>
    sql`(cast(n as bigint) * ${sql.lit(by)}) % (select count(*) from ${sql.table(of)})`
  await sql`create table some_item as select guid, row_number() over (order by guid) - 1 as place
      from item where room_guid = ${sql.lit(room)} and kind = 'file'`.execute(tx)
  await sql`create table some_member as select email, row_number() over (order by guid) - 1 as place
      from member where room_guid = ${sql.lit(room)} and role = 1`.execute(tx)
  await sql`create table some_event as
      with recursive numbers (n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${sql.lit(count)})
      select n, ${spread(7919, 'some_item')} as item_place, ${spread(104_729, 'some_member')} as member_place,
        (n * 31) % 100 as dice from numbers`.execute(tx)
  await sql`insert into event_head (subject_guid, sequence, hash, room_guid, last_at)
      select some_item.guid, count(*), '', ${sql.lit(room)}, max(${sql.lit(now)} - n * ${sql.lit(apart)})
      from some_event inner join some_item on some_item.place = item_place
      where some_item.guid not in (select subject_guid from event_head) group by some_item.guid`.execute(tx)
  await sql`insert into event
        (subject_guid, sequence, at, kind, email, visit_guid, ip, country, user_agent, detail, hash, room_guid)
      select some_item.guid, row_number() over (partition by some_item.guid order by n desc),
        ${sql.lit(now)} - n * ${sql.lit(apart)},
        case when dice < 30 then 'View' when dice < 34 then 'Download' when dice < 36 then 'Print'
          when dice = 36 then 'RoomEntered' when n % 10007 = 0 then 'Refused' else 'Browse' end,
        some_member.email, some_member.email, '192.0.2.1', 'DE', 'bench', '{}', '', ${sql.lit(room)}
      from some_event inner join some_item on some_item.place = item_place
      inner join some_member on some_member.place = member_place`.execute(tx)
  // Older than any period, and with its files in its folders, as a room that has so much behind it.
  await sql`update room set created_at = created_at - ${sql.lit(days * 2 * 86_400_000)}
      where guid = ${sql.lit(room)}`.execute(tx)
  await sql`create table some_folder as select guid, row_number() over (order by guid) - 1 as place
      from item where room_guid = ${sql.lit(room)} and kind = 'folder'`.execute(tx)
  await sql`update item set parent_guid = (select some_folder.guid from some_folder inner join some_item
        on some_folder.place = some_item.place % (select count(*) from some_folder) where some_item.guid = item.guid)
      where guid in (select guid from some_item)`.execute(tx)
  for (const table of ['some_folder', 'some_item', 'some_member', 'some_event'])
    await sql`drop table ${sql.table(table)}`.execute(tx)
}
