import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** The events of some kinds in the streams of a room and of all its items. */
export function eventsOfRoom(kysely: Kysely<Schema>, roomGuid: string, kinds: readonly string[]) {
  // Crossed, not joined: SQLite then begins with the subjects of the room.
  return kysely
    .selectFrom('event_head')
    .crossJoin('event')
    .where('event_head.room_guid', '=', roomGuid)
    .whereRef('event.subject_guid', '=', 'event_head.subject_guid')
    .where('event.kind', 'in', kinds)
}
