import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { visitsOf, type Visit } from './visits.ts'

/** `email` in any case; `from` and `to` in epoch milliseconds, both included. */
export type BegunBetween = { email: string | null; from: number; to: number }

/** The visits of a subject whose guids begin with this, the latest first. `prefix` consists of hex digits. */
export async function visitsLike(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  prefix: string,
): Promise<Visit[]> {
  const rows = await kysely
    .selectFrom('event')
    .selectAll()
    .where('subject_guid', '=', subjectGuid)
    .where('visit_guid', '>=', prefix)
    // No hex digit comes after f.
    .where('visit_guid', '<', `${prefix}g`)
    .execute()
  const inOrder = rows.toSorted((a, b) => a.sequence - b.sequence)
  return visitsOf(inOrder).toReversed()
}

/** The visits of a subject that began then, the latest first, at most `limit`. */
export async function visitsBegun(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  { email, from, to }: BegunBetween,
  limit: number,
): Promise<Visit[]> {
  const openings = await kysely
    .selectFrom('event')
    .select('visit_guid')
    .where('subject_guid', '=', subjectGuid)
    .where('kind', '=', 'View')
    .where('at', '>=', from)
    .where('at', '<=', to)
    .$if(email !== null, (query) => query.where('email', '=', email!.toLowerCase()))
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  const guids = new Set(openings.flatMap((row) => row.visit_guid ?? []))
  const visits = await Promise.all([...guids].map((guid) => visitsLike(kysely, subjectGuid, guid)))
  return visits.flat()
}
