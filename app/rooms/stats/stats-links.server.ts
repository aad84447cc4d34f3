import type { Period } from '#server/tracking/rooms/room-activity.ts'
import type { ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import type { ContextAt } from '#app/request/loader.server.ts'
import { filterIn } from '#app/view-models/records/export-filter.server.ts'
import { href, routes } from '#app/routes.ts'
import { activityPath } from '#app/view-models/room-links.server.ts'

export type Manager = ContextAt<'rooms.stats1' | 'rooms.stats2', 'member can manage'>

const day = 86_400_000

/** What the page shows of a room. */
export const views = ['overview', 'members', 'files', 'records'] as const
export type StatsView = (typeof views)[number]

const viewNames: Record<StatsView, string> = {
  overview: 'Overview',
  members: 'Members',
  files: 'Files',
  records: 'Records',
}

const periods = [
  { value: '14', name: '14 days', days: 14 },
  { value: '90', name: '90 days', days: 90 },
  { value: 'all', name: 'All', days: null },
] as const

export type Query = Record<string, string | undefined>

/** What the address of the page says, and how links to it are written: with everything that is chosen. */
export type Stats = {
  roomGuid: string
  view: StatsView
  /** From this day on, counted from 1970 in UTC; null for everything. */
  since: Period['since']
  /** The first and the last day of pictures by day, and how many of them are one column of a map. */
  shown: { first: number; last: number; daysEach: number }
  filter: ReturnType<typeof filterIn>
  timeZone: string
  now: number
  /** To this page with something else chosen; pages of a list begin again. */
  to: (query: Query) => string
  exportTo: (query: Query) => { xlsx: string; csv: string }
}

export function statsOf({ identity, room, url, params, now }: Manager): Stats {
  const param = (name: string) => url.searchParams.get(name) ?? undefined
  const timeZone = identity.user?.timeZone ?? 'UTC'
  const { query: filtered, ...filter } = filterIn(url, timeZone)
  const view = views.find((one) => one === param('show')) ?? 'overview'
  const period = periods.find(({ value }) => value === param('days')) ?? periods[0]
  const today = Math.floor(now / day)
  const length = period.days ?? 90
  const colours = { version: param('version'), tbar: param('tbar'), tcolor: param('tcolor') }
  const kept: Query = {
    ...colours,
    show: view === 'overview' ? undefined : view,
    days: period === periods[0] ? undefined : period.value,
    by: param('by'),
    sort: param('sort'),
    only: param('only'),
    ...(view === 'records' ? filtered : {}),
  }
  return {
    roomGuid: params.RoomGuid,
    view,
    since: period.days === null ? null : today - period.days + 1,
    shown: { first: today - length + 1, last: today, daysEach: length > 14 ? 7 : 1 },
    filter: { ...filter, query: filtered },
    timeZone,
    now,
    to: (query) => activityPath(room, params.RoomGuid, { ...kept, ...query }),
    exportTo: (query) => {
      const to = (format?: string) =>
        href(routes.rooms.export, { RoomGuid: params.RoomGuid }, { ...query, format })
      return { xlsx: to(), csv: to('csv') }
    },
  }
}

/** Links to the views, each from its beginning. */
export function viewLinks({ view, to }: Stats): ChoiceLink[] {
  const from = { by: undefined, sort: undefined, only: undefined }
  const unfiltered = { about: undefined, person: undefined, since: undefined, until: undefined }
  return views.map((one) => ({
    label: viewNames[one],
    to: to({ ...from, ...unfiltered, show: one === 'overview' ? undefined : one }),
    isHere: one === view,
  }))
}

export function periodLinks({ since, shown, to }: Stats): ChoiceLink[] {
  return periods.map(({ value, name, days }, at) => ({
    label: name,
    to: to({ days: at === 0 ? undefined : value }),
    isHere: days === null ? since === null : since === shown.last - days + 1,
  }))
}
