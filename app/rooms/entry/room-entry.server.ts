import { expiryState } from '#server/rules/sharing/expiry.ts'
import { duration, shownTime, type ShownTime } from '#server/rules/text/format.ts'
import type { RoomGateFacts } from '#server/rules/rooms/room-gate.ts'
import { roleHint, roleName } from '#server/rules/rooms/room-roles.ts'
import type { RoomAccess } from '#server/rooms/access/room-found.ts'

/** What a member reads of a room before going in. */
export type RoomEntry = {
  name: string
  description: string
  owner: string
  reader: string | null
  isFirst: boolean
  role: { name: string; hint: string } | null
  /** When it ends for this member, in words; null where it does not. */
  end: string | null
  isMarked: boolean
}

export function roomEntry(room: RoomAccess, now: number, timeZone: string): RoomEntry {
  const { gate, version, member } = room
  return {
    name: room.name,
    description: room.description,
    owner: `${room.owner.name} (${room.owner.email})`,
    reader: room.email,
    isFirst: member?.firstEnteredAt === null,
    role:
      gate.role === null ? null : { name: roleName(gate.role, version), hint: roleHint(gate.role, version) },
    end: endOf(gate, now, timeZone),
    isMarked: room.watermark !== null,
  }
}

function endOf(gate: RoomGateFacts, now: number, timeZone: string): string | null {
  const found = expiryState({ ...gate, status: 'Active' }, now)
  if (found.state !== 'open') return null
  if (found.endsAt !== null) return `Your access ends on ${shownTime(found.endsAt, timeZone).text}.`
  if (found.waits !== 'first opening') return null
  return `Your access ends ${duration(gate.destructSeconds * 1000)} after you enter for the first time.`
}

/** From when on a member may come in; null where the time has begun. */
export function beginning({ gate }: RoomAccess, now: number, timeZone: string): ShownTime | null {
  const { ownStartsAt } = gate
  return ownStartsAt !== null && ownStartsAt > now ? shownTime(ownStartsAt, timeZone) : null
}
