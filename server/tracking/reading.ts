import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { pageCount, screenTime } from '#server/rules/dwell.ts'
import type { PageRange } from '#server/rules/dwell.ts'
import { isReading, pagesOf } from './event.ts'
import type { EventRow } from './event.ts'

/** What one address did; `email` is null for all readers that gave none. `seconds` is estimated. */
export type Reading = {
  email: string | null
  views: number
  seconds: number
  prints: number
  downloads: number
  lastAt: number
}

/** How often a page was on the screen, and for how long all in all. A screen's time is shared by its pages. */
export type PageReading = { page: number; views: number; seconds: number }

type Screen = { row: Row; pages: PageRange }
type Row = Pick<EventRow, 'sequence' | 'at' | 'kind' | 'email' | 'visit_guid' | 'detail'>

const rowsAtOnce = 2000

/** By address, the latest first. */
export async function readByRecipient(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  now: number,
): Promise<Reading[]> {
  const readings = new Map<string | null, Reading>()
  await walk(kysely, subjectGuid, now, {
    event(row) {
      if (!isReading(row.kind)) return
      const reading = readings.get(row.email) ?? empty(row.email)
      readings.set(row.email, reading)
      if (row.kind === 'View') reading.views++
      if (row.kind === 'Print') reading.prints++
      if (row.kind === 'Download') reading.downloads++
      reading.lastAt = Math.max(reading.lastAt, row.at)
    },
    screen({ row }, time) {
      readings.get(row.email)!.seconds += time / 1000
    },
  })
  const list = [...readings.values()].sort((a, b) => b.lastAt - a.lastAt)
  return list.map((reading) => ({ ...reading, seconds: Math.round(reading.seconds) }))
}

/** By page, from the first; pages that nobody saw are left out. */
export async function readByPage(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  now: number,
): Promise<PageReading[]> {
  const readings = new Map<number, PageReading>()
  await walk(kysely, subjectGuid, now, {
    event() {},
    screen({ pages }, time) {
      for (let page = pages.first; page <= pages.last; page++) {
        const reading = readings.get(page) ?? { page, views: 0, seconds: 0 }
        readings.set(page, reading)
        reading.views++
        reading.seconds += time / 1000 / pageCount(pages)
      }
    },
  })
  const list = [...readings.values()].sort((a, b) => a.page - b.page)
  return list.map((reading) => ({ ...reading, seconds: Math.round(reading.seconds) }))
}

function empty(email: string | null): Reading {
  return { email, views: 0, seconds: 0, prints: 0, downloads: 0, lastAt: 0 }
}

/** Goes through a subject's events in parts, holding one open screen a visit, and says how long each counts. */
async function walk(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  now: number,
  tell: { event: (row: Row) => void; screen: (screen: Screen, time: number) => void },
): Promise<void> {
  const open = new Map<string, Screen>()
  for await (const row of eventsOf(kysely, subjectGuid)) {
    tell.event(row)
    if (row.visit_guid === null) continue
    const screen = open.get(row.visit_guid)
    if (screen) tell.screen(screen, screenTime(screen.pages, screen.row.at, row.at, now))
    const pages = pagesOf(row)
    if (pages) open.set(row.visit_guid, { row, pages })
    else open.delete(row.visit_guid)
  }
  for (const screen of open.values()) tell.screen(screen, screenTime(screen.pages, screen.row.at, null, now))
}

async function* eventsOf(kysely: Kysely<Schema>, subjectGuid: string): AsyncGenerator<Row> {
  let after = 0
  for (;;) {
    const rows = await kysely
      .selectFrom('event')
      .select(['sequence', 'at', 'kind', 'email', 'visit_guid', 'detail'])
      .where('subject_guid', '=', subjectGuid)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(rowsAtOnce)
      .execute()
    yield* rows
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)!.sequence
  }
}
