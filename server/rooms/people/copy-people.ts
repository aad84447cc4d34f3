import { sql } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import { newGuid, type Transaction } from '#server/db/open.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'

type Copying = { from: string; to: string; owner: User; folders: ReadonlyMap<string, string>; now: number }

/**
 * Copies groups, members and rules of a room into a new one, whose owner is in it already. No one is invited yet. The
 * original's owner and co-owners become co-owners if they are in the new owner's team; from another team, its owner is
 * left out and co-owners get permission to download.
 */
export async function copyPeople(tx: Transaction, copying: Copying): Promise<void> {
  const groups = await copyGroups(tx, copying)
  const members = await copyMembers(tx, copying, groups)
  await copyRules(tx, copying, { groups, members })
}

async function copyGroups(tx: Transaction, { from, to, now }: Copying): Promise<Map<string, string>> {
  const copies = new Map<string, string>()
  const rows = await tx
    .selectFrom('room_group')
    .select(['guid', 'name', 'role', 'allowed_print'])
    .where('room_guid', '=', from)
    .execute()
  for (const { guid, ...group } of rows) {
    const copy = newGuid()
    copies.set(guid, copy)
    await tx
      .insertInto('room_group')
      .values({ ...group, guid: copy, room_guid: to, created_at: now })
      .execute()
  }
  return copies
}

async function copyMembers(
  tx: Transaction,
  { from, to, owner, now }: Copying,
  groups: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const copies = new Map<string, string>()
  const rows = await tx
    .selectFrom('member')
    .leftJoin('user', (join) => join.on(sql`lower("user".email)`, '=', sql`lower(member.email)`))
    .select([
      'member.guid',
      'member.email',
      'member.name',
      'member.role',
      'member.group_guid',
      'member.allowed_print',
      'member.starts_at',
      'member.expires_at',
      'member.suspended_at',
      'user.team_guid',
      'user.invite_status',
    ])
    .where('member.room_guid', '=', from)
    .where('member.removed_at', 'is', null)
    .where(sql<string>`lower(member.email)`, '<>', owner.email.toLowerCase())
    .execute()
  for (const { guid, role, group_guid, team_guid, invite_status, ...member } of rows) {
    const isOfTeam =
      owner.teamGuid !== null &&
      owner.inviteStatus === 'Active' &&
      team_guid === owner.teamGuid &&
      invite_status === 'Active'
    if (role === roles.owner && !isOfTeam) continue
    const isManager = role === roles.owner || role === roles.coOwner
    const copy = newGuid()
    copies.set(guid, copy)
    await tx
      .insertInto('member')
      .values({
        ...member,
        guid: copy,
        room_guid: to,
        role: isManager ? (isOfTeam ? roles.coOwner : roles.download) : role,
        group_guid: groups.get(group_guid ?? '') ?? null,
        added_at: now,
        added_by: owner.email,
        mail_status: 'None',
      })
      .execute()
  }
  return copies
}

async function copyRules(
  tx: Transaction,
  { from, folders }: Copying,
  { groups, members }: { groups: ReadonlyMap<string, string>; members: ReadonlyMap<string, string> },
): Promise<void> {
  const rules = await tx
    .selectFrom('room_rule')
    .innerJoin('item', 'item.guid', 'room_rule.item_guid')
    .select(['item_guid', 'member_guid', 'group_guid', 'right_code'])
    .where('item.room_guid', '=', from)
    .execute()
  for (const { item_guid, member_guid, group_guid, right_code } of rules) {
    const item = folders.get(item_guid)
    const [member, group] = [members.get(member_guid ?? '') ?? null, groups.get(group_guid ?? '') ?? null]
    // Rules on files, and of people who are not copied, are left out.
    if (!item || (member === null && group === null)) continue
    await tx
      .insertInto('room_rule')
      .values({ guid: newGuid(), item_guid: item, member_guid: member, group_guid: group, right_code })
      .execute()
  }
}
