import { sql } from 'kysely'
import { accountsOf, withAccounts } from '#server/accounts/addresses/known-accounts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import type { Database } from '#server/db/open.ts'
import {
  RoomRecords,
  type EventRange,
  type FileFigures,
  type Period,
  type PersonFigures,
  type RoomDay,
  type RoomEvents,
  type RoomTotals,
} from '#server/tracking/rooms/room-activity.ts'
import type { TopBy } from '#server/rules/rooms/activity-lists.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { filesRead, type FilesRange, type FilesRead } from './files-read.ts'
import { folderHeat, type FolderHeat, type HeatRange } from './heat.ts'
import { countPeople, peopleRead, type PeopleRange, type PeopleRead } from './people-read.ts'
import { memberRows, type MemberRow } from '#server/rooms/people/member-rows.ts'
import { authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

/** A member, also one who was removed. */
export type Who = { guid: string; email: string; name: string; userGuid: string | null }

/** What one member did. */
export type MemberFigures = PersonFigures & { who: Who }

/** The files and the members with the most of one thing. */
export type RoomTop = {
  room: RoomAccess
  files: FileFigures[]
  people: MemberFigures[]
  /** Names of the files, by guid. */
  names: ReadonlyMap<string, string>
}

export type RoomOverview = RoomTop & {
  totals: RoomTotals
  /** The days since the one that was asked for on which anything was done. */
  days: RoomDay[]
  /** On which of them `people` came, and how many files they opened. */
  peopleDays: { memberGuid: string; day: number; views: number }[]
  heat: FolderHeat[]
  members: PeopleRead['counts']
}

/** Events of a room and of its items, the newest first, with the names of both. */
export type RoomLog = {
  room: RoomAccess
  events: RoomEvents
  /** By guid; an erased item has none. */
  names: ReadonlyMap<string, string>
  /** By address in lower case: only of those who have a name. */
  people: ReadonlyMap<string, string>
}

/** A page of the members of a room; `came` of `total` entered it at least once. */
export type FirstAccess = {
  room: RoomAccess
  people: (MemberRow & { user_guid: string | null })[]
  came: number
  total: number
}

const listed = 10

/**
 * What happened in a room, for its owner and co-owners, from whom nothing in it is hidden. Each method throws what the
 * room's policy says to anyone else.
 */
export class RoomActivity {
  readonly #deps: { database: Database; clock: () => number }
  readonly #records: RoomRecords

  constructor(deps: { database: Database; clock: () => number }) {
    this.#deps = deps
    this.#records = new RoomRecords(deps.database.kysely)
  }

  /**
   * The totals of a period and its first few of everything; each day of what is `shown`, and when how much was read in
   * which folders then; how many members there are of each kind.
   */
  async overview(
    identity: Identity,
    roomGuid: string,
    { shown, by, since }: Period & { shown: HeatRange; by: TopBy },
  ): Promise<RoomOverview> {
    const { kysely } = this.#deps.database
    const room = await this.#pass(identity, roomGuid)
    const top = this.#topOf(room, { by, since })
    // All at once: each is one sum over an index, and they are read side by side.
    const [found, totals, days, heat, members, peopleDays] = await Promise.all([
      top,
      this.#records.totals(roomGuid, { since }),
      this.#records.byDay(roomGuid, shown.first),
      folderHeat(kysely, roomGuid, shown),
      countPeople(kysely, roomGuid),
      top.then(({ people }) =>
        this.#records.daysOf(
          roomGuid,
          people.map(({ memberGuid }) => memberGuid),
          shown.first,
        ),
      ),
    ])
    return { ...found, totals, days, heat, members, peopleDays }
  }

  /** The files and the people with the most of one thing. */
  async top(identity: Identity, roomGuid: string, period: Period & { by: TopBy }): Promise<RoomTop> {
    return this.#topOf(await this.#pass(identity, roomGuid), period)
  }

  async #topOf(room: RoomAccess, { by, since }: Period & { by: TopBy }): Promise<RoomTop> {
    const { guid: roomGuid } = room
    const range = { by, since, limit: listed }
    const [files, figures] = await Promise.all([
      this.#records.topFiles(roomGuid, range),
      this.#records.topPeople(roomGuid, range),
    ])
    const names = await this.#names(
      roomGuid,
      files.map(({ subjectGuid }) => subjectGuid),
    )
    const who = await this.#whoAre(figures.map(({ memberGuid }) => memberGuid))
    const people = figures.flatMap((row) => {
      const found = who.get(row.memberGuid)
      return found ? [{ ...row, who: found }] : []
    })
    return { room, files, people, names }
  }

  /** The members and what each did so far. */
  async people(identity: Identity, roomGuid: string, range: PeopleRange): Promise<PeopleRead> {
    await this.#pass(identity, roomGuid)
    return peopleRead(this.#deps.database.kysely, roomGuid, range)
  }

  /** The files and what was done with each so far. */
  async files(identity: Identity, roomGuid: string, range: FilesRange): Promise<FilesRead> {
    await this.#pass(identity, roomGuid)
    return filesRead(this.#deps.database.kysely, roomGuid, range)
  }

  /** All that was ever done in a room. */
  async totals(identity: Identity, roomGuid: string): Promise<RoomTotals> {
    await this.#pass(identity, roomGuid)
    return this.#records.totals(roomGuid, { since: null })
  }

  /** What happened, event by event. */
  async log(
    identity: Identity,
    roomGuid: string,
    { pageSize, ...range }: EventRange & { pageSize: number },
  ): Promise<RoomLog> {
    const room = await this.#pass(identity, roomGuid)
    const events = await this.#records.latest(roomGuid, range, pageSize)
    const names = await this.#names(
      roomGuid,
      events.rows.map(({ subjectGuid }) => subjectGuid),
    )
    const emails = new Set(events.rows.flatMap(({ email }) => email ?? []))
    return { room, events, names, people: await this.#namesOf(roomGuid, [...emails]) }
  }

  /**
   * Who entered the room, the latest first entry first, and behind them who did not yet, by address; the owner is not
   * among them. `page` counts from 1.
   */
  async firstAccess(
    identity: Identity,
    roomGuid: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<FirstAccess> {
    const { kysely } = this.#deps.database
    const room = await this.#pass(identity, roomGuid)
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

  #pass(identity: Identity, roomGuid: string): Promise<RoomAccess> {
    const { database, clock } = this.#deps
    return authorizeRoom(database.kysely, identity, roomGuid, 'manage', clock())
  }

  async #whoAre(guids: string[]): Promise<Map<string, Who>> {
    if (guids.length === 0) return new Map()
    const { kysely } = this.#deps.database
    const rows = await kysely
      .selectFrom('member')
      .select(['guid', 'email', 'name', 'first_entered_at'])
      .where('guid', 'in', guids)
      .execute()
    const people = await withAccounts(kysely, rows, (member) => member.first_entered_at)
    return new Map(
      people.map(({ guid, email, name, user_guid: userGuid }) => [guid, { guid, email, name, userGuid }]),
    )
  }

  async #namesOf(roomGuid: string, emails: string[]): Promise<Map<string, string>> {
    if (emails.length === 0) return new Map()
    const { kysely } = this.#deps.database
    const accounts = await accountsOf(
      kysely,
      emails.map((email) => ({ email, cameAt: 0 })),
    )
    const rows = await kysely
      .selectFrom('member')
      .select(['email', 'name'])
      .where('room_guid', '=', roomGuid)
      .where(sql<string>`lower(email)`, 'in', emails)
      .execute()
    const named = rows.filter(({ name }) => name !== '')
    return new Map([
      ...[...accounts].map(([email, { name }]) => [email, name] as const),
      ...named.map(({ email, name }) => [email.toLowerCase(), name] as const),
    ])
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
