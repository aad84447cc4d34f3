import type { Database } from '#server/db/open.ts'
import type { EventRow } from '#server/events/event.ts'

/** Every event as it is stored, chain by chain. */
export function eventRows({ database }: { database: Database }): Promise<EventRow[]> {
  return database.kysely.selectFrom('event').selectAll().orderBy('subject_guid').orderBy('sequence').execute()
}

/** What was recorded of a share, a room or an item, in its order. */
export async function eventsOf(
  { database }: { database: Database },
  subjectGuid: string,
): Promise<{ kind: string; detail: Record<string, unknown> }[]> {
  const rows = await database.kysely
    .selectFrom('event')
    .select(['kind', 'detail'])
    .where('subject_guid', '=', subjectGuid)
    .orderBy('sequence')
    .execute()
  return rows.map(({ kind, detail }) => ({ kind, detail: JSON.parse(detail) as Record<string, unknown> }))
}

export async function kindsOf(world: { database: Database }, subjectGuid: string): Promise<string[]> {
  return (await eventsOf(world, subjectGuid)).map(({ kind }) => kind)
}
