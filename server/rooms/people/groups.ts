import { sql, type Kysely, type Selectable } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RoomGroupTable } from '#server/db/tables/room-tables.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { maxGroupNameLength, maxGroups } from '#server/rules/rooms/room-people.ts'
import { roleName, type Role } from '#server/rules/rooms/room-roles.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { Events } from '#server/events/events.ts'
import type { PlainKind } from '#server/events/events.ts'
import { lockRoom, authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

type Deps = {
  database: Database
  events: Events
  words: { blockedWords?: WordFilter }
  clock: () => number
}

export type GroupRow = Selectable<RoomGroupTable> & { people: number }
export type GroupSettings = { name: string; role: 1 | 2 | 3 | 4; allowedPrint: number }
/** What deleting a group would change: how many people return to which role, and whether some then see more. */
export type GroupEnd = { byRole: { role: Role; people: number }[]; hides: boolean }

/**
 * Named sets of a room's members with one set of permissions. Only owner and co-owners see and change them. Every
 * method throws what the room's policy says; a group of another room is notFound.
 */
export class Groups {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** All groups of a room, by name; none in version 1. */
  async list(identity: Identity, roomGuid: string): Promise<{ room: RoomAccess; groups: GroupRow[] }> {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, roomGuid, 'manage', clock())
    const groups = await groupRows(database.kysely, roomGuid)
      .orderBy(sql`lower(room_group.name)`)
      .execute()
    return { room, groups: groups.map(counted) }
  }

  async find(
    identity: Identity,
    roomGuid: string,
    groupGuid: string,
  ): Promise<{ room: RoomAccess; group: GroupRow; end: GroupEnd }> {
    const { database, clock } = this.#deps
    const room = await authorizeRoom(database.kysely, identity, roomGuid, 'manage', clock())
    const group = await groupOf(database.kysely, roomGuid, groupGuid)
    return { room, group, end: await endOf(database.kysely, groupGuid) }
  }

  /** Creates a group, and returns its guid. Throws noGroupsHere, groupsFull, groupNameTaken and textRefused. */
  async make(identity: Identity, roomGuid: string, settings: GroupSettings): Promise<string> {
    return this.#hold(identity, roomGuid, async (tx, room) => {
      const name = this.#nameIn(settings.name)
      if (await isTaken(tx, roomGuid, name)) throw new Problem('groupNameTaken')
      const guid = newGuid()
      const { rows } = await sql`
        insert into room_group (guid, room_guid, name, role, allowed_print, created_at)
        select cast(${guid} as text), cast(${roomGuid} as text), cast(${name} as text), cast(${settings.role} as bigint),
          cast(${settings.allowedPrint} as bigint), cast(${this.#deps.clock()} as bigint)
        where (select count(*) from room_group where room_guid = ${roomGuid}) < ${maxGroups}
        returning guid`.execute(tx)
      if (rows.length === 0) throw new Problem('groupsFull')
      await this.#record(tx, room, 'GroupMade', name)
      return guid
    })
  }

  /** Gives a group another name, role or number of copies. Throws groupNameTaken, textRefused and groupChanged. */
  async change(
    identity: Identity,
    roomGuid: string,
    groupGuid: string,
    { seen, ...settings }: GroupSettings & { seen: string },
  ): Promise<void> {
    await this.#hold(identity, roomGuid, async (tx, room) => {
      const before = await groupOf(tx, roomGuid, groupGuid)
      if (groupSeen(before) !== seen) throw new Problem('groupChanged')
      const name = this.#nameIn(settings.name)
      const { role, allowedPrint } = settings
      if (await isTaken(tx, roomGuid, name, groupGuid)) throw new Problem('groupNameTaken')
      const changes = [
        ...(name === before.name ? [] : [`renamed to ${name}`]),
        ...(role === before.role ? [] : [roleName(role, room.version)]),
        ...(allowedPrint === before.allowed_print
          ? []
          : [allowedPrint < 0 ? 'no print limit' : `${allowedPrint} print copies per document`]),
      ]
      if (changes.length === 0) return
      await tx
        .updateTable('room_group')
        .set({ name, role, allowed_print: allowedPrint })
        .where('guid', '=', groupGuid)
        .execute()
      await this.#record(tx, room, 'GroupChanged', `${before.name}: ${changes.join('; ')}`)
    })
  }

  /** Deletes a group with its permissions. Its members stay, each with their own role and permissions. */
  async remove(identity: Identity, roomGuid: string, groupGuid: string): Promise<void> {
    await this.#hold(identity, roomGuid, async (tx, room) => {
      const { name } = await groupOf(tx, roomGuid, groupGuid)
      await tx.deleteFrom('room_group').where('guid', '=', groupGuid).execute()
      await this.#record(tx, room, 'GroupRemoved', name)
    })
  }

  #nameIn(typed: string): string {
    const { words } = this.#deps
    const name = plainText(typed, { field: 'name', maxLength: maxGroupNameLength, ...words }).replace(
      /\s+/g,
      ' ',
    )
    if (name === '') throw new Problem('textRefused', { field: 'name', text: 'Enter a group name.' })
    return name
  }

  async #hold<T>(
    identity: Identity,
    roomGuid: string,
    work: (tx: Transaction, room: RoomAccess) => Promise<T>,
  ): Promise<T> {
    const { database, clock } = this.#deps
    return database.transaction(async (tx) => {
      const room = await lockRoom(tx, identity, roomGuid, 'manage', clock())
      if (room.version === 1) throw new Problem('noGroupsHere')
      return work(tx, room)
    })
  }

  async #record(tx: Transaction, room: RoomAccess, kind: PlainKind, group: string): Promise<void> {
    const { guid, email } = room
    await this.#deps.events.record(tx, {
      subject: guid,
      roomGuid: guid,
      kind,
      actor: email,
      detail: { group },
    })
  }
}

/** The state of a group as a form carries it. */
export function groupSeen({ name, role, allowed_print: prints }: GroupRow): string {
  return `${role}.${prints}.${name}`
}

function groupRows(kysely: Kysely<Schema>, roomGuid: string) {
  return kysely
    .selectFrom('room_group')
    .selectAll('room_group')
    .select((group) =>
      group
        .selectFrom('member')
        .select((member) => member.fn.countAll<number>().as('count'))
        .whereRef('member.group_guid', '=', 'room_group.guid')
        .where('member.removed_at', 'is', null)
        .as('people'),
    )
    .where('room_group.room_guid', '=', roomGuid)
}

function counted<Row extends { people: unknown }>(row: Row): Row & { people: number } {
  return { ...row, people: Number(row.people ?? 0) }
}

async function groupOf(kysely: Kysely<Schema>, roomGuid: string, groupGuid: string): Promise<GroupRow> {
  const row = await groupRows(kysely, roomGuid).where('room_group.guid', '=', groupGuid).executeTakeFirst()
  if (!row) throw new Problem('notFound')
  return counted(row)
}

async function endOf(kysely: Kysely<Schema>, groupGuid: string): Promise<GroupEnd> {
  const byRole = await kysely
    .selectFrom('member')
    .select((member) => ['member.role', member.fn.countAll<number>().as('people')])
    .where('group_guid', '=', groupGuid)
    .where('removed_at', 'is', null)
    .groupBy('member.role')
    .orderBy('member.role')
    .execute()
  const hiding = await kysely
    .selectFrom('room_rule')
    .select('guid')
    .where('group_guid', '=', groupGuid)
    .where('right_code', '<=', 0)
    .limit(1)
    .executeTakeFirst()
  return {
    byRole: byRole.map(({ role, people }) => ({ role, people: Number(people) })),
    hides: hiding !== undefined,
  }
}

async function isTaken(tx: Transaction, roomGuid: string, name: string, but = ''): Promise<boolean> {
  const row = await tx
    .selectFrom('room_group')
    .select('guid')
    .where('room_guid', '=', roomGuid)
    .where(sql`lower(name)`, '=', sql`lower(cast(${name} as text))`)
    .where('guid', '<>', but)
    .executeTakeFirst()
  return row !== undefined
}
