import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { ancestorsOf } from '#server/rooms/access/authorize-room.ts'
import { loadRoom, type RoomAccess } from '#server/rooms/access/room-access.ts'
import { pathsTo } from '#server/rooms/tree/paths.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { rightAt } from '#server/rules/rooms/room-rights.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import type { OwnRoomRecords } from '#server/tracking/rooms/room-records.ts'
import { acceptedBy } from './accepted-rows.ts'
import type { Receipt } from './receipt-shape.ts'

type Deps = { database: Database; tracking: Tracking; clock: () => number }

/**
 * What is recorded about a member of a room: null for anyone who is not a member now, and if there is no such room;
 * `manager` for people about whom nothing is recorded separately.
 */
export async function roomReceipt(
  { database, tracking, clock }: Deps,
  identity: Identity,
  roomGuid: string,
): Promise<Receipt | 'manager' | null> {
  const now = clock()
  const room = await loadRoom(database.kysely, identity, roomGuid, now)
  if (!room) return null
  const { relationship } = room.policyFacts
  if (relationship === 'owner' || relationship === 'co-owner') return 'manager'
  if (relationship !== 'member') return null
  const emails = await allProvedEmails(database.kysely, identity)
  const refusal = decideInRoom(room.policyFacts, 'enter', now)
  const [records, accepted] = await Promise.all([
    tracking.roomRecords(roomGuid, emails),
    acceptedBy(database.kysely, { room: roomGuid }, emails),
  ])
  return {
    of: { room: room.guid, version: room.version },
    name: refusal === null ? room.name : null,
    refusal,
    owner: { name: room.owner.name, email: room.owner.email },
    emails,
    records,
    names: refusal === null ? await namesSeen(database.kysely, room, records) : new Map<string, string>(),
    accepted,
    requests: [],
  }
}

async function namesSeen(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  { visits, others }: OwnRoomRecords,
): Promise<Map<string, string>> {
  const guids = new Set([...visits, ...others].map(({ subjectGuid }) => subjectGuid))
  guids.delete(room.guid)
  const paths = await pathsTo(kysely, [...guids])
  const seen = [...paths].filter(([, path]) => (rightAt(room.grants, ancestorsOf(path)) ?? 0) > 0)
  return new Map(seen.map(([guid, path]) => [guid, path.at(-1)!.name]))
}
