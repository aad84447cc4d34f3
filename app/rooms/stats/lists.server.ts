import { Problem } from '#server/rules/problems.ts'
import { counted, recentTime } from '#server/rules/text/format.ts'
import {
  filesSorted,
  peopleShown,
  type FilesSorted,
  type PeopleShown,
} from '#server/rules/rooms/activity-lists.ts'
import type { ReadingTime } from '#server/tracking/rooms/member-times.ts'
import { pageNumber } from '#app/request/loader.server.ts'
import { readingText } from '#app/view-models/method-labels.server.ts'
import { href, routes } from '#app/routes.ts'
import type { Manager, Stats } from './stats-links.server.ts'

const rowsOnPage = 20

/** The members and what each did, whoever was there last first. */
export async function membersOf({ identity, services, url }: Manager, stats: Stats) {
  const { roomGuid, timeZone, now, to } = stats
  const page = pageNumber(url)
  const only = peopleShown.find((one) => one === url.searchParams.get('only')) ?? 'all'
  const { people, total, counts } = await services.rooms.activity.people(identity, roomGuid, {
    page,
    pageSize: rowsOnPage,
    only,
  })
  if (page > 1 && people.length === 0) throw new Problem('notFound')
  const when = (at: number | null) => (at === null ? null : recentTime(at, timeZone, now))
  return {
    summary: `${counts.all - counts.absent} of ${counted(counts.all, 'member')} entered`,
    choices: peopleShown.map((one) => ({
      label: shownNames[one],
      to: to({ only: one === 'all' ? undefined : one }),
      isHere: one === only,
      count: counts[one],
    })),
    rows: people.map(({ member, ...done }) => ({
      key: member.guid,
      to: to({ show: 'records', person: member.email.toLowerCase(), only: undefined }),
      who: member.name || member.email,
      email: member.name ? member.email : '',
      group: member.group_name ?? '',
      sessions: member.session_count,
      first: when(member.first_entered_at),
      last: when(done.lastAt ?? member.entered_at),
      ...timeText(done.time),
      files: `${done.files} of ${done.visibleFiles}`,
      downloads: done.downloads,
      prints: done.prints,
    })),
    pager: pagerOf(page, total, to),
    exportTo: stats.exportTo({ table: 'members' }),
    people: href(routes.rooms.people.index, { RoomGuid: roomGuid }),
  }
}

const shownNames: Record<PeopleShown, string> = {
  all: 'All',
  absent: 'Never entered',
  idle: 'Opened no file',
}

/** The files and what was done with each. */
export async function filesOf({ identity, services, url }: Manager, stats: Stats) {
  const { roomGuid, timeZone, now, to } = stats
  const page = pageNumber(url)
  const sort = filesSorted.find((one) => one === url.searchParams.get('sort')) ?? 'views'
  const onlyUnread = url.searchParams.get('only') === 'unread'
  const { files, total, unread } = await services.rooms.activity.files(identity, roomGuid, {
    page,
    pageSize: rowsOnPage,
    sort,
    onlyUnread,
  })
  if (page > 1 && files.length === 0) throw new Problem('notFound')
  return {
    choices: [
      { label: 'All', to: to({ only: undefined }), isHere: !onlyUnread },
      { label: 'Never opened', to: to({ only: 'unread' }), isHere: onlyUnread, count: unread },
    ],
    heads: filesSorted.map((one) => ({
      name: sortNames[one],
      to: to({ sort: one === 'views' ? undefined : one }),
      sorted: one === sort ? ('descending' as const) : undefined,
    })),
    rows: files.map((file) => ({
      key: file.guid,
      name: file.name,
      folders: file.folders.join(' / '),
      views: file.views,
      people: file.people,
      downloads: file.downloads,
      prints: file.prints,
      ...timeText(file.time),
      last: file.lastAt === null ? null : recentTime(file.lastAt, timeZone, now),
    })),
    pager: pagerOf(page, total, to),
    exportTo: stats.exportTo({ table: 'files' }),
  }
}

const sortNames: Record<FilesSorted, string> = {
  views: 'Opened',
  downloads: 'Downloads',
  prints: 'Print copies',
  time: 'Time read',
  people: 'Readers',
}

function timeText({ time, method }: ReadingTime) {
  return readingText(Math.floor(time / 1000), method)
}

function pagerOf(page: number, total: number, to: Stats['to']) {
  const beyond = (number: number) => to({ page: number > 1 ? String(number) : undefined })
  const first = (page - 1) * rowsOnPage
  return {
    previous: page > 1 ? beyond(page - 1) : null,
    next: page * rowsOnPage < total ? beyond(page + 1) : null,
    where: `${first + 1}–${Math.min(first + rowsOnPage, total)} of ${total}`,
  }
}
