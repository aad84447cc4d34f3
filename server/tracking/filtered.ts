import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { inVisits, isReading } from './event.ts'
import { Projection, type ProjectedRow, type Start } from './projection.ts'

/**
 * Which visits and blocked attempts: of one address (in lower case), begun between two moments (epoch ms, `to` not
 * included), of readers who saw one version of the file; only visits, or only blocked attempts.
 */
export type VisitFilter = {
  person: string | null
  from: number | null
  to: number | null
  version: number | null
  only: 'visits' | 'refusals' | null
}

export const everyone: VisitFilter = { person: null, from: null, to: null, version: null, only: null }

export function isFiltered(filter: VisitFilter): boolean {
  return Object.values(filter).some((value) => value !== null)
}

/** Those of a subject that a filter leaves, in their order. */
export function leftBy(starts: readonly Start[], filter: VisitFilter): readonly Start[] {
  if (!isFiltered(filter)) return starts
  const { person, from, to, version, only } = filter
  return starts.filter(
    (start) =>
      (person === null || start.email === person) &&
      (from === null || start.at >= from) &&
      (to === null || start.at < to) &&
      (version === null || start.versions.includes(version)) &&
      (only === null || (start.visitGuid === null) === (only === 'refusals')),
  )
}

const visitsPerBatch = 200

/** The totals over some visits of a subject alone. */
export async function projectionOf(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  starts: readonly Start[],
): Promise<Projection> {
  const projection = new Projection()
  const visits = starts.filter(({ visitGuid }) => visitGuid !== null)
  for (let at = 0; at < visits.length; at += visitsPerBatch) {
    const some = visits.slice(at, at + visitsPerBatch)
    for (const row of await rowsOf(kysely, subjectGuid, some)) projection.add(row)
  }
  return projection
}

/** Of an opening only the events of the visits that are meant, in their order. */
async function rowsOf(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  starts: readonly Start[],
): Promise<ProjectedRow[]> {
  const begun = new Set(starts.map(({ sequence }) => sequence))
  const found = await kysely
    .selectFrom('event')
    .select(['sequence', 'at', 'kind', 'email', 'visit_guid', 'detail'])
    .where('subject_guid', '=', subjectGuid)
    .where('visit_guid', 'in', [...new Set(starts.map(({ visitGuid }) => visitGuid!))])
    .execute()
  const inOrder = found.toSorted((a, b) => a.sequence - b.sequence)
  return [...Map.groupBy(inOrder, ({ visit_guid: guid }) => guid).values()]
    .flatMap((opening) => inVisits(opening))
    .filter((visit) => begun.has(visit.find(({ kind }) => isReading(kind))?.sequence ?? 0))
    .flat()
    .toSorted((a, b) => a.sequence - b.sequence)
}
