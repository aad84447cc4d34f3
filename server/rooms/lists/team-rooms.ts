import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { roles, type RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { Events } from '#server/events/events.ts'
import { bytesOfRoom, filesOfRoom } from '#server/rooms/room-size.ts'
import { pathTo } from '#server/rooms/rows.ts'

type Deps = {
  database: Database
  events: Events
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** For how long an administrator can look after giving a reason. */
export const lookKept = 60 * 60_000
/** The length of a reason in characters: one word is not a reason. */
export const reasonLength = { least: 10, max: 500 }
const pageSize = 50

/** A room of someone in the team; `size` in bytes of its files. */
export type TeamRoom = {
  guid: string
  name: string
  version: RoomVersion
  owner: { name: string; email: string }
  isArchived: boolean
  files: number
  size: number
  /** Without the owner, as in the owner's own list. */
  members: number
}

export type SeenFolder = {
  guid: string
  name: string
  /** From the root down. */
  path: { guid: string; name: string }[]
  items: { guid: string; name: string; isFolder: boolean; size: number | null }[]
  hasMore: boolean
}

type Client = { ip: string; userAgent: string }

/**
 * What a team's owner and admins see of other members' rooms: always that they exist; the list of contents for an hour,
 * after giving a reason that is recorded in the room's own activity and emailed to its owner. They do not become
 * members or get a role, and no file is opened to them.
 */
export class TeamRooms {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * The rooms of the others, or of one of them, by name; `page` counts from 1. None for anyone who is not a team admin.
   */
  async list(
    actor: User,
    page: number,
    ownerEmail?: string,
  ): Promise<{ rooms: TeamRoom[]; pageSize: number; hasMore: boolean }> {
    const rows = await this.#roomsOf(actor, ownerEmail)
      .orderBy(sql`lower(room.name)`)
      .orderBy('room.guid')
      .limit(pageSize + 1)
      .offset((page - 1) * pageSize)
      .execute()
    const hasMore = rows.length > pageSize
    return { rooms: rows.slice(0, pageSize).map(toRoom), pageSize, hasMore }
  }

  /** How many of them there are on all pages. */
  async count(actor: User, ownerEmail?: string): Promise<number> {
    const { count } = await this.#roomsOf(actor, ownerEmail)
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** One of them, and until when the actor can look into it, or null. Throws notFound like `list`. */
  async find(actor: User, roomGuid: string): Promise<{ room: TeamRoom; until: number | null }> {
    const row = await this.#rooms(actor).where('room.guid', '=', roomGuid).executeTakeFirst()
    if (!row) throw new Problem('notFound')
    const look = await this.#deps.database.kysely
      .selectFrom('room_look')
      .select('began_at')
      .where('room_guid', '=', roomGuid)
      .where('user_guid', '=', actor.guid)
      .where('began_at', '>', this.#deps.clock() - lookKept)
      .executeTakeFirst()
    return { room: toRoom(row), until: look ? look.began_at + lookKept : null }
  }

  /**
   * Opens a room to the actor for an hour. The reason is recorded in the room's activity and emailed to its owner, in
   * the same transaction. Throws notFound like `find`, and textRefused for what is not a reason.
   */
  async look(actor: User, roomGuid: string, typedReason: string, client: Client): Promise<void> {
    const { database, events, words, clock } = this.#deps
    const reason = plainText(typedReason, { field: 'reason', maxLength: reasonLength.max, ...words })
    if ([...reason].length < reasonLength.least)
      throw new Problem('textRefused', {
        field: 'reason',
        text: `Enter a reason of at least ${reasonLength.least} characters.`,
      })
    await database.transaction(async (tx) => {
      const row = await this.#rooms(actor, tx).where('room.guid', '=', roomGuid).executeTakeFirst()
      if (!row) throw new Problem('notFound')
      const look = { reason, began_at: clock() }
      await tx
        .insertInto('room_look')
        .values({ room_guid: roomGuid, user_guid: actor.guid, ...look })
        .onConflict((conflict) => conflict.columns(['room_guid', 'user_guid']).doUpdateSet(look))
        .execute()
      const room = toRoom(row)
      const by = `${actor.firstName} ${actor.lastName} (${actor.email})`
      await events.record(tx, {
        subject: roomGuid,
        roomGuid,
        kind: 'AdminBrowsed',
        actor: actor.email,
        client,
        detail: { reason },
        facts: { room: room.name, owner: room.owner.email, by },
      })
    })
  }

  /**
   * A folder's list, by position. Throws notFound like `find`, for a folder elsewhere, and without a current reason.
   */
  async folder(actor: User, roomGuid: string, folderGuid: string): Promise<SeenFolder> {
    const { kysely } = this.#deps.database
    const { room, until } = await this.find(actor, roomGuid)
    if (until === null) throw new Problem('notFound')
    const path = await pathTo(kysely, folderGuid)
    const folder = path.at(-1)
    if (!folder || folder.room_guid !== roomGuid || folder.kind !== 'folder') throw new Problem('notFound')
    const items = await itemsIn(kysely, folderGuid)
    return {
      guid: folderGuid,
      name: folder.name || room.name,
      path: path.slice(0, -1).map(({ guid, name }) => ({ guid, name: name || room.name })),
      items: items.slice(0, maxItems),
      hasMore: items.length > maxItems,
    }
  }

  #roomsOf(actor: User, ownerEmail: string | undefined) {
    return this.#rooms(actor).$if(ownerEmail !== undefined, (room) =>
      room.where(sql<string>`lower(owner.email)`, '=', ownerEmail!.trim().toLowerCase()),
    )
  }

  /**
   * Rooms whose owner is in the team that the actor administers now: both are read from the rows, not from the session.
   */
  #rooms(actor: User, kysely: Kysely<Schema> = this.#deps.database.kysely) {
    return kysely
      .selectFrom('room')
      .innerJoin('user as owner', 'owner.guid', 'room.owner_guid')
      .innerJoin('user as admin', 'admin.team_guid', 'owner.team_guid')
      .select((room) => [
        'room.guid',
        'room.name',
        'room.version',
        'room.archived_at',
        'owner.email as owner_email',
        'owner.first_name',
        'owner.last_name',
        filesOfRoom.as('files'),
        bytesOfRoom.as('size'),
        room
          .selectFrom('member')
          .select((member) => member.fn.countAll<number>().as('count'))
          .whereRef('member.room_guid', '=', 'room.guid')
          .where('member.removed_at', 'is', null)
          .where('member.role', '!=', roles.owner)
          .as('members'),
      ])
      .where('admin.guid', '=', actor.guid)
      .where('admin.status', '=', 'Active')
      .where('admin.invite_status', '=', 'Active')
      .where('admin.team_role', 'in', [teamRoles.owner, teamRoles.admin])
      .where('owner.invite_status', '=', 'Active')
      .where('owner.guid', '<>', actor.guid)
      .where('room.binned_at', 'is', null)
  }
}

const maxItems = 1000

async function itemsIn(kysely: Kysely<Schema>, folderGuid: string) {
  const rows = await kysely
    .selectFrom('item')
    .leftJoin('file', 'file.guid', 'item.file_guid')
    .select(['item.guid', 'item.name', 'item.kind', 'file.size'])
    .where('item.parent_guid', '=', folderGuid)
    .where('item.binned_at', 'is', null)
    .orderBy('item.position')
    .orderBy('item.guid')
    .limit(maxItems + 1)
    .execute()
  return rows.map(({ guid, name, kind, size }) => ({ guid, name, isFolder: kind === 'folder', size }))
}

type Row = {
  guid: string
  name: string
  version: RoomVersion
  archived_at: number | null
  owner_email: string
  first_name: string
  last_name: string
  files: number | null
  size: number | null
  members: number | null
}

function toRoom(row: Row): TeamRoom {
  return {
    guid: row.guid,
    name: row.name,
    version: row.version,
    owner: { name: `${row.first_name} ${row.last_name}`.trim(), email: row.owner_email },
    isArchived: row.archived_at !== null,
    files: Number(row.files ?? 0),
    size: Number(row.size ?? 0),
    members: Number(row.members ?? 0),
  }
}
