import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import type { NewEvent, UnchainedRow } from '#server/events/events.ts'
import { allDays } from './member-times.ts'
import { addedTime } from './reading-time.ts'

const day = 86_400_000

/** The number of the day, in UTC, in which a moment (epoch ms) is. */
export function dayOf(at: number): number {
  return Math.floor(at / day)
}

type Figures = {
  entries: number
  refused: number
  views: number
  downloads: number
  prints: number
  measured: number
  estimated: number
}

/**
 * Counts an event of a room, or of one of its items, for the day, the item, the member and the room: what its activity
 * shows is then a few sums, however much happened. Called when the event is written; the rows are written at the end of
 * its transaction, so that no one who waits for a file holds what all readers of a room add to.
 */
export async function countInRoom(
  tx: Transaction,
  row: UnchainedRow,
  { roomGuid }: Pick<NewEvent, 'roomGuid'>,
): Promise<void> {
  if (roomGuid === undefined) return
  const time = await addedTime(tx, row)
  const figures = figuresOf(row.kind, time)
  if (Object.values(figures).every((figure) => figure === 0)) return
  const { subject_guid: itemGuid, at, email } = row
  const memberGuid =
    row.kind === 'Refused' ? null : (time?.memberGuid ?? (await memberOf(tx, roomGuid, email)))
  const place = { roomGuid, itemGuid, at, day: dayOf(at), ...figures }
  tx.atEnd(() => (memberGuid === null ? countItem(tx, place) : countMember(tx, { ...place, memberGuid })))
}

type Place = Figures & { roomGuid: string; itemGuid: string; at: number; day: number }

async function countMember(tx: Transaction, place: Place & { memberGuid: string }): Promise<void> {
  const { itemGuid, roomGuid, views } = place
  const [pair] = itemGuid === roomGuid ? [] : await addToPair(tx, place)
  const newFiles = views === 1 && Number(pair?.views) === 1 ? 1 : 0
  const days = await addToMember(tx, { ...place, newFiles })
  const isFirst = (day: number) =>
    days.some((row) => Number(row.day) === day && Number(row.events) === 1) ? 1 : 0
  await countItem(tx, place, { newFiles, newEver: isFirst(allDays), newToday: isFirst(place.day) })
}

type New = { newFiles: number; newEver: number; newToday: number }

async function countItem(
  tx: Transaction,
  place: Place,
  { newFiles, newEver, newToday }: New = { newFiles: 0, newEver: 0, newToday: 0 },
): Promise<void> {
  await addToItem(tx, { ...place, newFiles })
  const time = place.measured + place.estimated
  if (place.views !== 0 || time !== 0) await addToFolder(tx, { ...place, time })
  await addToRoom(tx, { ...place, newEver, newToday })
}

function figuresOf(kind: string, time: { measured: number; estimated: number } | null): Figures {
  const one = (counted: string) => (kind === counted ? 1 : 0)
  return {
    entries: one('RoomEntered'),
    refused: one('Refused'),
    views: one('View'),
    downloads: one('Download'),
    prints: one('Print'),
    measured: time?.measured ?? 0,
    estimated: time?.estimated ?? 0,
  }
}

async function memberOf(
  kysely: Kysely<Schema>,
  roomGuid: string,
  email: string | null,
): Promise<string | null> {
  if (email === null) return null
  const [member] = await memberAt(kysely, { roomGuid, email })
  return member?.guid ?? null
}

const memberAt = prepared((kysely, { roomGuid, email }: Slots<{ roomGuid: string; email: string }>) =>
  kysely
    .selectFrom('member')
    .select('guid')
    .where('room_guid', '=', roomGuid)
    .where(sql<string>`lower(email)`, '=', email),
)

// Of what was erased meanwhile nothing is counted.
const addToPair = prepared((kysely, row: Slots<Place & { memberGuid: string }>) =>
  compiled<{ views: number }>(
    kysely,
    sql`insert into member_item (member_guid, item_guid, ${columns}, last_at)
    select cast(${row.memberGuid} as text), guid, ${values(row)}, ${whole(row.at)}
    from item where guid = ${row.itemGuid} and room_guid = ${row.roomGuid}
    on conflict (member_guid, item_guid) do update set ${more('member_item')}, last_at = excluded.last_at
    returning views`,
  ),
)

const addToMember = prepared((kysely, row: Slots<Place & { memberGuid: string; newFiles: number }>) =>
  compiled<{ day: number; events: number }>(
    kysely,
    sql`insert into member_day (room_guid, day, member_guid, entries, files, events, ${columns}, last_at)
    select room_guid, days.day, guid, ${whole(row.entries)}, ${ofAll(row.newFiles)}, 1, ${values(row)}, ${whole(row.at)}
    from member cross join ${bothDays(row.day)} where guid = ${row.memberGuid}
    on conflict (room_guid, day, member_guid)
    do update set ${more('member_day', 'entries', 'files', 'events')}, last_at = excluded.last_at
    returning day, events`,
  ),
)

const addToItem = prepared((kysely, row: Slots<Place & { newFiles: number }>) =>
  compiled(
    kysely,
    sql`insert into item_day (room_guid, day, item_guid, refused, people, ${columns}, last_at)
    select room_guid, days.day, guid, ${whole(row.refused)}, ${ofAll(row.newFiles)}, ${values(row)}, ${whole(row.at)}
    from item cross join ${bothDays(row.day)} where guid = ${row.itemGuid} and room_guid = ${row.roomGuid}
    on conflict (room_guid, day, item_guid)
    do update set ${more('item_day', 'refused', 'people')}, last_at = excluded.last_at`,
  ),
)

const addToFolder = prepared((kysely, row: Slots<Place & { time: number }>) =>
  compiled(
    kysely,
    sql`insert into folder_day (room_guid, day, folder_guid, views, time)
    select item.room_guid, ${whole(row.day)}, folder.guid, ${whole(row.views)}, ${whole(row.time)}
    from item inner join item as folder on folder.guid = item.parent_guid
    where item.guid = ${row.itemGuid} and item.room_guid = ${row.roomGuid} and item.kind = 'file'
    on conflict (room_guid, day, folder_guid) do update
    set views = folder_day.views + excluded.views, time = folder_day.time + excluded.time`,
  ),
)

const addToRoom = prepared((kysely, row: Slots<Place & { newEver: number; newToday: number }>) =>
  compiled(
    kysely,
    sql`insert into room_day (room_guid, day, entries, refused, people, ${columns})
    select guid, days.day, ${whole(row.entries)}, ${whole(row.refused)},
      ${ofAll(row.newEver, whole(row.newToday))}, ${values(row)}
    from room cross join ${bothDays(row.day)} where guid = ${row.roomGuid}
    on conflict (room_guid, day) do update set ${more('room_day', 'entries', 'refused', 'people')}`,
  ),
)

const names = ['views', 'downloads', 'prints', 'measured', 'estimated'] as const
const columns = sql.join(names.map((name) => sql.ref(name)))

function compiled<Row>(kysely: Kysely<Schema>, query: RawBuilder<unknown>) {
  return { compile: () => (query as RawBuilder<Row>).compile(kysely) }
}

function values(row: Record<(typeof names)[number], RawBuilder<number>>) {
  return sql.join(names.map((name) => whole(row[name])))
}

/** PostgreSQL takes a parameter in a select for text. */
function whole(value: RawBuilder<number>) {
  return sql`cast(${value} as bigint)`
}

/** For all days together: different files and different people cannot be added up from day to day. */
function ofAll(value: RawBuilder<number>, ofDay = sql`0`) {
  return sql`case when days.day = ${sql.lit(allDays)} then ${whole(value)} else ${ofDay} end`
}

function bothDays(value: RawBuilder<number>) {
  return sql`(select cast(${sql.lit(allDays)} as bigint) as day union all select ${whole(value)}) as days`
}

/** What there is and what is new. */
function more(table: string, ...others: string[]) {
  return sql.join(
    [...others, ...names].map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
    ),
  )
}
