import { powersOf, type Right, type RightRule, type RoomAllowance } from './room-rights.ts'
import { roles, type Role } from './room-roles.ts'

/** What a room of version 2 allows to all who read, so that roles decide; printing stays off where only copies were allowed. */
export function allowanceAfter(before: RoomAllowance): RoomAllowance {
  // There is no role that downloads and does not print.
  return { mayDownload: true, mayPrint: before.mayPrint || !before.mayDownload }
}

/** The most that the options of a room of version 1 leave of a right: 1, 2 or 3. */
function max(room: RoomAllowance): 1 | 2 | 3 {
  const powers = powersOf(roles.download, room)
  if (powers.mayDownload) return 3
  return powers.mayPrint ? 2 : 1
}

/** The role that says by itself what the room's options said. */
export function roleAfter<SomeRole extends Role>(role: SomeRole, room: RoomAllowance): SomeRole {
  const isReader = role >= roles.view && role <= roles.download
  return isReader ? (Math.min(role, max(room)) as SomeRole) : role
}

/** The rule that says by itself what the room's options said, for a holder of this role. */
export function ruleAfter(code: RightRule['code'], holder: Role, room: RoomAllowance): RightRule['code'] {
  if (code <= 0 || (code === 4 && holder === roles.contributor)) return code
  return Math.min(code, max(room)) as Right
}
