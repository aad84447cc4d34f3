import { sql, type Kysely } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import type { Schema } from '#server/db/schema.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import { outOfTeam } from '#server/rooms/people/out-of-team.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'

/**
 * Files whose guids begin with this, in the rooms that someone owns or is a co-owner of; including those in the trash.
 */
export async function filesOfRooms(kysely: Kysely<Schema>, actor: User, prefix: string) {
  const emails = await allProvedEmails(kysely, { user: actor, readerEmail: null, browserId: '' })
  return kysely
    .selectFrom('item')
    .innerJoin('room', 'room.guid', 'item.room_guid')
    .select([
      'item.guid',
      'item.name',
      sql<number | null>`coalesce(room.binned_at, item.binned_at)`.as('binned_at'),
      'item.room_guid',
    ])
    .where('item.kind', '=', 'file')
    .where('item.guid', '>=', prefix)
    .where('item.guid', '<', `${prefix}g`)
    .where((row) =>
      row.or([
        row('room.owner_guid', '=', actor.guid),
        row.exists(
          row
            .selectFrom('member')
            .select('member.guid')
            .whereRef('member.room_guid', '=', 'room.guid')
            .where(sql<string>`lower(member.email)`, 'in', emails)
            .where('member.role', '=', roles.coOwner)
            .where(outOfTeam, '=', 0)
            .where('member.removed_at', 'is', null)
            .where('member.suspended_at', 'is', null),
        ),
      ]),
    )
    .limit(5)
    .execute()
}
