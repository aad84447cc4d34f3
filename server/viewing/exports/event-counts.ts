import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { filteredEvents, filteredEventsInRoom } from '#server/tracking/activity.ts'
import type { ExportFilter } from './filter.ts'

/** Whether more events than the given number match a filter, of a subject or of a room with everything in it. */
export async function hasMoreEvents(
  kysely: Kysely<Schema>,
  of: { subject: string } | { room: string },
  filter: ExportFilter,
  rows: number,
): Promise<boolean> {
  const events =
    'room' in of ? filteredEventsInRoom(kysely, of.room, filter) : filteredEvents(kysely, of.subject, filter)
  const next = await events.select('sequence').offset(rows).limit(1).executeTakeFirst()
  return next !== undefined
}
