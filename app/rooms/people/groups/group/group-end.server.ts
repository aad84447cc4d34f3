import { counted } from '#server/rules/text/format.ts'
import { roleName, type RoomVersion } from '#server/rules/rooms/room-roles.ts'
import type { GroupEnd } from '#server/rooms/people/groups.ts'

/** What deleting a group means for its members, shown before it is done. */
export function groupEndText(
  { byRole, hides }: GroupEnd,
  version: RoomVersion,
): { consequences: string[]; warning: string | null } {
  const stay = byRole.map(({ role, people }) => {
    const who = counted(people, 'member')
    return `${who} stay${people === 1 ? 's' : ''} in the data room as ${roleName(role, version)}, with individual permissions.`
  })
  return {
    consequences: [
      ...(stay.length > 0 ? stay : ['It has no members.']),
      'The group’s permissions are deleted too. This can’t be undone.',
    ],
    warning:
      hides && byRole.length > 0
        ? 'This group hides part of the data room from its members. Once it’s deleted, they’ll see that part unless their own permissions hide it. Change their permissions or suspend them first if they shouldn’t.'
        : null,
  }
}
