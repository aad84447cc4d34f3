import { expiryState, type ExpiryFacts } from '#server/rules/sharing/expiry.ts'
import { maxPrints } from '#server/rules/sharing/options.ts'
import { isFoundIn } from '#server/rules/text/search-words.ts'
import type { Role } from './room-roles.ts'

/** Groups of one room (ours). */
export const maxGroups = 100
/** Longest name of a group, in characters. */
export const maxGroupNameLength = 60

/** The state of a member in a room, in the words of the filters. */
export const memberStates = ['invited', 'came', 'waiting', 'suspended', 'ended'] as const
export type MemberState = (typeof memberStates)[number]

export const memberStateLabel: Record<MemberState, string> = {
  invited: 'Invited',
  came: 'Joined',
  waiting: 'Not started',
  suspended: 'Suspended',
  ended: 'Ended',
}

/** What decides it; times in epoch milliseconds. The room's own end does not apply to owner and co-owners. */
export type MemberTimes = {
  role: Role
  suspendedAt: number | null
  startsAt: number | null
  expiresAt: number | null
  firstEnteredAt: number | null
}
type RoomEnds = Pick<ExpiryFacts, 'destructSeconds' | 'expiresAt'>

export function memberState(member: MemberTimes, room: RoomEnds, now: number): MemberState {
  if (member.suspendedAt !== null) return 'suspended'
  const ends = member.role === 0 || member.role === 5 ? { destructSeconds: -1, expiresAt: null } : room
  const facts = {
    status: 'Active',
    firstViewedAt: member.firstEnteredAt,
    ownEndsAt: member.expiresAt,
  } as const
  if (expiryState({ ...ends, ...facts }, now).state !== 'open') return 'ended'
  if (member.startsAt !== null && member.startsAt > now) return 'waiting'
  return member.role === 0 || member.firstEnteredAt !== null ? 'came' : 'invited'
}

/**
 * Whether a search matches this person: its words begin words of the name or address, or the address contains it
 * literally.
 */
export function isPersonFound(
  { email, name }: { email: string; name: string },
  typed: string,
  words: readonly string[],
): boolean {
  const address = typed.trim().toLowerCase()
  if (address !== '' && email.toLowerCase().includes(address)) return true
  return words.length > 0 && isFoundIn(`${name} ${email}`, words)
}

/** Print copies per document as entered: empty or -1 is not set; null if it is not such a number. */
export function printsIn(typed: string): number | null {
  const text = typed.trim()
  if (text === '' || text === '-1') return -1
  const count = /^\d{1,4}$/.test(text) ? Number(text) : null
  return count !== null && count <= maxPrints ? count : null
}
