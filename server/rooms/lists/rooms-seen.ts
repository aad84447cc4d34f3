import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { grantsOf } from '#server/rules/rooms/room-rights.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { rulesByMember } from '#server/rooms/rights/rules-of.ts'
import type { RoomListed } from './rooms-found.ts'

/** Those of several rooms that their person can browse now, with what they can do where in each. Two queries. */
export async function browsable(
  kysely: Kysely<Schema>,
  rooms: readonly RoomListed[],
  now: number,
): Promise<RoomAccess[]> {
  const open = rooms.filter(({ policyFacts }) => decideInRoom(policyFacts, 'browse', now) === null)
  const rules = await rulesByMember(
    kysely,
    open.flatMap(({ member }) => member ?? []),
  )
  return open.flatMap((room) => {
    const { role } = room.policyFacts
    if (role === null) return []
    const own = rules.get(room.member?.guid ?? '') ?? []
    return [{ ...room, rules: own, grants: grantsOf(role, own) }]
  })
}
