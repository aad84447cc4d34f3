import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Detail } from '#server/events/events.ts'
import { detailOf, isMeasured, isReading, readingKinds } from '#server/tracking/event.ts'
import { eventsOfRoom } from './room-events.ts'
import { clientOf, visitsOf, type Visit } from '#server/tracking/visits.ts'

/** What a person's own record shows besides reading; changes of their permissions are in the owner's record only. */
const alsoTold = [
  'CodeSent',
  'Refused',
  'TermsAccepted',
  'VisitorInfo',
  'Stop',
  'RoomEntered',
  'FolderMade',
  'FileAdded',
  'FileReplaced',
  'FileVersionChosen',
  'FileCommented',
  'ItemRenamed',
  'ItemMoved',
  'ItemCopied',
  'ItemsOrdered',
  'ItemBinned',
  'ItemUnbinned',
  'ItemErased',
  'MemberLeft',
] as const

const maxEvents = 2000

/** Something that is recorded with an address and is not a visit; `at` in epoch milliseconds. */
export type OwnRoomRecord = {
  /** The room itself, or one of its items. */
  subjectGuid: string
  kind: (typeof alsoTold)[number]
  at: number
  detail: Detail
  ip: string
  country: string
  userAgent: string
}

/** A file that was open in a visit of the room. */
export type ItemVisit = { subjectGuid: string; visit: Visit }

export type OwnRoomRecords = {
  visits: ItemVisit[]
  others: OwnRoomRecord[]
  /** Whether there is more than the latest that is shown here. */
  isCut: boolean
}

/** What is recorded about a room and its items with someone's addresses, the newest first. */
export async function roomRecordsOf(
  kysely: Kysely<Schema>,
  roomGuid: string,
  emails: readonly string[],
): Promise<OwnRoomRecords> {
  if (emails.length === 0) return { visits: [], others: [], isCut: false }
  const rows = await eventsOfRoom(kysely, roomGuid, [...readingKinds, ...alsoTold])
    .selectAll('event')
    .where('event.email', 'in', emails)
    .orderBy('event.at', 'desc')
    .orderBy('event.subject_guid', 'desc')
    .orderBy('event.sequence', 'desc')
    .limit(maxEvents)
    .execute()
  const inOrder = rows
    .toReversed()
    .filter((row) => row.visit_guid !== null && (isReading(row.kind) || isMeasured(row.kind)))
  const bySubject = Map.groupBy(inOrder, (row) => row.subject_guid)
  return {
    visits: [...bySubject]
      .flatMap(([subjectGuid, events]) => visitsOf(events).map((visit) => ({ subjectGuid, visit })))
      .sort((a, b) => b.visit.startedAt - a.visit.startedAt),
    others: rows
      .filter((row) => (alsoTold as readonly string[]).includes(row.kind))
      .map((row) => ({
        subjectGuid: row.subject_guid,
        kind: row.kind as OwnRoomRecord['kind'],
        at: row.at,
        detail: detailOf(row),
        ...clientOf(row),
      })),
    isCut: rows.length === maxEvents,
  }
}
