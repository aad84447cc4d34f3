import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { detailOf } from './event.ts'
import type { VisitFilter } from './filtered.ts'

/** How often someone was stopped for the same reason (a name of the catalogue of problems), and when last (epoch ms). */
export type RefusedCount = { reason: string; count: number; people: number; lastAt: number }

/** Blocked attempts by their reason, the most frequent first; those of no version, so none for a filter of one. */
export async function refusalsOf(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  { person, from, to, version, only }: VisitFilter,
): Promise<RefusedCount[]> {
  if (version !== null || only === 'visits') return []
  const rows = await kysely
    .selectFrom('event')
    .select(({ fn }) => [
      'detail',
      fn.countAll<number>().as('count'),
      fn.count<number>('email').distinct().as('people'),
      fn.max<number>('at').as('last_at'),
    ])
    .where('subject_guid', '=', subjectGuid)
    .where('kind', '=', 'Refused')
    .$if(person !== null, (query) => query.where('email', '=', person))
    .$if(from !== null, (query) => query.where('at', '>=', from!))
    .$if(to !== null, (query) => query.where('at', '<', to!))
    .groupBy('detail')
    .execute()
  // What was tried is in the detail, too: opening, printing and downloading are blocked for one reason.
  const reasons = Map.groupBy(rows, (row) => String(detailOf(row)['reason'] ?? ''))
  return [...reasons]
    .map(([reason, some]) => ({
      reason,
      count: some.reduce((sum, { count }) => sum + Number(count), 0),
      people: Math.max(...some.map(({ people }) => Number(people))),
      lastAt: Math.max(...some.map(({ last_at: at }) => Number(at))),
    }))
    .toSorted((a, b) => b.count - a.count || b.lastAt - a.lastAt)
}
