import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { grantsOf, rightsInTree, type RightRule, type TreeItem } from '#server/rules/rooms/room-rights.ts'
import type { Role } from '#server/rules/rooms/room-roles.ts'
import { roleOfMember, type MemberRow } from '#server/rooms/people/member-rows.ts'
import { rulesByMember } from '#server/rooms/rights/rules-of.ts'
import { loadTree } from '#server/rooms/tree/whole-tree.ts'

/** How many files of a room each of a few members can see. Members with the same permissions cost as much as one. */
export async function visibleFiles(
  kysely: Kysely<Schema>,
  roomGuid: string,
  members: readonly MemberRow[],
): Promise<Map<string, number>> {
  if (members.length === 0) return new Map()
  const tree = await loadTree(kysely, roomGuid)
  const rules = await rulesByMember(
    kysely,
    members.map(({ guid, group_guid: groupGuid }) => ({ guid, groupGuid })),
  )
  const known = new Map<string, number>()
  return new Map(
    members.map((member) => {
      const [role, own] = [roleOfMember(member), rules.get(member.guid) ?? []]
      const alike = `${role} ${JSON.stringify(own)}`
      const count = known.get(alike) ?? countSeen(role, own, tree)
      known.set(alike, count)
      return [member.guid, count]
    }),
  )
}

function countSeen(role: Role, rules: readonly RightRule[], tree: readonly TreeItem[]): number {
  const files = tree.filter(({ isFolder }) => !isFolder)
  const rights = rightsInTree(grantsOf(role, rules), tree)
  return files.filter(({ guid }) => rights.has(guid)).length
}
