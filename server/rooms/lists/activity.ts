import { sql } from 'kysely'
import { withAccounts } from '#server/accounts/addresses/known-accounts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import type { Database } from '#server/db/open.ts'
import { readingTimesByEmail, roomReadingTime, type ReadingTime } from '#server/tracking/member-times.ts'
import {
  RoomRecords,
  type EventPlace,
  type FileFigures,
  type Moment,
  type PersonFigures,
  type RoomEvents,
  type RoomTotals,
  type TopBy,
} from '#server/tracking/room-activity.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { memberRows, type MemberRow } from '#server/rooms/people/member-rows.ts'
import { authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

const listed = 10
const day = 86_400_000

export type RoomActivityPage = {
  room: RoomAccess
  totals: RoomTotals
  files: FileFigures[]
  people: PersonFigures[]
  /** When they came in the last two weeks. */
  moments: Moment[]
  /** How long all members read in total; and those of `people` who did, by address in lower case. */
  time: ReadingTime
  times: ReadonlyMap<string, ReadingTime>
  events: RoomEvents
  /** Names of the items on the page, by guid; an erased one has none. */
  names: Map<string, string>
}

/** A page of the members of a room; `came` of `total` entered it at least once. */
export type FirstAccess = {
  room: RoomAccess
  people: (MemberRow & { user_guid: string | null })[]
  came: number
  total: number
}

/** What happened in a room, for its owner and co-owners, from whom nothing in it is hidden. */
export class RoomActivity {
  readonly #deps: { database: Database; clock: () => number }
  readonly #records: RoomRecords

  constructor(deps: { database: Database; clock: () => number }) {
    this.#deps = deps
    this.#records = new RoomRecords(deps.database.kysely)
  }

  /** Throws what the room's policy says to anyone who does not manage the room. */
  async page(
    identity: Identity,
    roomGuid: string,
    { before, pageSize }: { before: EventPlace | null; pageSize: number },
  ): Promise<RoomActivityPage> {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, roomGuid, 'manage', clock())
    const [totals, time, files, people, events] = await Promise.all([
      this.#records.totals(roomGuid),
      roomReadingTime(database.kysely, roomGuid),
      this.#records.topFiles(roomGuid, listed),
      this.#records.topPeople(roomGuid, listed),
      this.#records.latest(roomGuid, before, pageSize),
    ])
    const subjects = [...files, ...events.rows].map(({ subjectGuid }) => subjectGuid)
    const names = await this.#names(roomGuid, subjects)
    const emails = people.map(({ email }) => email)
    const moments = await this.#records.moments(roomGuid, emails, clock() - 14 * day)
    const times = await this.#times(roomGuid, people)
    return { room, totals, time, files, people, moments, times, events, names }
  }

  /**
   * Who entered the room, the latest first entry first, and behind them who did not yet, by address; the owner is not
   * among them. `page` counts from 1. Throws what `page` throws.
   */
  async firstAccess(
    identity: Identity,
    roomGuid: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<FirstAccess> {
    const { database, clock } = this.#deps
    const { kysely } = database
    const room = await authorizeRoom(kysely, identity, roomGuid, 'manage', clock())
    const all = memberRows(kysely, roomGuid).where('member.role', '!=', roles.owner)
    const rows = await all
      .orderBy(sql`case when member.first_entered_at is null then 1 else 0 end`)
      .orderBy('member.first_entered_at', 'desc')
      .orderBy('member.email')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    const { came, total } = await kysely
      .selectFrom('member')
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn.count<number>('first_entered_at').as('came'),
      ])
      .where('room_guid', '=', roomGuid)
      .where('removed_at', 'is', null)
      .where('role', '!=', roles.owner)
      .executeTakeFirstOrThrow()
    const people = await withAccounts(kysely, rows, (member) => member.first_entered_at)
    return { room, people, came: Number(came), total: Number(total) }
  }

  /** The files and the people with the most of one thing. Throws what `page` throws. */
  async top(
    identity: Identity,
    roomGuid: string,
    by: TopBy,
  ): Promise<Pick<RoomActivityPage, 'room' | 'files' | 'people' | 'times' | 'names'>> {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, roomGuid, 'manage', clock())
    const files = await this.#records.topFiles(roomGuid, listed, by)
    const people = await this.#records.topPeople(roomGuid, listed, by)
    const names = await this.#names(
      roomGuid,
      files.map(({ subjectGuid }) => subjectGuid),
    )
    return { room, files, people, times: await this.#times(roomGuid, people), names }
  }

  #times(roomGuid: string, people: readonly PersonFigures[]): Promise<Map<string, ReadingTime>> {
    const emails = people.map(({ email }) => email)
    return readingTimesByEmail(this.#deps.database.kysely, roomGuid, emails)
  }

  async #names(roomGuid: string, guids: string[]): Promise<Map<string, string>> {
    if (guids.length === 0) return new Map()
    const rows = await this.#deps.database.kysely
      .selectFrom('item')
      .select(['guid', 'name'])
      .where('room_guid', '=', roomGuid)
      .where('guid', 'in', [...new Set(guids)])
      .execute()
    return new Map(rows.map(({ guid, name }) => [guid, name]))
  }
}
