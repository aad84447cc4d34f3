import type { Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { isMeasured, isReading, readingKinds } from './event.ts'
import { visitsOf, type Visit } from './visits.ts'

const maxSubjects = 500
const maxEvents = 5000

/** What one visit, or one blocked attempt, adds to the figures of its owner; `at` in epoch milliseconds. */
export type OwnReading = {
  at: number
  email: string | null
  views: 0 | 1
  downloads: number
  prints: number
  refused: 0 | 1
  seconds: number
  method: Visit['method']
}

/** What was read of an owner's shares since a moment (epoch ms): of the latest subjects, and of the latest events. */
export async function readingBy(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  since: number,
): Promise<OwnReading[]> {
  const heads = await latestShares(kysely, { ownerGuid, since })
  if (heads.length === 0) return []
  const rows = await latestEvents(kysely, { guids: heads.map(({ subject_guid: guid }) => guid), since })
  const read = rows.toReversed().filter(({ kind }) => isReading(kind) || isMeasured(kind))
  const bySubject = Map.groupBy(read, (row) => row.subject_guid)
  const visits = [...bySubject.values()].flatMap((events) => visitsOf(events))
  const none = { views: 0, downloads: 0, prints: 0, seconds: 0, method: 'unknown' } as const
  return [
    ...visits.map(({ startedAt: at, email, downloads, prints, seconds, method }) => {
      return { at, email, views: 1 as const, downloads, prints, refused: 0 as const, seconds, method }
    }),
    ...rows
      .filter(({ kind }) => kind === 'Refused')
      .map(({ at, email }) => ({ ...none, at, email, refused: 1 as const })),
  ]
}

const latestShares = prepared((kysely, { ownerGuid, since }: Slots<{ ownerGuid: string; since: number }>) =>
  kysely
    .selectFrom('event_head')
    .select('subject_guid')
    .where('owner_guid', '=', ownerGuid)
    .where('last_at', '>=', since)
    .where('room_guid', 'is', null)
    .orderBy('last_at', 'desc')
    .limit(maxSubjects),
)

const latestEvents = prepared((kysely, { guids, since }: Slots<{ guids: string[]; since: number }>) =>
  kysely
    .selectFrom('event')
    .selectAll()
    .where('subject_guid', 'in', guids)
    .where('kind', 'in', [...readingKinds, 'Stop', 'Refused'])
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('subject_guid')
    .orderBy('sequence', 'desc')
    .limit(maxEvents),
)
