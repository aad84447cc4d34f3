import { sql } from 'kysely'
import { countEvents } from '#server/db/migrations/0041-0060/0053-room-activity.ts'
import type { Strongroom } from '#server/main.ts'
import { benchEngine, browserOf, makeFile, makeRoom, makeUser, page, timed } from './rooms.ts'
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
const asked = process.argv.find((argument) => argument.startsWith('--events='))
if (asked) sizes.large.events = Number(asked.slice('--events='.length))

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

/**
 * What the activity of a room costs after a million events of 5,000 members, and beside a small one. On SQLite: what
 * fills a database takes longer than a server lets PostgreSQL take for a statement.
 */
export function benchActivity(): Promise<Row[]> {
  return benchEngine('SQLite', null, measure)
}

async function measure(engine: string, strongroom: Strongroom): Promise<Row[]> {
  const owner = { guid: await makeUser(strongroom, ownerEmail), email: ownerEmail }
  const fileGuid = await makeFile(strongroom, owner.guid)
  const small = await makeRoom(strongroom, owner, sizes.small, fileGuid)
  const large = await makeRoom(strongroom, owner, sizes.large, fileGuid)
  for (const [room, size] of [
    [small, sizes.small],
    [large, sizes.large],
  ] as const)
    await fill(strongroom, room, size.events)
  await countEvents(strongroom.services.database.kysely as never)
  await sql`analyze`.execute(strongroom.services.database.kysely)
  const browser = await browserOf(strongroom, owner.guid)
  const rows: Row[] = []
  for (const [what, query] of [...pages, ['older records', await olderOf(strongroom, large)] as const]) {
    const times = await alternate(warmUps + rounds, {
      small: () => timed(() => page(browser, `/drstats/${small}${query.replace(/&page=\d+/, '')}`)),
      large: () => timed(() => page(browser, `/drstats/${large}${query}`)),
    })
    const [few, many] = [median(times.small!.slice(warmUps)), median(times.large!.slice(warmUps))]
    rows.push({
      what: `${engine}: activity of a room, ${what}`,
      ours: `${many.toFixed(1)} ms`,
      floor: `${few.toFixed(1)} ms`,
      ratio: many / few,
      sharingSummary: `≤ ${most} ms`,
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

/** Events of reading, spread over files, members and days; no one checks their chains here. */
async function fill({ services }: Strongroom, room: string, count: number): Promise<void> {
  const now = Date.now()
  const apart = Math.floor((days * 86_400_000) / count)
  const spread = (by: number, of: string) =>
    sql`(cast(n as bigint) * ${sql.lit(by)}) % (select count(*) from ${sql.table(of)})`
  await services.database.transaction(async (tx) => {
    await sql`create table some_item as select guid, row_number() over (order by guid) - 1 as place
      from item where room_guid = ${sql.lit(room)} and kind = 'file'`.execute(tx)
    await sql`create table some_member as select email, row_number() over (order by guid) - 1 as place
      from member where room_guid = ${sql.lit(room)} and role = 1`.execute(tx)
    await sql`create table some_event as
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
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
    for (const table of ['some_item', 'some_member', 'some_event'])
      await sql`drop table ${sql.table(table)}`.execute(tx)
  })
}
