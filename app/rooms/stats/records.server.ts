import { counted, recentTime } from '#server/rules/text/format.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import { isGuid } from '#server/rules/text/guid.ts'
import { productName } from '#server/rules/product/product.ts'
import { localTime } from '#server/rules/sharing/expiry.ts'
import type { RoomLog } from '#server/rooms/activity/activity.ts'
import type { EventPlace, RoomEventRow, RoomStay } from '#server/tracking/rooms/room-activity.ts'
import { happened } from '#app/view-models/lists/listed-activity.server.ts'
import { lookedAtTogether } from '#app/view-models/looked-at.server.ts'
import { readingText } from '#app/view-models/method-labels.server.ts'
import type { Manager, Stats } from './stats-links.server.ts'

const eventsOnPage = 100

const topics = [
  { about: undefined, name: 'All' },
  { about: 'reading', name: 'Reading' },
  { about: 'changes', name: 'Changes' },
  { about: 'mail', name: 'Email' },
  { about: 'refusals', name: 'Blocked' },
  { about: 'previews', name: 'Previews' },
] as const

/** What happened, by person and visit, the latest first. */
export async function recordsOf({ identity, services, url }: Manager, stats: Stats) {
  const { roomGuid, filter, to } = stats
  const { query, ...range } = filter
  const before = placeOf(url.searchParams.get('before'))
  const log = await services.rooms.activity.log(identity, roomGuid, {
    ...range,
    before,
    pageSize: eventsOnPage,
  })
  const last = log.events.rows.at(-1)
  const { person } = filter
  const isFiltered = query.person ?? query.since ?? query.until
  return {
    topics: topics.map(({ about, name }) => ({
      label: name,
      to: to({ about }),
      isHere: (filter.topic ?? undefined) === about,
    })),
    kept: query,
    here: to({}),
    clear: isFiltered ? to({ person: undefined, since: undefined, until: undefined }) : null,
    whose: person === null ? null : (log.people.get(person) ?? person),
    stays: log.events.stays.map((stay) => shownStay(stay, log, stats)),
    newest: before ? to({}) : null,
    older: log.events.hasOlder && last ? to({ before: placeText(last) }) : null,
    exportTo: stats.exportTo(query),
  }
}

function shownStay(stay: RoomStay, log: RoomLog, stats: Stats) {
  const { timeZone, now, to } = stats
  const { email, from, events, time } = stay
  const who = email === null ? productName : (log.people.get(email) ?? email)
  const { time: read, timeNote } = readingText(Math.floor(time.time / 1000), time.method)
  const first = events.at(-1)!
  return {
    key: placeText(first),
    who,
    initials: initialsOf(who),
    to: email === null || stats.filter.person !== null ? null : to({ person: email }),
    from: recentTime(from, timeZone, now),
    clock: [...new Set([localTime(from, timeZone), localTime(stay.to, timeZone)])].join('–'),
    // Where part of it is on the next page, its time would be too short.
    time: stay.isCut ? '' : read,
    timeNote: read && !stay.isCut ? timeNote : '',
    did: activityText(stay),
    refused: stay.refused === 0 ? '' : `${counted(stay.refused, 'attempt')} blocked`,
    isCut: stay.isCut,
    place: happened(first, timeZone, now).from,
    events: lookedAtTogether(events).map((row) => shownEvent(row, log, stats)),
  }
}

function activityText({ files, downloads, prints, events, email }: RoomStay): string {
  const parts = [
    files > 0 ? `opened ${counted(files, 'file')}` : '',
    downloads > 0 ? counted(downloads, 'download') : '',
    prints > 0 ? counted(prints, 'print copy').replace('copys', 'copies') : '',
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(', ')
  return email !== null && events.some(({ kind }) => kind === 'RoomEntered')
    ? 'entered'
    : counted(events.length, 'record')
}

function shownEvent(row: RoomEventRow, { room, names }: RoomLog, { timeZone, now }: Stats) {
  const { what } = happened(row, timeZone, now)
  return {
    key: placeText(row),
    at: localTime(row.at, timeZone),
    what,
    about: row.subjectGuid === room.guid ? '' : (names.get(row.subjectGuid) ?? 'Deleted item'),
    isRefused: row.kind === 'Refused',
  }
}

function placeText({ at, subjectGuid, sequence }: RoomEventRow): string {
  return `${at}-${subjectGuid}-${sequence}`
}

/** The event that an address refers to; null for anything else. */
function placeOf(written: string | null): EventPlace | null {
  const [, at = '', subjectGuid = '', sequence = ''] =
    /^(\d{1,15})-([^-]*)-(\d{1,9})$/.exec(written ?? '') ?? []
  return isGuid(subjectGuid) ? { at: Number(at), subjectGuid, sequence: Number(sequence) } : null
}
