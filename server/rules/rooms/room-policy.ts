import { expiryState, type ExpiryFacts } from '#server/rules/sharing/expiry.ts'
import type { ProblemName } from '#server/rules/problems.ts'
import { roles, type Role } from './room-roles.ts'

/**
 * Who asks, in relation to one room: its owner; a co-owner, signed in; another member who proved the address;
 * a person who proved another address, is suspended or was removed; or someone of whom nothing is known.
 */
export type RoomRelationship = 'owner' | 'co-owner' | 'member' | 'other' | 'unknown'

/**
 * What someone wants to do with a room. `enter` begins a visit and `browse` needs one; `add` and `arrange`
 * need the right on the folder besides; `manage` is about people and settings; `remove` puts the room into
 * the bin; `own` is what the owner alone does; `leave` is to go by oneself.
 */
export const roomActs = ['enter', 'browse', 'add', 'arrange', 'manage', 'remove', 'own', 'leave'] as const
export type RoomAct = (typeof roomActs)[number]

export type RoomPolicyFacts = Omit<ExpiryFacts, 'status'> & {
  relationship: RoomRelationship
  /** The member's, or its group's; null of who is none. */
  role: Role | null
  status: 'Active' | 'Archived' | 'Binned'
  ownerStatus: 'Active' | 'Pending' | 'Suspended'
  /** When the member's time begins; epoch milliseconds. */
  ownStartsAt: number | null
  owesTerms: boolean
  /** Whether a visit of this member still holds. */
  isEntered: boolean
}

/**
 * Whether someone may read what the room is called, and says of itself: a member who owes its terms accepts
 * them first.
 */
export function mayReadName({ relationship, owesTerms, isEntered }: RoomPolicyFacts): boolean {
  return relationship !== 'member' || !owesTerms || isEntered
}

/** The one decision on a room: null when allowed, else the Problem that says why not. */
export function decideInRoom(facts: RoomPolicyFacts, act: RoomAct, now: number): ProblemName | null {
  if (facts.relationship === 'unknown') return 'identityNeeded'
  if (facts.relationship === 'other') return 'notRecipient'
  return (
    closedRoom(facts, act, now) ?? notOfRole(facts, act) ?? readOnly(facts, act) ?? notEntered(facts, act)
  )
}

function closedRoom(facts: RoomPolicyFacts, act: RoomAct, now: number): ProblemName | null {
  // The bin opens to the owner alone, who brings the room back or deletes it.
  if (facts.status === 'Binned') return facts.relationship === 'owner' && act === 'own' ? null : 'roomClosed'
  if (facts.relationship === 'owner') return null
  if (facts.ownerStatus !== 'Active') return 'roomClosed'
  if (facts.ownStartsAt !== null && facts.ownStartsAt > now) return 'roomNotYet'
  // A co-owner keeps what others lose with the room's own end.
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

function readOnly({ status }: RoomPolicyFacts, act: RoomAct): ProblemName | null {
  return status === 'Archived' && (act === 'add' || act === 'arrange') ? 'roomArchived' : null
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
