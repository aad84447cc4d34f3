import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { mayReadName } from '#server/rules/rooms/room-policy.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { membersIn } from '#server/rooms/room-size.ts'
import { loadRooms, type RoomListed } from './rooms-found.ts'

/** In which order rooms are listed. */
export const roomOrders = ['visit', 'newest', 'name'] as const
export type RoomOrder = (typeof roomOrders)[number]

/**
 * The row before or after a page: the value that the list is ordered by (an empty name: the room's own), and the room
 * itself.
 */
export type RoomBeside = { side: 'after' | 'before'; key: number | string; guid: string }

export type RoomRange = {
  order: RoomOrder
  /** Part of a name that the person can read, in any case; empty for all. */
  search: string
  pageSize: number
  beside: RoomBeside | null
  /** How many rooms from there come before the page: for programs, which ask for a page by its number. */
  skip?: number
}

/** `people` counts the members, for people who manage the room; null for others. */
export type RoomRow = { room: RoomListed; key: number | string; people: number | null }
export type RoomPage = { emails: string[]; rows: RoomRow[]; hasBefore: boolean; hasAfter: boolean }

/** The rooms of one person: their own, and those of others that one of the confirmed addresses is a member of. */
export class RoomLists {
  readonly #deps: { database: Database; clock: () => number }

  constructor(deps: { database: Database; clock: () => number }) {
    this.#deps = deps
  }

  /** A page of them. Rooms in the trash are not listed, nor any from which the person was removed or suspended. */
  async list(identity: Identity, range: RoomRange): Promise<RoomPage> {
    const { database, clock } = this.#deps
    const { kysely } = database
    const emails = await allProvedEmails(kysely, identity)
    if (emails.length === 0) return { emails, rows: [], hasBefore: false, hasAfter: false }
    const { pageSize, search } = range
    const beside = await withKey(kysely, range)
    const isBackwards = beside?.side === 'before'
    const listed = await listedRooms(
      kysely,
      { ownerGuid: identity.user?.guid ?? '', emails },
      { ...range, beside },
    ).execute()
    const shown = listed.slice(0, pageSize)
    if (isBackwards) shown.reverse()
    const guids = shown.map(({ guid }) => guid)
    const rooms = await loadRooms(kysely, identity, guids, clock())
    const managed = guids.filter((guid) => isManaged(rooms.get(guid)))
    const people = await membersIn(kysely, managed)
    const hasMore = listed.length > pageSize
    return {
      emails,
      rows: shown.flatMap(({ guid, key }) => {
        const room = rooms.get(guid)
        // People who have not accepted the terms do not find a room by its name.
        const isFound = room !== undefined && (search.trim() === '' || mayReadName(room.policyFacts))
        return isFound ? [{ room, key, people: isManaged(room) ? (people.get(guid) ?? 0) : null }] : []
      }),
      hasBefore: isBackwards ? hasMore : beside !== null,
      hasAfter: isBackwards || hasMore,
    }
  }

  /** How many there are on all pages. */
  async count(identity: Identity): Promise<number> {
    const { kysely } = this.#deps.database
    const emails = await allProvedEmails(kysely, identity)
    if (emails.length === 0) return 0
    const { count } = await kysely
      .selectFrom(candidates(kysely, { ownerGuid: identity.user?.guid ?? '', emails }).as('candidate'))
      .innerJoin('room', 'room.guid', 'candidate.room_guid')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('room.binned_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
}

/** The position with the room's name, which may not be allowed in an address. */
async function withKey(kysely: Kysely<Schema>, { order, beside }: RoomRange): Promise<RoomBeside | null> {
  if (beside === null || order !== 'name' || beside.key !== '') return beside
  const room = await kysely
    .selectFrom('room')
    .select(sql<string>`lower(name)`.as('key'))
    .where('guid', '=', beside.guid)
    .executeTakeFirst()
  return room ? { ...beside, key: room.key } : null
}

function isManaged(room: RoomListed | undefined): boolean {
  return room?.policyFacts.relationship === 'owner' || room?.policyFacts.relationship === 'co-owner'
}

const orders = {
  visit: { key: sql<number | string>`coalesce(candidate.entered_at, 0)`, direction: 'desc' },
  newest: { key: sql<number | string>`room.created_at`, direction: 'desc' },
  name: { key: sql<number | string>`lower(room.name)`, direction: 'asc' },
} as const

/** One more than fits on a page, from the adjacent row on; a person's rooms are few enough to be sorted. */
function listedRooms(
  kysely: Kysely<Schema>,
  whose: { ownerGuid: string; emails: string[] },
  { order, search, pageSize, beside, skip = 0 }: RoomRange,
) {
  const { key, direction } = orders[order]
  const path = (direction === 'asc') === (beside?.side !== 'before') ? 'asc' : 'desc'
  let rows = kysely
    .selectFrom(candidates(kysely, whose).as('candidate'))
    .innerJoin('room', 'room.guid', 'candidate.room_guid')
    .select(['room.guid', key.as('key')])
    .where('room.binned_at', 'is', null)
    .orderBy('key', path)
    .orderBy('room.guid', path)
    .limit(pageSize + 1)
    .offset(skip)
  if (search.trim() !== '') rows = rows.where(isNamedLike(search.trim()))
  if (beside) {
    const [row, known] = [sql`(${key}, room.guid)`, sql`(${beside.key}, ${beside.guid})`]
    rows = rows.where(path === 'asc' ? sql<SqlBool>`${row} > ${known}` : sql<SqlBool>`${row} < ${known}`)
  }
  return rows
}

/** Each room once, with the latest visit of its person. */
function candidates(kysely: Kysely<Schema>, { ownerGuid, emails }: { ownerGuid: string; emails: string[] }) {
  const member = kysely
    .selectFrom('member')
    .innerJoin('room as of_member', 'of_member.guid', 'member.room_guid')
    .select(['member.room_guid', 'member.entered_at'])
    .where(sql<string>`lower(member.email)`, 'in', emails)
    .where('member.removed_at', 'is', null)
    // An owner is known by the account alone, and is never suspended.
    .where((row) =>
      row.or([
        row('of_member.owner_guid', '=', ownerGuid),
        row.and([row('member.suspended_at', 'is', null), row('member.role', '!=', roles.owner)]),
      ]),
    )
  const owned = kysely
    .selectFrom('room')
    .select(['room.guid as room_guid', sql<number | null>`cast(null as bigint)`.as('entered_at')])
    .where('room.owner_guid', '=', ownerGuid)
  return kysely
    .selectFrom(member.unionAll(owned).as('way'))
    .select(({ fn }) => ['way.room_guid', fn.max('way.entered_at').as('entered_at')])
    .groupBy('way.room_guid')
}

function isNamedLike(text: string) {
  const like = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(room.name like ${like(text)} escape '\\' or lower(room.name) like ${like(text.toLowerCase())} escape '\\')`
}
