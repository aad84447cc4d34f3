import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { RightRule } from '#server/rules/rooms/room-rights.ts'

/** The rules of a member and of its group. */
export async function rulesOf(
  kysely: Kysely<Schema>,
  memberGuid: string,
  groupGuid: string | null,
): Promise<RightRule[]> {
  const rows = await kysely
    .selectFrom('room_rule')
    .select(['item_guid', 'right_code', 'group_guid'])
    .where('member_guid', '=', memberGuid)
    .$if(groupGuid !== null, (query) =>
      query.unionAll((group) =>
        group
          .selectFrom('room_rule')
          .select(['item_guid', 'right_code', 'group_guid'])
          .where('group_guid', '=', groupGuid),
      ),
    )
    .execute()
  return rows.map((row) => ({
    itemGuid: row.item_guid,
    code: row.right_code,
    from: row.group_guid === null ? 'member' : 'group',
  }))
}
