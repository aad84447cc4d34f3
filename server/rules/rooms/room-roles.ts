/**
 * Someone's role in a room, in the numbers of the API: 0 owner, 1 view, 2 view and print, 3 download, 4
 * contributor, 5 co-owner.
 */
export type Role = 0 | 1 | 2 | 3 | 4 | 5
export type RoomVersion = 1 | 2

export const roles = {
  owner: 0,
  view: 1,
  viewPrint: 2,
  download: 3,
  contributor: 4,
  coOwner: 5,
} as const satisfies Record<string, Role>

/**
 * The effective role: a group's replaces its members', and a co-owner outside the owner's team has the permissions of a
 * contributor for as long as that is so.
 */
export function heldRole(member: { role: Role; groupRole: Role | null; isOutOfTeam: boolean }): Role {
  const { role, groupRole, isOutOfTeam } = member
  if (role === roles.coOwner) return isOutOfTeam ? roles.contributor : role
  return role === roles.owner ? role : (groupRole ?? role)
}

/** The roles that can be assigned, the least first. In version 1 there is one for everyone who only reads. */
export function rolesToGive(version: RoomVersion): readonly Role[] {
  return version === 1 ? [roles.download, roles.contributor, roles.coOwner] : [1, 2, 3, 4, 5]
}

const names: Record<Role, string> = {
  0: 'Owner',
  1: 'View',
  2: 'View + Print',
  3: 'Download',
  4: 'Contributor',
  5: 'Co-Owner',
}

/** The name of a role: in version 1 everyone who only reads is a Viewer. */
export function roleName(role: Role, version: RoomVersion): string {
  return version === 1 && role >= 1 && role <= 3 ? 'Viewer' : names[role]
}

/** What a role means, as a hint beside its name. */
export function roleHint(role: Role, version: RoomVersion): string {
  if (version === 1 && role >= 1 && role <= 3)
    return 'Can read, and print or download where the room allows it.'
  return hints[role]
}

const hints: Record<Role, string> = {
  0: 'Can do everything. There is only one.',
  1: 'Reads in the browser.',
  2: 'Can read and print, not download.',
  3: 'Can read, print and download.',
  4: 'Can download, add files and folders, and organise what they added.',
  5: 'Can do everything except delete the room permanently or transfer it. Must be in your team.',
}

/** Longest name of a room, in characters. */
export const maxRoomNameLength = 30
/** Longest description of a room, in characters. */
export const maxRoomDescriptionLength = 2000
/** Folders within folders, the root not counted. */
export const deepestFolder = 100
/** How many versions of a file are kept. */
export const maxVersions = 10
