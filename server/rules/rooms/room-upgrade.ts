import { powersOf, type Right, type RightRule, type RoomAllowance } from './room-rights.ts'
import { roles, type Role } from './room-roles.ts'

/**
 * What a room of version 2 allows everyone who reads, so that roles decide; printing stays off if only copies were
 * allowed.
 */
export function allowanceAfter(before: RoomAllowance): RoomAllowance {
  // There is no role that can download but not print.
  return { mayDownload: true, mayPrint: before.mayPrint || !before.mayDownload }
}

/** The most that the options of a room of version 1 leave of a permission: 1, 2 or 3. */
function max(room: RoomAllowance): 1 | 2 | 3 {
  const powers = powersOf(roles.download, room)
  if (powers.mayDownload) return 3
  return powers.mayPrint ? 2 : 1
}

/** The role that expresses what the room's options did. */
export function roleAfter<SomeRole extends Role>(role: SomeRole, room: RoomAllowance): SomeRole {
  const isReader = role >= roles.view && role <= roles.download
  return isReader ? (Math.min(role, max(room)) as SomeRole) : role
}

/** The rule that expresses what the room's options did, for a holder of this role. */
export function ruleAfter(code: RightRule['code'], holder: Role, room: RoomAllowance): RightRule['code'] {
  if (code <= 0 || (code === 4 && holder === roles.contributor)) return code
  return Math.min(code, max(room)) as Right
}
