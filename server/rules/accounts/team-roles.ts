/** Someone's role in a team; the codes of TeamRole. */
export const teamRoles = { owner: 0, admin: 1, member: 2 } as const

export type TeamRoleName = keyof typeof teamRoles

export const teamRoleNames = Object.keys(teamRoles) as TeamRoleName[]

export function teamRoleName(code: number | null): TeamRoleName {
  return teamRoleNames.find((name) => teamRoles[name] === code) ?? 'member'
}

/** Owners act on everyone; admins on admins and members, and give no one a role above their own. */
export function mayActOn(actorRole: number, role: number): boolean {
  return actorRole === teamRoles.owner || (actorRole === teamRoles.admin && role !== teamRoles.owner)
}

type TeamPlace = { teamGuid: string | null; teamRole: number | null; inviteStatus: string }

/** Whether someone is a team administrator: its owner, or an admin who accepted the invitation. */
export function isTeamAdmin({ teamGuid, teamRole, inviteStatus }: TeamPlace): boolean {
  const isAdmin = teamRole === teamRoles.owner || teamRole === teamRoles.admin
  return teamGuid !== null && inviteStatus === 'Active' && isAdmin
}
