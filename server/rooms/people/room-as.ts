import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { findHolder, type RightHolder } from '#server/rooms/rights/right-holders.ts'
import { loadRoom, type RoomAccess } from '#server/rooms/access/room-access.ts'

/** A room as one of its members has it. */
export type RoomAs = {
  member: RightHolder & { email: string }
  /** What this member would prove on the sign-in page; it has no visit, and gets none. */
  identity: Identity
  room: RoomAccess
  /** Why this member cannot enter now, whatever the permissions; having to accept terms or to enter does not count. */
  refusal: ProblemName | null
}

/**
 * What a member of a room would find in it at this moment, for people who manage the room: `room` is as authorized for
 * its manager. Nothing of it counts as the member's visit. Throws notFound, rightsOfOwners.
 */
export async function loadRoomAs(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  memberGuid: string,
  now: number,
): Promise<RoomAs> {
  const refused = decideInRoom(room.policyFacts, 'manage', now)
  if (refused) throw new Problem(refused)
  const member = await findHolder(kysely, room.guid, memberGuid)
  if (member.email === null) throw new Problem('notFound')
  const identity = { user: null, readerEmail: member.email, browserId: `as ${memberGuid}` }
  const as = await loadRoom(kysely, identity, room.guid, now)
  if (!as) throw new Problem('notFound')
  const entered = { ...as.policyFacts, isEntered: true, owesTerms: false }
  return {
    member: { ...member, email: member.email },
    identity,
    room: as,
    refusal: decideInRoom(entered, 'browse', now),
  }
}
