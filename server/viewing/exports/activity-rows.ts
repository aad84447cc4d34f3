import type { Kysely } from 'kysely'
import { rowsInPages } from '#server/db/rows-in-pages.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Detail, EventRow } from '#server/events/events.ts'
import { timeColumns, type Cell, type Table } from '#server/http/tables/table.ts'
import { pagesText, readPageTimes, totalTime } from '#server/rules/reading/dwell.ts'
import { detailText, kindLabel, reasonOf } from '#server/tracking/event-labels.ts'
import { filteredEvents } from '#server/tracking/activity.ts'
import type { RefusedAttempt, Tracking, Visit } from '#server/tracking/tracking.ts'
import { isWithin, type ExportFilter } from './filter.ts'

type Named = (email: string | null) => string

/** A subject and what it is called: a share, a room, or one of its items. */
export type ExportedSubject = { guid: string; name: string; hasVisits: boolean }

type Deps = { database: Database; tracking: Tracking }
type Shown = {
  filter: ExportFilter
  /** The one whose times are beside those in UTC. */
  timeZone: string
  /** Whose names are known. */
  people: readonly { email: string; name: string }[]
}

/** The visits and blocked attempts of subjects, and their events: subject by subject. */
export function activityTables(
  { database, tracking }: Deps,
  { filter, timeZone, people }: Shown,
  subjects: readonly ExportedSubject[],
): [Table, Table] {
  const names = new Map(people.map(({ email, name }) => [email.toLowerCase(), name]))
  const nameOf: Named = (email) => names.get(email?.toLowerCase() ?? '') ?? ''
  const visits = async function* ({ guid, hasVisits }: ExportedSubject) {
    if (!hasVisits || (filter.topic !== null && !begins.has(filter.topic))) return
    const only = filter.topic === null ? null : begins.get(filter.topic)!
    for await (const row of tracking.everyVisit(guid, { ...filter, only }))
      if (isExported(row, filter)) yield row
  }
  const events = ({ guid }: ExportedSubject) => eventsOf(database.kysely, guid, filter)
  return [
    tableOf('Visits', visitHead(timeZone), subjects, visits, visitCells(timeZone, nameOf)),
    tableOf('Events', eventHead(timeZone), subjects, events, eventCells(timeZone, nameOf)),
  ]
}

const visitHead = (timeZone: string): string[] => [
  'File',
  ...timeColumns(timeZone).head('Begun'),
  'Person',
  'Name',
  'What',
  'Pages',
  'Seconds',
  'Method',
  'Downloads',
  'Print copies',
  'Versions',
  'Reason',
  'Network address',
  'Country',
  'Browser',
]

const eventHead = (timeZone: string): string[] => [
  'File',
  'Record',
  ...timeColumns(timeZone).head('Time'),
  'Person',
  'Name',
  'What',
  'Details',
  'Seconds',
  'Method',
  'Network address',
  'Country',
  'Browser',
]

/** The topics that have lines in the list of visits. */
const begins = new Map<string, 'visits' | 'refusals'>([
  ['reading', 'visits'],
  ['refusals', 'refusals'],
])

/** What visits and blocked attempts a filter leaves. */
function isExported(row: Visit | RefusedAttempt, filter: ExportFilter): boolean {
  const isRefused = row.kind === 'refused'
  if (filter.topic !== null && filter.topic !== (isRefused ? 'refusals' : 'reading')) return false
  if (filter.version !== null && (isRefused || !row.versions.includes(filter.version))) return false
  return isWithin(filter, row.email, isRefused ? row.at : row.startedAt)
}

/** Makes the cells of a visit, or of a blocked attempt, under `visitHead`. */
function visitCells(timeZone: string, nameOf: Named) {
  const { cells } = timeColumns(timeZone)
  return (file: string, row: Visit | RefusedAttempt): Cell[] => {
    const origin = [row.ip, row.country, row.userAgent]
    const who = [row.email ?? 'Link visitor', nameOf(row.email)]
    if (row.kind === 'refused') {
      const reason = reasonOf(row.detail['reason'])
      return [file, ...cells(row.at), ...who, 'Blocked', '', null, '', null, null, '', reason, ...origin]
    }
    const versions = row.versions.join(', ')
    const what = row.says === null ? 'Visit' : `Visit, says: ${row.says}`
    const figures = [pagesText(row.pages), ...timeCells(row), row.downloads, row.prints, versions, '']
    return [file, ...cells(row.startedAt), ...who, what, ...figures, ...origin]
  }
}

/** A time that is not known is empty, not 0. */
export function timeCells({ seconds, method }: { seconds: number; method: string }): Cell[] {
  return [method === 'unknown' ? null : seconds, method]
}

/** Makes the cells of an event under `eventHead`. */
function eventCells(timeZone: string, nameOf: Named) {
  const { cells } = timeColumns(timeZone)
  return (file: string, row: EventRow): Cell[] => {
    const detail = JSON.parse(row.detail) as Detail
    const time = measuredSeconds(row.kind, detail)
    return [
      file,
      row.sequence,
      ...cells(row.at),
      row.email ?? '',
      nameOf(row.email),
      kindLabel(row.kind),
      detailText(detail),
      time,
      row.kind === 'Previewed' ? 'not counted' : time === null ? '' : 'measured',
      row.ip,
      row.country,
      row.user_agent,
    ]
  }
}

/** The events of a subject that a filter leaves, the oldest first, a page of the table at a time. */
async function* eventsOf(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  filter: ExportFilter,
): AsyncGenerator<EventRow> {
  yield* rowsInPages<EventRow, number>(
    0,
    (after, limit) =>
      filteredEvents(kysely, subjectGuid, filter)
        .selectAll()
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit)
        .execute(),
    ({ sequence }) => sequence,
  )
}

/** A table whose rows are those of several subjects, one after the other. */
function tableOf<Row>(
  name: string,
  head: readonly string[],
  subjects: readonly ExportedSubject[],
  rowsOf: (subject: ExportedSubject) => AsyncIterable<Row>,
  cellsOf: (file: string, row: Row) => Cell[],
): Table {
  return {
    name,
    head,
    async *rows() {
      for (const subject of subjects)
        for await (const row of rowsOf(subject)) yield cellsOf(subject.name, row)
    },
  }
}

function measuredSeconds(kind: string, { seconds, pages }: Detail): number | null {
  if (kind === 'Stop' && typeof seconds === 'number') return seconds
  if (kind !== 'Read' || typeof pages !== 'string') return null
  return Math.round(totalTime(readPageTimes(pages)) / 1000)
}
