import { isFoundIn, searchWords } from '#server/rules/text/search-words.ts'
import { teamRoles } from './team-roles.ts'

/** The state of someone in a team, in the words of the filters. */
export const personStates = [
  'active',
  'pending',
  'suspended',
  'invited',
  'expired',
  'asked',
  'rejected',
  'withdrawn',
  'left',
] as const
export type PersonState = (typeof personStates)[number]

export const personStateLabel: Readonly<Record<PersonState, string>> = {
  active: 'Active',
  pending: 'Pending',
  suspended: 'Suspended',
  invited: 'Invited',
  expired: 'Invitation expired',
  asked: 'Wants to join',
  rejected: 'Rejected',
  withdrawn: 'Invitation withdrawn',
  left: 'Left',
}

export const teamRoleLabels = ['Owner', 'Admin', 'Member'] as const

export function teamRoleLabel(role: number): string {
  return teamRoleLabels[role] ?? teamRoleLabels[teamRoles.member]
}

/** What decides the state of an account that is in a team. */
export type AccountState = {
  status: 'Active' | 'Pending' | 'Suspended'
  inviteStatus: string
  needsSetup: boolean
}

/** Pending is an account that its person has not confirmed, or not set up. */
export function stateOfAccount({ status, inviteStatus, needsSetup }: AccountState): PersonState {
  if (status === 'Suspended') return 'suspended'
  return status === 'Active' && inviteStatus === 'Active' && !needsSetup ? 'active' : 'pending'
}

type PlaceState = 'Invited' | 'Asked' | 'Rejected' | 'Withdrawn' | 'Joined' | 'Left' | 'Removed'

/** The state of an address that has no account in the team. */
export function stateOfPlace(
  { state, expiresAt }: { state: PlaceState; expiresAt: number | null },
  now: number,
): PersonState {
  if (state === 'Invited') return expiresAt !== null && expiresAt <= now ? 'expired' : 'invited'
  if (state === 'Asked') return 'asked'
  if (state === 'Rejected') return 'rejected'
  return state === 'Withdrawn' ? 'withdrawn' : 'left'
}

/** Whether a search finds this person: by the beginnings of words, or literally in the address. */
export function isTeamPersonFound({ name, email }: { name: string; email: string }, typed: string): boolean {
  const literal = typed.trim().toLowerCase()
  if (literal === '' || email.includes(literal)) return true
  const words = searchWords(typed)
  return words.length > 0 && isFoundIn(`${name} ${email}`, words)
}
