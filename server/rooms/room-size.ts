import { sql } from 'kysely'

/** How many files are stored for a room, including versions and the trash; for queries that have `room`. */
export const filesOfRoom = sql<number>`(select count(*) from file where file.room_guid = room.guid)`
/** Their bytes, counted for the owner; null if there are none. */
export const bytesOfRoom = sql<
  number | null
>`(select sum(file.size) from file where file.room_guid = room.guid)`
