import { sql, type Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { stepsOf } from '#server/rooms/access/passing.ts'
import { loadRoom, type RoomFound } from '#server/rooms/access/room-found.ts'
import { waysTo } from '#server/rooms/tree/ways.ts'
import type { ProblemName } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-gate.ts'
import { rightAt } from '#server/rules/rooms/room-rights.ts'
import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import type { OwnRoomRecords } from '#server/tracking/room-records.ts'
import { acceptedTerms, type AcceptedTerms } from './receipts.ts'

export type RoomReceipt = {
  room: { guid: string; version: RoomVersion }
  /** The room's name, or null where its door would not say it now. */
  name: string | null
  /** Why the room cannot be entered now, or null. */
  refusal: ProblemName | null
  owner: { name: string; email: string }
  /** The proved addresses under which things are recorded. */
  emails: string[]
  records: OwnRoomRecords
  /** The names of those items of the records that the member may see now. */
  names: ReadonlyMap<string, string>
  accepted: AcceptedTerms[]
}

/** What is recorded about a member of a room, shown to that member: by proved addresses, and by nothing else. */
export class RoomReceipts {
  readonly #needs: { database: Database; tracking: Tracking; clock: () => number }

  constructor(needs: { database: Database; tracking: Tracking; clock: () => number }) {
    this.#needs = needs
  }

  /** Null for who is no member now, and where there is no such room; `manager` of whom nothing is recorded apart. */
  async of(identity: Identity, roomGuid: string): Promise<RoomReceipt | 'manager' | null> {
    const { database, tracking, clock } = this.#needs
    const now = clock()
    const room = await loadRoom(database.kysely, identity, roomGuid, now)
    if (!room) return null
    const { standing } = room.gate
    if (standing === 'owner' || standing === 'co-owner') return 'manager'
    if (standing !== 'member') return null
    const emails = await allProvedEmails(database.kysely, identity)
    const refusal = decideInRoom(room.gate, 'enter', now)
    const [records, accepted] = await Promise.all([
      tracking.roomRecords(roomGuid, emails),
      acceptedIn(database.kysely, roomGuid, emails),
    ])
    const names = refusal === null ? await namesSeen(database.kysely, room, records) : new Map()
    return {
      room: { guid: room.guid, version: room.version },
      name: refusal === null ? room.name : null,
      refusal,
      owner: { name: room.owner.name, email: room.owner.email },
      emails,
      records,
      names,
      accepted,
    }
  }
}

async function namesSeen(
  kysely: Kysely<Schema>,
  room: RoomFound,
  { visits, others }: OwnRoomRecords,
): Promise<Map<string, string>> {
  const guids = new Set([...visits, ...others].map(({ subjectGuid }) => subjectGuid))
  guids.delete(room.guid)
  const ways = await waysTo(kysely, [...guids])
  const seen = [...ways].filter(([, way]) => (rightAt(room.grants, stepsOf(way)) ?? 0) > 0)
  return new Map(seen.map(([guid, way]) => [guid, way.at(-1)!.name]))
}

async function acceptedIn(
  kysely: Kysely<Schema>,
  roomGuid: string,
  emails: string[],
): Promise<AcceptedTerms[]> {
  const rows = await kysely
    .selectFrom('room_acceptance')
    .innerJoin('terms', 'terms.guid', 'room_acceptance.terms_guid')
    .select([
      'room_acceptance.guid',
      'terms.text',
      'room_acceptance.sha256',
      'room_acceptance.accepted_at',
      'room_acceptance.ip',
      'room_acceptance.user_agent',
    ])
    .where('room_acceptance.room_guid', '=', roomGuid)
    .where(sql<string>`lower(room_acceptance.email)`, 'in', emails)
    .orderBy('room_acceptance.accepted_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(acceptedTerms)
}
