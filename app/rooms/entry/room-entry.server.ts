import { expiryState } from '#server/rules/sharing/expiry.ts'
import { duration, shownTime, type ShownTime } from '#server/rules/text/format.ts'
import type { RoomPolicyFacts } from '#server/rules/rooms/room-policy.ts'
import { roleHint, roleName } from '#server/rules/rooms/room-roles.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

/** What a member reads about a room before entering. */
export type RoomEntry = {
  name: string
  description: string
  owner: string
  reader: string | null
  isFirst: boolean
  role: { name: string; hint: string } | null
  /** When it ends for this member, in words; null if it does not. */
  end: string | null
  isMarked: boolean
}

export function roomEntry(room: RoomAccess, now: number, timeZone: string): RoomEntry {
  const { policyFacts, version, member } = room
  return {
    name: room.name,
    description: room.description,
    owner: `${room.owner.name} (${room.owner.email})`,
    reader: room.email,
    isFirst: member?.firstEnteredAt === null,
    role:
      policyFacts.role === null
        ? null
        : { name: roleName(policyFacts.role, version), hint: roleHint(policyFacts.role, version) },
    end: endOf(policyFacts, now, timeZone),
    isMarked: room.watermark !== null,
  }
}

function endOf(policyFacts: RoomPolicyFacts, now: number, timeZone: string): string | null {
  const found = expiryState({ ...policyFacts, status: 'Active' }, now)
  if (found.state !== 'open') return null
  if (found.endsAt !== null) return `Your access ends on ${shownTime(found.endsAt, timeZone).text}.`
  if (found.waits !== 'first opening') return null
  return `Your access ends ${duration(policyFacts.destructSeconds * 1000)} after you first enter.`
}

/** When a member's access starts; null if it has started. */
export function beginning({ policyFacts }: RoomAccess, now: number, timeZone: string): ShownTime | null {
  const { ownStartsAt } = policyFacts
  return ownStartsAt !== null && ownStartsAt > now ? shownTime(ownStartsAt, timeZone) : null
}
