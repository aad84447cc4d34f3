import { counted, duration, shortDuration } from '#server/rules/text/format.ts'
import { topsBy, type TopBy } from '#server/rules/rooms/activity-lists.ts'
import type { RoomDay } from '#server/tracking/rooms/room-activity.ts'
import type { FolderHeat } from '#server/rooms/activity/heat.ts'
import type { ReadingTime } from '#server/tracking/rooms/member-times.ts'
import { barsOf, keysOf } from '#app/view-models/charts/bars.server.ts'
import { curveOf, sparkOf } from '#app/view-models/charts/curve.server.ts'
import { lastDays } from '#app/view-models/charts/days.server.ts'
import { lanesOf, radiusOf } from '#app/view-models/charts/lanes.server.ts'
import { stepOfAmount } from '#app/view-models/charts/scales.server.ts'
import type { LaneDot } from '#app/ui/charts/lanes-table.tsx'
import { methodLabel, readingText } from '#app/view-models/method-labels.server.ts'
import { periodLinks, type Manager, type Stats } from './stats-links.server.ts'

const day = 86_400_000

/** One line of a list of the first few: the bar shows `part`, a hundredth of the largest. */
export type ShownTop = {
  key: string
  name: string
  to: string | null
  part: number
  figure: string
  note: string
}

/** The numbers of a period, who and what is first in it, and when it was. */
export async function overviewOf({ identity, services, url }: Manager, stats: Stats) {
  const { roomGuid, since, shown } = stats
  const { activity } = services.rooms
  const by = topsBy.find((one) => one === url.searchParams.get('by')) ?? 'views'
  const found = await activity.overview(identity, roomGuid, { since, by, shown })
  const { heat, members } = found
  const days = everyDay(found.days, stats)
  return {
    periods: periodLinks(stats),
    isQuiet: found.days.length === 0,
    numbers: numbersOf(found.totals, days, members.all),
    bars: barsOf(
      days.map(({ day: shownDay, row }) => ({
        day: shownDay,
        values: [row.views, row.downloads, row.refused],
      })),
      series,
    ),
    keys: keysOf(series),
    curve: curveOf(
      days.map(({ day: shownDay, row }) => ({ day: shownDay, value: row.people })),
      { what: 'Active members' },
    ),
    tops: topsBy.map((one) => ({
      label: topNames[one],
      to: stats.to({ by: one === 'views' ? undefined : one }),
      isHere: one === by,
    })),
    files: shownTop(found.files, by, (file) => ({
      key: file.subjectGuid,
      name: found.names.get(file.subjectGuid) ?? 'Deleted file',
      to: null,
    })),
    people: shownTop(found.people, by, ({ who }) => ({
      key: who.guid,
      name: who.name || who.email,
      to: stats.to({ show: 'records', person: who.email.toLowerCase(), by: undefined }),
    })),
    lanes: lanesOf(
      found.peopleDays.map((row) => ({ ...row, email: row.memberGuid, at: row.day * day })),
      {
        timeZone: 'UTC',
        nameOf: (guid) => {
          const who = found.people.find(({ memberGuid }) => memberGuid === guid)?.who
          return who?.name || (who?.email ?? '')
        },
        dotOf: dotOfDays,
      },
    ),
    heat: heatOf(heat, stats),
    waiting: waitingOf(members, stats),
  }
}

const series = [
  { name: 'Files opened', one: 'file opened', many: 'files opened' },
  { name: 'Downloads', one: 'download', many: 'downloads' },
  { name: 'Blocked', one: 'blocked attempt', many: 'blocked attempts' },
] as const

const topNames: Record<TopBy, string> = {
  views: 'Opened',
  downloads: 'Downloads',
  prints: 'Print copies',
  time: 'Time',
}

const nothing = {
  visits: 0,
  people: 0,
  views: 0,
  downloads: 0,
  prints: 0,
  refused: 0,
  time: { time: 0, method: 'unknown' },
} as const
type Figures = Omit<RoomDay, 'day'>

/** Each day of the picture, also those on which nothing was done. */
function everyDay(found: readonly RoomDay[], { shown, now }: Stats) {
  const known = new Map(found.map((row) => [row.day, row]))
  return lastDays(shown.last - shown.first + 1, 'UTC', now).map((one, at) => ({
    day: one,
    row: (known.get(shown.first + at) ?? nothing) as Figures,
  }))
}

function numbersOf(totals: Figures, days: { row: Figures }[], members: number) {
  const spark = (of: (row: Figures) => number) => sparkOf(inColumns(days.map(({ row }) => of(row))))
  const plain = (figure: number) => figure.toLocaleString('en')
  const { time, method } = totals.time
  const prints = `${plain(totals.prints)} print ${totals.prints === 1 ? 'copy' : 'copies'}`
  return [
    {
      label: 'Active members',
      // Some who were active may be members no more.
      figure: totals.people > members ? plain(totals.people) : `${plain(totals.people)} of ${plain(members)}`,
      note: '',
      spark: spark((row) => row.people),
    },
    { label: 'Visits', figure: plain(totals.visits), note: '', spark: spark((row) => row.visits) },
    {
      label: 'Time read',
      figure: time >= 1000 ? shortDuration(time) : totals.views === 0 ? '0' : '–',
      note: totals.views === 0 ? '' : methodLabel[method],
      spark: spark((row) => row.time.time),
    },
    { label: 'Files opened', figure: plain(totals.views), note: '', spark: spark((row) => row.views) },
    {
      label: 'Downloads',
      figure: plain(totals.downloads),
      note: prints,
      spark: spark((row) => row.downloads),
    },
    {
      label: 'Blocked attempts',
      figure: plain(totals.refused),
      note: '',
      spark: spark((row) => row.refused),
    },
  ]
}

/** At most 14 columns: longer periods by week. */
function inColumns(values: number[]): number[] {
  if (values.length <= 14) return values
  const weeks = Math.ceil(values.length / 7)
  return Array.from({ length: weeks }, (_, at) =>
    values
      .slice(Math.max(0, values.length - (weeks - at) * 7), values.length - (weeks - at - 1) * 7)
      .reduce((sum, value) => sum + value, 0),
  )
}

type Done = { views: number; downloads: number; prints: number; time: ReadingTime }

function shownTop<Row extends Done>(
  rows: readonly Row[],
  by: TopBy,
  whose: (row: Row) => Pick<ShownTop, 'key' | 'name' | 'to'>,
): ShownTop[] {
  const amount = (row: Row) => (by === 'time' ? row.time.time : row[by])
  const max = Math.max(1, ...rows.map(amount))
  return rows.map((row) => {
    const { time, timeNote } = readingText(Math.floor(row.time.time / 1000), row.time.method)
    return {
      ...whose(row),
      part: Math.round((100 * amount(row)) / max),
      figure: by === 'time' ? time : row[by].toLocaleString('en'),
      note: by === 'time' ? timeNote : '',
    }
  })
}

/** Its area is how many files were opened; a visit without any is a small ring. */
function dotOfDays(rows: { views: number }[]): LaneDot {
  const views = rows.reduce((sum, row) => sum + row.views, 0)
  if (views === 0) return { radius: 3, look: 'ring', words: 'entered' }
  return { radius: radiusOf(views / 2), look: 'full', words: `opened ${counted(views, 'file')}` }
}

function heatOf(rows: readonly FolderHeat[], { shown, now, roomGuid }: Stats) {
  const days = lastDays(shown.last - shown.first + 1, 'UTC', now)
  const columns = days.filter((_, at) => at % shown.daysEach === 0)
  const step = stepOfAmount(Math.max(...rows.flatMap(({ views }) => views), 1))
  return {
    what: shown.daysEach === 1 ? 'by day' : 'by week, named by its first day',
    columns: columns.map(({ short }) => short),
    rows: rows.map(({ guid, name, views, times }) => ({
      key: guid,
      name: guid === roomGuid ? 'Files in no folder' : name,
      cells: views.map((count, at) => ({
        step: step(count),
        figure: count === 0 ? '' : count.toLocaleString('en'),
        words: `${columns[at]?.long ?? ''}: ${counted(count, 'file')} opened${times[at]! >= 1000 ? `, read for ${duration(times[at]!)}` : ''}`,
      })),
    })),
  }
}

/** Members who have not entered yet, and those who entered and opened nothing. */
function waitingOf(counts: { all: number; absent: number; idle: number }, { to }: Stats) {
  const line = (count: number, words: string, only: string) =>
    count === 0 ? [] : [{ words: `${counted(count, 'member')} ${words}`, to: to({ show: 'members', only }) }]
  return [
    ...line(counts.absent, 'never entered', 'absent'),
    ...line(counts.idle, 'entered and opened no file', 'idle'),
  ]
}
