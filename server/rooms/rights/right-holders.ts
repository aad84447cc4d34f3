import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { grantsOf, type Grants, type RightRule, type RuleCode } from '#server/rules/rooms/room-rights.ts'
import { roles, type Role } from '#server/rules/rooms/room-roles.ts'
import { roleOfMember } from '#server/rooms/people/member-rows.ts'
import { outOfTeam } from '#server/rooms/people/out-of-team.ts'

/** Who can be given permissions: a group, or a member who is neither owner nor co-owner. */
export type RightHolder = {
  guid: string
  kind: 'group' | 'member'
  /** A group's name, or the member's; empty if no one gave a name. */
  name: string
  /** Null for a group. */
  email: string | null
  /** A group's replaces its members'. */
  role: Role
  group: { guid: string; name: string } | null
  isSuspended: boolean
  /** A co-owner who is not in the owner's team, and has the permissions of a contributor. */
  isOutOfTeam: boolean
}

/** The rules of holders, by their guid and then by item. */
export type RulesByHolder = ReadonlyMap<string, ReadonlyMap<string, RuleCode>>

/**
 * All groups of a room, then its members by address; without owner and co-owners, to whom no rules apply,
 * except co-owners outside the owner's team.
 */
export async function loadHolders(kysely: Kysely<Schema>, roomGuid: string): Promise<RightHolder[]> {
  const groups = await kysely
    .selectFrom('room_group')
    .select(['guid', 'name', 'role'])
    .where('room_guid', '=', roomGuid)
    .orderBy('name')
    .orderBy('guid')
    .execute()
  const members = await memberRows(kysely, roomGuid).orderBy('member.email').execute()
  return [...groups.map(groupHolder), ...members.map(memberHolder)]
}

/** A member or a group of a room. Throws notFound if there is none, and rightsOfOwners for an owner or co-owner. */
export async function findHolder(
  kysely: Kysely<Schema>,
  roomGuid: string,
  guid: string,
): Promise<RightHolder> {
  const group = await kysely
    .selectFrom('room_group')
    .select(['guid', 'name', 'role'])
    .where('room_guid', '=', roomGuid)
    .where('guid', '=', guid)
    .executeTakeFirst()
  if (group) return groupHolder(group)
  const member = await memberRows(kysely, roomGuid).where('member.guid', '=', guid).executeTakeFirst()
  if (member) return memberHolder(member)
  throw await noHolder(kysely, roomGuid, guid)
}

/** Why someone cannot be given permissions: they are an owner or co-owner, or not in the room. */
export async function noHolder(kysely: Kysely<Schema>, roomGuid: string, guid: string): Promise<Problem> {
  const owner = await kysely
    .selectFrom('member')
    .select('guid')
    .where('room_guid', '=', roomGuid)
    .where('guid', '=', guid)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return new Problem(owner ? 'rightsOfOwners' : 'notFound')
}

function memberRows(kysely: Kysely<Schema>, roomGuid: string) {
  return kysely
    .selectFrom('member')
    .leftJoin('room_group', 'room_group.guid', 'member.group_guid')
    .select([
      'member.guid',
      'member.email',
      'member.name',
      'member.role',
      'member.suspended_at',
      'room_group.guid as group_guid',
      'room_group.name as group_name',
      'room_group.role as group_role',
      outOfTeam.as('is_out_of_team'),
    ])
    .where('member.room_guid', '=', roomGuid)
    .where('member.removed_at', 'is', null)
    .where('member.role', '<>', roles.owner)
    .where((row) => row.or([row('member.role', '<>', roles.coOwner), row(outOfTeam, '=', 1)]))
}

function groupHolder(row: { guid: string; name: string; role: Role }): RightHolder {
  return { ...row, kind: 'group', email: null, group: null, isSuspended: false, isOutOfTeam: false }
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number]

function memberHolder(row: MemberRow): RightHolder {
  return {
    guid: row.guid,
    kind: 'member',
    name: row.name,
    email: row.email,
    role: roleOfMember(row),
    group: row.group_guid === null ? null : { guid: row.group_guid, name: row.group_name! },
    isSuspended: row.suspended_at !== null,
    isOutOfTeam: row.is_out_of_team === 1,
  }
}

/** The rules of all members and groups of a room: all, or those on some items. */
export async function loadRules(
  kysely: Kysely<Schema>,
  roomGuid: string,
  itemGuids?: readonly string[],
): Promise<RulesByHolder> {
  const columns = ['room_rule.member_guid', 'room_rule.group_guid', 'item_guid', 'right_code'] as const
  const rows = await kysely
    .selectFrom('room_rule')
    .innerJoin('member', 'member.guid', 'room_rule.member_guid')
    .select(columns)
    .where('member.room_guid', '=', roomGuid)
    .where('member.removed_at', 'is', null)
    .$if(itemGuids !== undefined, (query) => query.where('item_guid', 'in', itemGuids!))
    .unionAll((groups) =>
      groups
        .selectFrom('room_rule')
        .innerJoin('room_group', 'room_group.guid', 'room_rule.group_guid')
        .select(columns)
        .where('room_group.room_guid', '=', roomGuid)
        .$if(itemGuids !== undefined, (query) => query.where('item_guid', 'in', itemGuids!)),
    )
    .execute()
  const rules = new Map<string, Map<string, RuleCode>>()
  for (const { member_guid: member, group_guid: group, item_guid: item, right_code: code } of rows) {
    const holder = member ?? group!
    rules.set(holder, (rules.get(holder) ?? new Map<string, RuleCode>()).set(item, code))
  }
  return rules
}

/** The members and groups of a room for whom something is set, wherever in it. */
export async function holdersWithRules(kysely: Kysely<Schema>, roomGuid: string): Promise<Set<string>> {
  const rows = await kysely
    .selectFrom('room_rule')
    .innerJoin('member', 'member.guid', 'room_rule.member_guid')
    .select('member.guid')
    .where('member.room_guid', '=', roomGuid)
    .union((groups) =>
      groups
        .selectFrom('room_rule')
        .innerJoin('room_group', 'room_group.guid', 'room_rule.group_guid')
        .select('room_group.guid')
        .where('room_group.room_guid', '=', roomGuid),
    )
    .execute()
  return new Set(rows.map(({ guid }) => guid))
}

/** What a holder can do where: for a member, its own rules and the group's. */
export function grantsOfHolder(holder: RightHolder, rules: RulesByHolder): Grants {
  return grantsOf(holder.role, rulesOfHolder(holder, rules))
}

/** Like `grantsOfHolder`, as if the holder itself had no rule on this item. */
export function grantsWithout(holder: RightHolder, rules: RulesByHolder, itemGuid: string): Grants {
  const others = rulesOfHolder(holder, rules).filter(
    (rule) => rule.itemGuid !== itemGuid || rule.from !== holder.kind,
  )
  return grantsOf(holder.role, others)
}

function rulesOfHolder({ guid, kind, group }: RightHolder, rules: RulesByHolder): RightRule[] {
  const own = listed(rules.get(guid), kind)
  return group === null ? own : [...own, ...listed(rules.get(group.guid), 'group')]
}

function listed(rules: ReadonlyMap<string, RuleCode> | undefined, from: 'member' | 'group'): RightRule[] {
  return [...(rules ?? [])].map(([itemGuid, code]) => ({ itemGuid, code, from }))
}
