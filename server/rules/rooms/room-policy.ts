import { expiryState, type ExpiryFacts } from '#server/rules/sharing/expiry.ts'
import type { ProblemName } from '#server/rules/problems.ts'
import { roles, type Role } from './room-roles.ts'

/**
 * Someone's relationship to one room: its owner; a co-owner, signed in; another member who confirmed the address; a
 * person who confirmed another address, is suspended or was removed; or someone of whom nothing is known.
 */
export type RoomRelationship = 'owner' | 'co-owner' | 'member' | 'other' | 'unknown'

/**
 * What someone wants to do with a room. `enter` begins a visit and `browse` needs one; `add` and `arrange` also need
 * permission on the folder; `manage` is about members and settings; `remove` moves the room to the trash; `own` is what
 * only the owner does; `leave` is to leave it oneself.
 */
export const roomActs = ['enter', 'browse', 'add', 'arrange', 'manage', 'remove', 'own', 'leave'] as const
export type RoomAct = (typeof roomActs)[number]

export type RoomPolicyFacts = Omit<ExpiryFacts, 'status'> & {
  relationship: RoomRelationship
  /** The member's, or its group's; null for someone who is not a member. */
  role: Role | null
  status: 'Active' | 'Archived' | 'Trashed'
  ownerStatus: 'Active' | 'Pending' | 'Suspended'
  /** Whether it is over the limits of its owner's plan: to everyone else its owner then counts as suspended. */
  isOverPlan: boolean
  /** When the member's access starts; epoch milliseconds. */
  ownStartsAt: number | null
  owesTerms: boolean
  /** Whether a visit of this member is still valid. */
  isEntered: boolean
}

/** Whether someone may read the room's name and description: members who must accept its terms do that first. */
export function mayReadName({ relationship, owesTerms, isEntered }: RoomPolicyFacts): boolean {
  return relationship !== 'member' || !owesTerms || isEntered
}

/** The one decision on a room: null if allowed, else the Problem that says why not. */
export function decideInRoom(facts: RoomPolicyFacts, act: RoomAct, now: number): ProblemName | null {
  if (facts.relationship === 'unknown') return 'identityNeeded'
  if (facts.relationship === 'other') return 'notRecipient'
  return (
    closedRoom(facts, act, now) ?? notOfRole(facts, act) ?? readOnly(facts, act) ?? notEntered(facts, act)
  )
}

function closedRoom(facts: RoomPolicyFacts, act: RoomAct, now: number): ProblemName | null {
  // Only the owner can open a room in the trash, to restore it or delete it.
  if (facts.status === 'Trashed') return facts.relationship === 'owner' && act === 'own' ? null : 'roomClosed'
  if (facts.relationship === 'owner') return null
  if (facts.ownerStatus !== 'Active') return 'roomClosed'
  if (facts.ownStartsAt !== null && facts.ownStartsAt > now) return 'roomNotYet'
  // A co-owner keeps access when the room ends for others.
  const ends = facts.relationship === 'co-owner' ? { ...facts, destructSeconds: -1, expiresAt: null } : facts
  const { state } = expiryState({ ...ends, status: 'Active' }, now)
  return state === 'open' ? null : 'roomExpired'
}

function notOfRole({ relationship, role }: RoomPolicyFacts, act: RoomAct): ProblemName | null {
  const isManager = relationship === 'owner' || relationship === 'co-owner'
  if (act === 'own') return relationship === 'owner' ? null : 'roomRoleNeeded'
  if (act === 'leave') return relationship === 'owner' ? 'ownerStays' : null
  if (act === 'manage') return isManager ? null : 'roomRoleNeeded'
  if (act === 'add' || act === 'arrange' || act === 'remove')
    return isManager || role === roles.contributor ? null : 'roomRoleNeeded'
  return null
}

function readOnly({ status, isOverPlan }: RoomPolicyFacts, act: RoomAct): ProblemName | null {
  if (act !== 'add' && act !== 'arrange') return null
  if (isOverPlan) return 'roomOverPlan'
  return status === 'Archived' ? 'roomArchived' : null
}

/** Owner and co-owners accept no terms and enter without a visit. New terms apply from the next visit on. */
function notEntered(
  { relationship, owesTerms, isEntered }: RoomPolicyFacts,
  act: RoomAct,
): ProblemName | null {
  if (relationship !== 'member' || act === 'leave' || isEntered) return null
  if (owesTerms) return 'termsNeeded'
  return act === 'enter' ? null : 'enterFirst'
}
