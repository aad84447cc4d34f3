import { sql, type Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'

/** How many files are stored for a room, including versions and the trash; for queries that have `room`. */
export const filesOfRoom = sql<number>`(select count(*) from file where file.room_guid = room.guid)`
/** Their bytes, counted for the owner; null if there are none. */
export const bytesOfRoom = sql<
  number | null
>`(select sum(file.size) from file where file.room_guid = room.guid)`

/** How many members each of these rooms has, without the owner. */
export async function membersIn(kysely: Kysely<Schema>, guids: string[]): Promise<Map<string, number>> {
  if (guids.length === 0) return new Map()
  const rows = await memberCounts(kysely, { guids })
  return new Map(rows.map(({ room_guid: guid, people }) => [guid, Number(people)]))
}

const memberCounts = prepared((kysely, { guids }: Slots<{ guids: string[] }>) =>
  kysely
    .selectFrom('member')
    .select(({ fn }) => ['room_guid', fn.countAll<number>().as('people')])
    .where('room_guid', 'in', guids)
    .where('removed_at', 'is', null)
    .where('role', '!=', roles.owner)
    .groupBy('room_guid'),
)
