import type { Transaction } from '#server/db/open.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import type { Access } from '#server/rooms/people/member-forms.ts'
import type { MemberRow } from '#server/rooms/people/member-rows.ts'
import type { RoomAccess } from './room-access.ts'

/** What someone can do in a room, from the row that stores it. */
export function accessOf(member: MemberRow): Access {
  return {
    role: member.role,
    groupGuid: member.group_guid,
    allowedPrint: member.allowed_print,
    startsAt: member.starts_at,
    expiresAt: member.expires_at,
  }
}

/** The state of a member's access as a form carries it, so that whoever changes it says which one they saw. */
export function seenOf(member: MemberRow): string {
  const { role, groupGuid, allowedPrint, startsAt, expiresAt } = accessOf(member)
  return [role, groupGuid ?? '', allowedPrint, startsAt ?? '', expiresAt ?? ''].join('.')
}

/** What changed, as the activity words it. */
export async function accessLabel(
  tx: Transaction,
  room: RoomAccess,
  before: Access,
  after: Access,
): Promise<string[]> {
  const names = await groupNames(tx, [before.groupGuid, after.groupGuid])
  function words({ role, groupGuid, allowedPrint, startsAt, expiresAt }: Access): string[] {
    return [
      roleName(role, room.version),
      groupGuid === null ? 'no group' : `group ${names.get(groupGuid) ?? ''}`,
      allowedPrint < 0 ? 'no print limit' : `${allowedPrint} print copies per document`,
      startsAt === null ? 'no start date' : `from ${utcMinute(startsAt)}`,
      expiresAt === null ? 'no end date' : `until ${utcMinute(expiresAt)}`,
    ]
  }
  const [old, now] = [words(before), words(after)]
  return now.filter((word, at) => word !== old[at])
}

async function groupNames(tx: Transaction, guids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = guids.filter((guid) => guid !== null)
  if (known.length === 0) return new Map()
  const rows = await tx.selectFrom('room_group').select(['guid', 'name']).where('guid', 'in', known).execute()
  return new Map(rows.map(({ guid, name }) => [guid, name]))
}
