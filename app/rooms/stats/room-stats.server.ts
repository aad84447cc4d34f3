import { redirect } from '@remix-run/node'
import { counted, recentTime, type ShownTime } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { isGuid } from '#server/rules/text/guid.ts'
import { productName } from '#server/rules/product/product.ts'
import type { FirstAccess, RoomActivityPage } from '#server/rooms/lists/activity.ts'
import type { EventPlace, Moment, RoomEventRow } from '#server/tracking/room-activity.ts'
import { noTime, type ReadingTime } from '#server/tracking/member-times.ts'
import type { LaneDot } from '#app/ui/charts/lanes-table.tsx'
import type { ListedEvent } from '#app/ui/tables/activity-table.tsx'
import { happened } from '#app/view-models/lists/listed-activity.server.ts'
import { readingWords } from '#app/view-models/method-labels.server.ts'
import { pageNumber, type ContextAt } from '#app/request/loader.server.ts'
import { lanesOf, radiusOf } from '#app/view-models/charts/lanes.server.ts'
import { href, routes } from '#app/routes.ts'
import { lookedAtTogether } from '#app/view-models/looked-at.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { activityPath, versionAt } from '#app/view-models/room-links.server.ts'

const eventsOnPage = 50
const firstOnPage = 20

/** One line of a list of figures: the bar shows `part`, a hundredth of the largest. */
export type ShownFigures = {
  key: string
  name: string
  part: number
  views: number
  downloads: number
  prints: number
  last: ShownTime
  /** For people: how long they read, and how that is known. */
  time?: { time: string; timeNote: string }
}

type Manager = ContextAt<'rooms.stats1' | 'rooms.stats2', 'member can manage'>

/** The activity of a room, ready to display. At the address of the other version it leads to its own. */
export async function roomStats(context: Manager) {
  const { identity, room: passed, now } = context
  const guid = context.params.RoomGuid
  const before = placeOf(context.url.searchParams.get('before'))
  const page = await context.services.rooms.activity.page(identity, guid, { before, pageSize: eventsOnPage })
  const { room, totals, events } = page
  if (room.version !== versionAt(context.url)) throw redirect(activityPath(room, guid))
  const timeZone = identity.user?.timeZone ?? 'UTC'
  const first = pageNumber(context.url, 'first')
  const access = await context.services.rooms.activity.firstAccess(identity, guid, {
    page: first,
    pageSize: firstOnPage,
  })
  if (first > 1 && access.people.length === 0) throw new Problem('notFound')
  const last = events.rows.at(-1)
  return {
    name: room.name,
    head: await roomHead(context, passed, { here: 'activity' }),
    totals: [
      { label: 'Visits', figure: totals.visits },
      { label: 'Active members', figure: totals.people },
      { label: 'Files opened', figure: totals.views },
      { label: 'Downloads', figure: totals.downloads },
      { label: 'Print copies', figure: totals.prints },
    ].map(({ label, figure }) => ({ label, figure: figure.toLocaleString('en') })),
    time: timeRead(page.time),
    files: shownFigures(page.files, timeZone, now, ({ subjectGuid: key }) => ({
      key,
      name: page.names.get(key) ?? 'Deleted file',
    })),
    people: shownFigures(page.people, timeZone, now, ({ email }) => ({
      key: email,
      name: email,
      time: timeRead(page.times.get(email.toLowerCase()) ?? noTime),
    })),
    lanes: lanesOf(page.moments, { timeZone, nameOf: (email) => email ?? '', dotOf: dotOfMoments }),
    events: lookedAtTogether(events.rows).map((row) => shownEvent(row, page, timeZone, now)),
    zone: timeZone.replaceAll('_', ' '),
    access: shownAccess(access, first, { guid, room, timeZone, now }),
    exports: [
      exportOf('Activity', guid, {}),
      exportOf('Members', guid, { table: 'members' }),
      exportOf('Index of files', guid, { table: 'files' }),
    ],
    newest: before ? activityPath(room, guid) : null,
    older: events.hasOlder && last ? activityPath(room, guid, { before: placeWords(last) }) : null,
  }
}

type Place = { guid: string; room: RoomActivityPage['room']; timeZone: string; now: number }

/** Who entered and when first, and who has not yet: a few at a time. */
function shownAccess(access: FirstAccess, page: number, { guid, room, timeZone, now }: Place) {
  const { people, came, total } = access
  const beyond = (to: number) => activityPath(room, guid, to > 1 ? { first: String(to) } : {})
  return {
    summary: `${came} of ${counted(total, 'member')} entered`,
    rows: people.map((member) => ({
      key: member.guid,
      to: href(routes.rooms.people.person, { RoomGuid: guid, Member: member.guid }),
      who: member.name || member.email,
      email: member.email,
      first: member.first_entered_at === null ? null : recentTime(member.first_entered_at, timeZone, now),
      last: member.entered_at === null ? null : recentTime(member.entered_at, timeZone, now),
    })),
    previous: page > 1 ? beyond(page - 1) : null,
    next: page * firstOnPage < total ? beyond(page + 1) : null,
  }
}

function exportOf(what: string, RoomGuid: string, query: Record<string, string>) {
  const to = (format?: string) => href(routes.rooms.export, { RoomGuid }, { ...query, format })
  return { what, to: { xlsx: to(), csv: to('csv') } }
}

function timeRead({ time, method }: ReadingTime) {
  return readingWords(Math.floor(time / 1000), method)
}

/** Its area is how many files were opened; a visit without any is a small ring. */
function dotOfMoments(moments: Moment[]): LaneDot {
  const views = moments.reduce((sum, moment) => sum + moment.views, 0)
  if (views === 0) return { radius: 3, look: 'ring', words: 'entered' }
  return { radius: radiusOf(views / 2), look: 'full', words: `opened ${counted(views, 'file')}` }
}

type Figures = { views: number; downloads: number; prints: number; lastAt: number }

function shownFigures<Row extends Figures>(
  rows: Row[],
  timeZone: string,
  now: number,
  whose: (row: Row) => Pick<ShownFigures, 'key' | 'name' | 'time'>,
): ShownFigures[] {
  const max = Math.max(1, ...rows.map(({ views }) => views))
  return rows.map((row) => ({
    ...whose(row),
    part: Math.round((100 * row.views) / max),
    views: row.views,
    downloads: row.downloads,
    prints: row.prints,
    last: recentTime(row.lastAt, timeZone, now),
  }))
}

function shownEvent(
  row: RoomEventRow,
  { room, names }: RoomActivityPage,
  timeZone: string,
  now: number,
): ListedEvent {
  const isOfRoom = row.subjectGuid === room.guid
  return {
    ...happened(row, timeZone, now),
    key: `${row.subjectGuid} ${row.sequence}`,
    who: row.email ?? productName,
    about: isOfRoom ? 'Data room' : (names.get(row.subjectGuid) ?? 'Deleted item'),
  }
}

function placeWords({ at, subjectGuid, sequence }: RoomEventRow): string {
  return `${at}-${subjectGuid}-${sequence}`
}

/** The event that an address refers to; null for anything else. */
function placeOf(written: string | null): EventPlace | null {
  const [, at = '', subjectGuid = '', sequence = ''] =
    /^(\d{1,15})-([^-]*)-(\d{1,9})$/.exec(written ?? '') ?? []
  return isGuid(subjectGuid) ? { at: Number(at), subjectGuid, sequence: Number(sequence) } : null
}
