import type { Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import type { RightRule } from '#server/rules/rooms/room-rights.ts'

/** The rules of a member and of its group. */
export async function rulesOf(
  kysely: Kysely<Schema>,
  memberGuid: string,
  groupGuid: string | null,
): Promise<RightRule[]> {
  return (await rulesByMember(kysely, [{ guid: memberGuid, groupGuid }])).get(memberGuid)!
}

/** The rules of several members and of their groups, by member. One query, and none without members. */
export async function rulesByMember(
  kysely: Kysely<Schema>,
  members: readonly { guid: string; groupGuid: string | null }[],
): Promise<Map<string, RightRule[]>> {
  if (members.length === 0) return new Map()
  const memberGuids = members.map(({ guid }) => guid)
  const groupGuids = members.flatMap(({ groupGuid }) => groupGuid ?? [])
  const rows = await ruleRows(
    kysely,
    { memberGuids, groupGuids },
    groupGuids.length > 0 ? 'groups' : 'members',
  )
  return new Map(
    members.map(({ guid, groupGuid }) => [
      guid,
      rows
        .filter((row) => row.member_guid === guid || (groupGuid !== null && row.group_guid === groupGuid))
        .map((row) => ({
          itemGuid: row.item_guid,
          code: row.right_code,
          from: row.group_guid === null ? ('member' as const) : ('group' as const),
        })),
    ]),
  )
}

const ruleColumns = ['item_guid', 'right_code', 'member_guid', 'group_guid'] as const

const ruleRows = prepared(
  (
    kysely,
    { memberGuids, groupGuids }: Slots<{ memberGuids: string[]; groupGuids: string[] }>,
    of: 'members' | 'groups',
  ) =>
    kysely
      .selectFrom('room_rule')
      .select(ruleColumns)
      .where('member_guid', 'in', memberGuids)
      .$if(of === 'groups', (rows) =>
        rows.unionAll((group) =>
          group.selectFrom('room_rule').select(ruleColumns).where('group_guid', 'in', groupGuids),
        ),
      ),
)
