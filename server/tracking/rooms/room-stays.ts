import { methodOf, visitGap } from '#server/rules/reading/dwell.ts'
import type { Detail, EventKind, EventRow } from '#server/events/events.ts'
import { detailOf } from '#server/tracking/event.ts'
import type { ReadingTime } from './member-times.ts'
import { visitsOf, type Visit } from '#server/tracking/visits.ts'

/** An event of a room or of one of its items. */
export type RoomEventRow = {
  subjectGuid: string
  sequence: number
  at: number
  kind: EventKind
  email: string | null
  ip: string
  country: string
  detail: Detail
  /** Whether the detail was erased. */
  isErased: boolean
}

/**
 * What one person did in a room without a gap of 10 minutes, the newest event first; `from` and `to` in epoch
 * milliseconds. `isCut`: it may have begun earlier, with what is on the next page.
 */
export type RoomStay = {
  email: string | null
  from: number
  to: number
  events: RoomEventRow[]
  /** The different files that were opened. */
  files: number
  time: ReadingTime
  downloads: number
  prints: number
  refused: number
  isCut: boolean
}

/** Events, the newest first, by person and stay; the stay that ended last is the first. */
export function staysIn(rows: readonly EventRow[], hasOlder: boolean): RoomStay[] {
  const groups: EventRow[][] = []
  const open = new Map<string | null, EventRow[]>()
  for (const row of rows) {
    const group = open.get(row.email)
    if (group && group.at(-1)!.at - row.at < visitGap) {
      group.push(row)
      continue
    }
    const begun = [row]
    open.set(row.email, begun)
    groups.push(begun)
  }
  const oldest = rows.at(-1)?.at ?? 0
  return groups.map((group) => stayOf(group, hasOlder && group.at(-1)!.at - oldest < visitGap))
}

function stayOf(group: readonly EventRow[], isCut: boolean): RoomStay {
  const count = (kind: EventKind) => group.filter((row) => row.kind === kind).length
  const bySubject = Map.groupBy(group.toReversed(), (row) => row.subject_guid)
  const visits = [...bySubject.values()].flatMap((events) => visitsOf(events))
  const opened = new Set(group.filter(({ kind }) => kind === 'View').map((row) => row.subject_guid))
  return {
    email: group[0]!.email,
    from: group.at(-1)!.at,
    to: group[0]!.at,
    events: group.map(roomEvent),
    files: opened.size,
    time: timeTogether(visits),
    downloads: count('Download'),
    prints: count('Print'),
    refused: count('Refused'),
    isCut,
  }
}

function timeTogether(visits: readonly Visit[]): ReadingTime {
  const sum = (method: Visit['method']) =>
    visits
      .filter((visit) => visit.method === method)
      .reduce((total, { seconds }) => total + seconds * 1000, 0)
  const [measured, estimated] = [sum('measured'), sum('estimated')]
  return { time: measured + estimated, method: methodOf(measured, estimated) }
}

export function roomEvent(row: EventRow): RoomEventRow {
  return {
    subjectGuid: row.subject_guid,
    sequence: row.sequence,
    at: row.at,
    kind: row.kind as EventKind,
    email: row.email,
    ip: row.ip,
    country: row.country,
    detail: detailOf(row),
    isErased: row.detail_hash !== null,
  }
}
