import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { readingKinds, versionOf } from './event.ts'
import { everyone, type VisitFilter } from './filtered.ts'
import type { Start } from './projection.ts'

const startsPerBatch = 100

/**
 * Where visits and blocked attempts of a subject begin, the newest first, in batches: as a projection knows them, for
 * those who read all of them and keep none. A filter's version is not looked at: a visit may see another one later.
 */
export async function* startsOf(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  filter: VisitFilter = everyone,
): AsyncGenerator<Start[]> {
  for (let before: number | null = null; ;) {
    const rows: Row[] = await startRows(kysely, subjectGuid, filter, before).execute()
    if (rows.length > 0) yield rows.map(startOf)
    if (rows.length < startsPerBatch) return
    before = rows.at(-1)!.sequence
  }
}

/** A View begins a visit, and so does the first thing that was read in an opening without one. */
function startRows(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  { person, from, to, only }: VisitFilter,
  before: number | null,
) {
  return kysely
    .selectFrom('event')
    .select(['sequence', 'at', 'kind', 'email', 'visit_guid', 'detail'])
    .where('subject_guid', '=', subjectGuid)
    .where((is) =>
      is.or([
        is('kind', '=', only === 'visits' ? '' : 'Refused'),
        is.and([
          is('visit_guid', 'is not', null),
          is('kind', 'in', only === 'refusals' ? [''] : readingKinds),
          is.or([
            is('kind', '=', 'View'),
            is.not(
              is.exists(
                is
                  .selectFrom('event as earlier')
                  .select('earlier.sequence')
                  .where('earlier.subject_guid', '=', subjectGuid)
                  .whereRef('earlier.visit_guid', '=', 'event.visit_guid')
                  .whereRef('earlier.sequence', '<', 'event.sequence')
                  .where('earlier.kind', 'in', readingKinds),
              ),
            ),
          ]),
        ]),
      ]),
    )
    .$if(person !== null, (query) =>
      query.where((is) => is.or([is('email', '=', person), is('email', 'is', null)])),
    )
    .$if(from !== null, (query) => query.where('at', '>=', from!))
    .$if(to !== null, (query) => query.where('at', '<', to!))
    .$if(before !== null, (query) => query.where('sequence', '<', before!))
    .orderBy('sequence', 'desc')
    .limit(startsPerBatch)
}

type Row = Awaited<ReturnType<ReturnType<typeof startRows>['execute']>>[number]

function startOf(row: Row): Start {
  const { sequence, at, email, visit_guid: visitGuid } = row
  const isRefused = row.kind === 'Refused'
  return {
    visitGuid: isRefused ? null : visitGuid,
    sequence,
    at,
    email,
    versions: isRefused ? [] : [versionOf(row)],
  }
}
