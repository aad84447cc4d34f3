import { sql, type Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { MemberTable } from '#server/db/tables/room-tables.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { heldRole, type Role } from '#server/rules/rooms/room-roles.ts'
import type { Selectable } from 'kysely'
import { outOfTeam } from './out-of-team.ts'

const memberColumns = [
  'member.guid',
  'member.room_guid',
  'member.email',
  'member.name',
  'member.role',
  'member.group_guid',
  'member.allowed_print',
  'member.starts_at',
  'member.expires_at',
  'member.suspended_at',
  'member.added_at',
  'member.added_by',
  'member.mail_status',
  'member.mail_reason',
  'member.mailed_at',
  'member.first_entered_at',
  'member.entered_at',
  'member.session_count',
] as const

type Column = (typeof memberColumns)[number] extends `member.${infer Name}` ? Name : never
/** A member of a room, with the group and its settings. */
export type MemberRow = Pick<Selectable<MemberTable>, Column> & {
  group_name: string | null
  group_role: Role | null
  group_allowed_print: number | null
  /** For a co-owner: whether they are outside the owner's team now. */
  is_out_of_team: 0 | 1
}

/** The members of a room who were not removed. */
export function memberRows(kysely: Kysely<Schema>, roomGuid: string) {
  return kysely
    .selectFrom('member')
    .leftJoin('room_group', 'room_group.guid', 'member.group_guid')
    .select(memberColumns)
    .select([
      'room_group.name as group_name',
      'room_group.role as group_role',
      'room_group.allowed_print as group_allowed_print',
      outOfTeam.as('is_out_of_team'),
    ])
    .where('member.room_guid', '=', roomGuid)
    .where('member.removed_at', 'is', null)
}

/** One of a room's members. Throws notFound, also for someone of another room and for removed ones. */
export async function memberOf(
  kysely: Kysely<Schema>,
  roomGuid: string,
  memberGuid: string,
): Promise<MemberRow> {
  const row = await memberRows(kysely, roomGuid).where('member.guid', '=', memberGuid).executeTakeFirst()
  if (!row) throw new Problem('notFound')
  return row
}

/** The effective role. */
export function roleOfMember(member: Pick<MemberRow, 'role' | 'group_role' | 'is_out_of_team'>): Role {
  return heldRole({
    role: member.role,
    groupRole: member.group_role,
    isOutOfTeam: member.is_out_of_team === 1,
  })
}

/** Which of these addresses belong to active accounts of the team; none without a team. */
export async function emailsInTeam(
  tx: Transaction,
  teamGuid: string | null,
  emails: readonly string[],
): Promise<Set<string>> {
  if (teamGuid === null || emails.length === 0) return new Set()
  const members = tx
    .selectFrom('user')
    .where('user.team_guid', '=', teamGuid)
    .where('user.invite_status', '=', 'Active')
    .where('user.status', '=', 'Active')
  const [primary, further] = await Promise.all([
    members
      .select(sql<string>`lower("user".email)`.as('email'))
      .where(sql<string>`lower("user".email)`, 'in', emails)
      .execute(),
    members
      .innerJoin('address', 'address.user_guid', 'user.guid')
      .select(sql<string>`lower(address.email)`.as('email'))
      .where(sql<string>`lower(address.email)`, 'in', emails)
      .where('address.confirmed_at', 'is not', null)
      .execute(),
  ])
  return new Set([...primary, ...further].map(({ email }) => email))
}
