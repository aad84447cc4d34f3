import type { Answered, ExplainedAct, Obstacle, WhyFound } from '#server/viewing/access/room-why.ts'
import { problems, type ProblemName } from '#server/rules/problems.ts'
import { rightName, sourceLabel } from '#server/rules/rooms/room-right-labels.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import { namesIn } from './rights-page.server.ts'

const actLabels: Record<ExplainedAct, string> = {
  see: 'See it',
  print: 'Print it',
  download: 'Download it',
  add: 'Add files and folders',
  arrange: 'Rename, move or delete it',
}

/** Why a member can or cannot do something, action by action. */
export function answerLabels(found: WhyFound): { act: string; isAllowed: boolean; why: string }[] {
  return found.answers.map((answered) => ({
    act: actLabels[answered.act],
    isAllowed: answered.obstacle === null,
    why: answered.obstacle === null ? allowedText(answered, found) : obstacleText(answered.obstacle, found),
  }))
}

function allowedText({ act }: Answered, found: WhyFound): string {
  if (act === 'see' && found.isPassedThrough) return 'Shown only because of items inside it.'
  if (act === 'see' && (found.reason.right ?? 0) === 0) return 'Every member can see its first page.'
  return rightLabel(found)
}

/** "View, by the group Buyers, on Contracts". */
export function rightLabel({ as, path, reason }: WhyFound): string {
  const { room, member } = as
  const nameOf = namesIn(room, path)
  const source = sourceLabel(reason, path.at(-1)!.guid, nameOf)
  const whose =
    reason.because === 'role'
      ? `role ${roleName(member.role, room.version)}${roleFrom(member)}`
      : reason.from === 'group' && member.group
        ? source.replace('the group', `the group ${member.group.name}`)
        : source
  return `${rightName(reason.right)}: ${whose}.`
}

function roleFrom({ isOutOfTeam, group }: WhyFound['as']['member']): string {
  if (isOutOfTeam) return ', but a co-owner has to be in the owner’s team and this one isn’t'
  return group ? `, from the group ${group.name}` : ''
}

function obstacleText(obstacle: Obstacle, found: WhyFound): string {
  if (obstacle === 'right') return rightLabel(found)
  if (obstacle === 'room') return 'Allowed by permission, but blocked by the room’s settings.'
  if (obstacle === 'not own')
    return 'Someone else added it. The room’s settings let contributors change only what they added themselves.'
  return refusalLabel(obstacle, found.as.member)
}

/** Why a member cannot do something now, said to someone else. */
export function refusalLabel(refusal: ProblemName, member: { isSuspended: boolean }): string {
  if (member.isSuspended) return 'Suspended – no access.'
  return ownLabels[refusal] ?? problems[refusal].text
}

/** What is said to members themselves, in the third person. */
const ownLabels: Partial<Record<Obstacle, string>> = {
  roomNotYet: 'This member’s access hasn’t started yet.',
  roomExpired: 'This member’s access has ended, or the room has.',
  roomClosed: 'The data room is closed.',
  roomRoleNeeded: 'Not allowed by role: only contributors can add and change items.',
  roomArchived: 'The data room is archived, so nothing can be changed.',
  printsUsedUp: 'This member has reached the print limit.',
  printNotAllowed: 'This file type can’t be printed.',
  viewNotAllowed: 'This file type can’t be displayed in the browser.',
  processing: 'The file is still being prepared.',
  renderError: 'The file couldn’t be converted into pages.',
}
