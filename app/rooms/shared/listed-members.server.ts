import { midSentence, recentTime, shownTime, type ShownTime } from '#server/rules/text/format.ts'
import { memberStateLabel, type MemberState } from '#server/rules/rooms/room-people.ts'
import { roleName, roles } from '#server/rules/rooms/room-roles.ts'
import { roleOfMember, type MemberRow } from '#server/rooms/people/member-rows.ts'
import { stateOf } from '#server/rooms/people/members.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { noTime } from '#server/tracking/rooms/member-times.ts'
import type { ReadingTime } from '#server/tracking/tracking.ts'
import { href, routes } from '#app/routes.ts'
import type { Fact } from '#app/ui/tables/facts.tsx'
import type { Tone } from '#app/ui/badge.tsx'
import type { ListedMember, ListedMail } from './member-table.tsx'
import { initialsOf } from '#server/rules/text/initials.ts'
import { readingText } from '#app/view-models/method-labels.server.ts'

const tones: Record<MemberState, Tone> = {
  came: 'good',
  invited: 'soft',
  waiting: 'soft',
  suspended: 'bad',
  ended: 'warn',
}

/** A member of a room, ready to display. */
export function listedMember(
  member: MemberRow,
  room: RoomAccess,
  timeZone: string,
  now: number,
  time: ReadingTime = noTime,
): ListedMember {
  const state = stateOf(member, room, now)
  const isOwner = member.role === 0
  return {
    guid: member.guid,
    to: href(routes.rooms.people.person, { RoomGuid: room.guid, Member: member.guid }),
    name: member.name,
    email: member.email,
    initials: initialsOf(member.name || member.email),
    role: roleName(roleOfMember(member), room.version),
    group: member.group_name,
    notes: notesOf(member, timeZone, now),
    state: isOwner ? null : { words: memberStateLabel[state], tone: tones[state], isUsual: state === 'came' },
    ends: isOwner || member.expires_at === null ? null : shownTime(member.expires_at, timeZone),
    links: isOwner ? [] : linksOf(member, room),
    mail: isOwner ? null : mailOf(member, timeZone, now),
    visits: member.session_count,
    ...readingText(Math.floor(time.time / 1000), time.method),
    lastAt: member.entered_at === null ? null : recentTime(member.entered_at, timeZone, now),
    mayChoose: !isOwner && member.email !== room.email,
  }
}

/** What the menu of a row leads to; permissions only where some can be set. */
function linksOf(member: MemberRow, { guid: RoomGuid, version }: RoomAccess): ListedMember['links'] {
  const Member = member.guid
  const person = href(routes.rooms.people.person, { RoomGuid, Member })
  const hasRights = version === 2 && roleOfMember(member) !== roles.coOwner
  return [
    { label: 'Change access', to: person },
    ...(hasRights
      ? [
          { label: 'Permissions', to: href(routes.rooms.rights.holder, { RoomGuid, Holder: Member }) },
          { label: 'View as this member', to: href(routes.rooms.rights.viewAs, { RoomGuid, Member }) },
        ]
      : []),
    { label: 'Remove …', to: `${person}?panel=remove`, isBad: true },
  ]
}

/** For a co-owner who is not in the owner's team. */
export const outOfTeamText =
  'Co-Owner, but not in the owner’s team. Has a Contributor’s permissions until both are in the same team.'

function notesOf(member: MemberRow, timeZone: string, now: number): string[] {
  const { starts_at: starts } = member
  return [
    ...(member.is_out_of_team === 1 ? [outOfTeamText] : []),
    ...(starts !== null && starts > now ? [`From ${shownTime(starts, timeZone).text}`] : []),
  ]
}

/** Whether the invitation is on its way, was delivered and when, or failed and why. */
export function mailOf(member: MemberRow, timeZone: string, now: number): ListedMail {
  const { mail_status: status, mail_reason: reason, mailed_at: mailedAt } = member
  const at: ShownTime | null = mailedAt === null ? null : midSentence(recentTime(mailedAt, timeZone, now))
  if (status === 'None') return { words: 'No email sent', tone: 'soft', at: null, note: '' }
  if (status === 'Waiting') return { words: 'Sending', tone: 'soft', at: null, note: '' }
  if (status === 'Sent') return { words: 'Sent', tone: 'good', at, note: '' }
  return {
    words: 'Not delivered',
    tone: 'bad',
    at: null,
    note: reason ? `The email server replied: ${reason}` : '',
  }
}

type About = {
  room: RoomAccess
  copiesSpent: number
  time: ReadingTime | undefined
  timeZone: string
  now: number
}

/** All that is known of one member, as a list of facts. */
export function memberFacts(member: MemberRow, { room, copiesSpent, time, timeZone, now }: About): Fact[] {
  const listed = listedMember(member, room, timeZone, now, time)
  const { mail } = listed
  const set = (at: number | null, otherwise: string) =>
    at === null ? otherwise : shownTime(at, timeZone).text
  const seen = (at: number | null) => (at === null ? 'Never' : recentTime(at, timeZone, now))
  const isRegulated = member.role !== 0
  return [
    { label: 'Email', value: member.email },
    {
      label: 'Role',
      value: listed.role,
      ...(member.is_out_of_team === 1
        ? { note: outOfTeamText }
        : member.group_name
          ? { note: `from group ${member.group_name}` }
          : {}),
    },
    ...(listed.state ? [{ label: 'Status', value: listed.state.words }] : []),
    {
      label: 'Added',
      value: recentTime(member.added_at, timeZone, now),
      ...(member.added_by && { note: `by ${member.added_by}` }),
    },
    ...(mail
      ? [
          {
            label: 'Invitation',
            value: mail.words,
            note: mail.at ?? mail.note,
          },
        ]
      : []),
    ...(isRegulated
      ? [
          { label: 'Starts', value: set(member.starts_at, 'Right away') },
          { label: 'Ends', value: set(member.expires_at, 'No end date') },
        ]
      : []),
    { label: 'First visit', value: seen(member.first_entered_at) },
    { label: 'Last visit', value: seen(member.entered_at) },
    { label: 'Visits', value: String(member.session_count) },
    timeFact(listed),
    ...(isRegulated && room.version === 2
      ? [{ label: 'Print copies', value: printsOf(member, copiesSpent) }]
      : []),
  ]
}

function timeFact({ time, timeNote, visits }: ListedMember): Fact {
  const label = 'Time read'
  if (time !== '') return { label, value: time, note: timeNote }
  return { label, value: visits > 0 ? 'Not measured' : 'None' }
}

function printsOf(member: MemberRow, spent: number): string {
  const own = member.allowed_print
  const allowed = own >= 0 ? own : (member.group_allowed_print ?? -1)
  const limit = allowed < 0 ? 'no limit' : `limit ${allowed} per document`
  return `${spent} counted, ${limit}`
}
