import { roleHint, roleName, rolesToGive } from '#server/rules/rooms/room-roles.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { AccessOptions } from './member-fields.tsx'

type Group = { guid: string; name: string; role: 1 | 2 | 3 | 4 }

/** What can be selected for the members of a room. */
export function accessOptions(room: RoomAccess, groups: readonly Group[], timeZone: string): AccessOptions {
  const { version } = room
  return {
    roles: rolesToGive(version).map((role) => ({
      value: String(role),
      label: roleName(role, version),
      hint: roleHint(role, version),
    })),
    groups: groups.map(({ guid, name, role }) => ({ guid, name, role: roleName(role, version) })),
    hasOwnRights: version === 2,
    timeZone,
  }
}

/** The roles that a group can have: co-owners are in none. */
export function groupRoles({ version }: RoomAccess): AccessOptions['roles'] {
  return ([1, 2, 3, 4] as const).map((role) => ({
    value: String(role),
    label: roleName(role, version),
    hint: roleHint(role, version),
  }))
}
