import { counted } from '#server/rules/text/format.ts'
import { roleName, type RoomVersion } from '#server/rules/rooms/room-roles.ts'
import type { GroupEnd } from '#server/rooms/people/groups.ts'

/** What deleting a group means for its members, shown before it is done. */
export function groupEndWords(
  { byRole, hides }: GroupEnd,
  version: RoomVersion,
): { consequences: string[]; warning: string | null } {
  const stay = byRole.map(({ role, people }) => {
    const who = counted(people, 'person').replace('persons', 'people')
    return `${who} stay${people === 1 ? 's' : ''} in the data room, with the own role ${roleName(role, version)} and own rights.`
  })
  return {
    consequences: [
      ...(stay.length > 0 ? stay : ['Nobody is in it.']),
      'The rights that the group has on folders and files go with it, and cannot be brought back.',
    ],
    warning:
      hides && byRole.length > 0
        ? 'This group’s rights hide some of the room. Without the group, its people will see that, where their own rights do not hide it. Suspend them first, or give them rights of their own, if they should not.'
        : null,
  }
}
