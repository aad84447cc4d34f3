import type { User } from '#server/accounts/accounts.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'

/** Whether someone is a team administrator: its owner, or an admin who accepted the invitation. */
export function isTeamAdmin({ teamGuid, teamRole, inviteStatus }: User): boolean {
  const isAdmin = teamRole === teamRoles.owner || teamRole === teamRoles.admin
  return teamGuid !== null && inviteStatus === 'Active' && isAdmin
}
