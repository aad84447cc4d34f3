import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { kindsCounted } from '#server/events/events.ts'

export type Summary = {
  views: number
  /** Different addresses that opened it. */
  openedBy: number
  lastViewAt: number | null
  downloads: number
  prints: number
  refused: number
}

export const maxSubjects = 200
const day = 86_400_000
const counted = kindsCounted('summary')

/** One query over the index of kinds, for a page of a list. Every subject is in the answer. */
export async function summarise(
  kysely: Kysely<Schema>,
  subjectGuids: readonly string[],
): Promise<Map<string, Summary>> {
  requireFew(subjectGuids)
  const none = { views: 0, openedBy: 0, lastViewAt: null, downloads: 0, prints: 0, refused: 0 }
  const summaries = new Map<string, Summary>(subjectGuids.map((guid) => [guid, none]))
  if (subjectGuids.length === 0) return summaries
  const rows = await summaryRows(kysely, { subjectGuids })
  for (const { subject_guid: guid, ...summary } of rows) summaries.set(guid, summary)
  return summaries
}

const summaryRows = prepared((kysely, { subjectGuids }: Slots<{ subjectGuids: readonly string[] }>) =>
  kysely
    .selectFrom('event')
    .select(({ fn }) => [
      'subject_guid',
      fn.countAll<number>().filterWhere('kind', '=', 'View').as('views'),
      fn.count<number>('email').distinct().filterWhere('kind', '=', 'View').as('openedBy'),
      fn.max<number | null>('at').filterWhere('kind', '=', 'View').as('lastViewAt'),
      fn.countAll<number>().filterWhere('kind', '=', 'Download').as('downloads'),
      fn.countAll<number>().filterWhere('kind', '=', 'Print').as('prints'),
      fn.countAll<number>().filterWhere('kind', '=', 'Refused').as('refused'),
    ])
    .where('subject_guid', 'in', subjectGuids)
    .where('kind', 'in', counted)
    .groupBy('subject_guid'),
)

/** Openings in each of the last `days` spans of 24 hours, oldest first; the last one ends now. */
export async function countViewsByDay(
  kysely: Kysely<Schema>,
  subjectGuids: readonly string[],
  days: number,
  now: number,
): Promise<Map<string, number[]>> {
  requireFew(subjectGuids)
  const views = new Map(subjectGuids.map((guid) => [guid, Array.from({ length: days }, () => 0)]))
  if (subjectGuids.length === 0) return views
  const rows = await viewRows(kysely, { subjectGuids, since: now - days * day, now })
  for (const row of rows) views.get(row.subject_guid)![days - 1 - row.days_ago] = row.views
  return views
}

const viewRows = prepared(
  (
    kysely,
    { subjectGuids, since, now }: Slots<{ subjectGuids: readonly string[]; since: number; now: number }>,
  ) =>
    kysely
      .selectFrom('event')
      .select(({ fn }) => [
        'subject_guid',
        sql<number>`cast((${now} - at) / ${sql.lit(day)} as integer)`.as('days_ago'),
        fn.countAll<number>().as('views'),
      ])
      .where('subject_guid', 'in', subjectGuids)
      .where('kind', '=', 'View')
      .where('at', '>', since)
      .where('at', '<=', now)
      .groupBy(['subject_guid', sql.ref('days_ago')]),
)

function requireFew(subjectGuids: readonly string[]): void {
  if (subjectGuids.length > maxSubjects) throw new RangeError(`At most ${maxSubjects} subjects at once`)
}
