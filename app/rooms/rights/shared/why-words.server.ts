import type { Answered, AskedAct, Obstacle, WhyFound } from '#server/viewing/access/room-why.ts'
import { problems, type ProblemName } from '#server/rules/problems.ts'
import { rightName, sourceWords } from '#server/rules/rooms/room-right-words.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import { namesIn } from './rights-page.server.ts'

const actWords: Record<AskedAct, string> = {
  see: 'See it',
  print: 'Print it',
  download: 'Download it',
  add: 'Add files and folders',
  arrange: 'Rename, move or remove it',
}

/** Why a member can or cannot do something, action by action. */
export function answersInWords(found: WhyFound): { act: string; isAllowed: boolean; why: string }[] {
  return found.answers.map((answered) => ({
    act: actWords[answered.act],
    isAllowed: answered.obstacle === null,
    why: answered.obstacle === null ? allowedWords(answered, found) : obstacleWords(answered.obstacle, found),
  }))
}

function allowedWords({ act }: Answered, found: WhyFound): string {
  if (act === 'see' && found.isOnWay) return 'Only the way to what is allowed deeper in this folder.'
  if (act === 'see' && (found.reason.right ?? 0) === 0) return 'Everybody in the room sees its first page.'
  return rightWords(found)
}

/** "View, by the group Buyers, on Contracts". */
export function rightWords({ as, way, reason }: WhyFound): string {
  const { room, member } = as
  const nameOf = namesIn(room, way)
  const source = sourceWords(reason, way.at(-1)!.guid, nameOf)
  const whose =
    reason.because === 'role'
      ? `the role is ${roleName(member.role, room.version)}${roleFrom(member)}`
      : reason.from === 'group' && member.group
        ? source.replace('the group', `the group ${member.group.name}`)
        : source
  return `${rightName(reason.right)}: ${whose}.`
}

function roleFrom({ isOutOfTeam, group }: WhyFound['as']['member']): string {
  if (isOutOfTeam) return ', for a co-owner has to be in the team of the owner, and this one is not now'
  return group ? `, of the group ${group.name}` : ''
}

function obstacleWords(obstacle: Obstacle, found: WhyFound): string {
  if (obstacle === 'right') return rightWords(found)
  if (obstacle === 'room') return 'The right would do, but the settings of the room do not allow it.'
  if (obstacle === 'not own')
    return 'Somebody else added it, and contributors arrange only what they added themselves: so the settings of the room say.'
  return refusalWords(obstacle, found.as.member)
}

/** Why a member cannot do something now, said to someone else. */
export function refusalWords(refusal: ProblemName, member: { isSuspended: boolean }): string {
  if (member.isSuspended) return 'Suspended: cannot come in.'
  return ownWords[refusal] ?? problems[refusal].text
}

/** What is said to members themselves, in the third person. */
const ownWords: Partial<Record<Obstacle, string>> = {
  roomNotYet: 'The time of this member has not begun yet.',
  roomExpired: 'The time of this member, or of the room, is over.',
  roomClosed: 'The room is closed.',
  roomRoleNeeded: 'The role does not allow it: only contributors add and arrange.',
  roomArchived: 'The room is archived: nothing in it can be changed.',
  printsUsedUp: 'All copies that this member may print of it are used up.',
  printNotAllowed: 'A file of this kind has no pages to print.',
  viewNotAllowed: 'A file of this kind cannot be shown in the browser.',
  processing: 'The file is still being prepared.',
  renderError: 'The file could not be turned into pages.',
}
