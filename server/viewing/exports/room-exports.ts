import type { Identity } from '#server/accounts/identity.ts'
import { withAccounts } from '#server/accounts/addresses/known-accounts.ts'
import type { Database } from '#server/db/open.ts'
import { timeColumns, type Cell } from '#server/http/tables/table.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import { authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { memberRows, roleOfMember } from '#server/rooms/people/member-rows.ts'
import { noTime } from '#server/tracking/rooms/member-times.ts'
import { RoomRecords } from '#server/tracking/rooms/room-activity.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { activityTables, timeCells } from './activity-rows.ts'
import { hasMoreEvents } from './event-counts.ts'
import type { Exportable } from './exportable.ts'
import type { ExportFilter } from './filter.ts'

type Deps = { database: Database; tracking: Tracking; clock: () => number }

/** For whom, and the zone whose times are beside those in UTC. */
export type RoomExporter = { identity: Identity; roomGuid: string; timeZone: string }

type Item = {
  guid: string
  parent_guid: string | null
  kind: 'folder' | 'file'
  name: string
  binned_at: number | null
  version: number
  size: number | null
  added_by: string
  changed_at: number
}

/**
 * What is recorded about a room and its items, as tables for owner and co-owners. Each method throws what the room's
 * policy says to anyone else, before the first row.
 */
export class RoomExports {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The visits of files and the events, file by file, from the oldest; those of one member with their address. */
  async activity(exporter: RoomExporter, filter: ExportFilter): Promise<Exportable> {
    const { timeZone } = exporter
    const room = await this.#pass(exporter)
    const people = await this.#people(room)
    const items = await this.#items(room.guid)
    const subjects = [{ guid: room.guid, name: room.name, hasVisits: false }]
    for (const item of items.values()) {
      const name = pathOf(items, item) || room.name
      if (item.guid !== room.guid) subjects.push({ guid: item.guid, name, hasVisits: true })
    }
    return {
      name: `${room.name} activity`,
      tables: activityTables(this.#deps, { filter, timeZone, people }, subjects),
      isLongerThan: (rows) => hasMoreEvents(this.#deps.database.kysely, { room: room.guid }, filter, rows),
    }
  }

  /** The members and what each did. */
  async members(exporter: RoomExporter): Promise<Exportable> {
    const { database } = this.#deps
    const room = await this.#pass(exporter)
    const people = await this.#people(room)
    const figures = await new RoomRecords(database.kysely).everyPerson(room.guid)
    const { head, cells } = timeColumns(exporter.timeZone)
    const rows = async function* (): AsyncGenerator<Cell[]> {
      for (const member of people) {
        const done = figures.get(member.guid)
        const { time, method } = done?.time ?? noTime
        yield [
          member.email,
          member.name,
          roleName(roleOfMember(member), room.version),
          member.group_name ?? '',
          member.suspended_at === null
            ? member.first_entered_at === null
              ? 'Invited'
              : 'Entered'
            : 'Suspended',
          ...cells(member.added_at),
          ...cells(member.first_entered_at),
          ...cells(member.entered_at),
          member.session_count,
          ...timeCells({ seconds: Math.round(time / 1000), method }),
          done?.files ?? 0,
          done?.downloads ?? 0,
          done?.prints ?? 0,
        ]
      }
    }
    const titles = ['Address', 'Name', 'Role', 'Group', 'Status']
    const moments = [...head('Added'), ...head('First visit'), ...head('Last visit')]
    const counts = ['Visits', 'Seconds', 'Method', 'Files opened', 'Downloads', 'Print copies']
    return {
      name: `${room.name} members`,
      tables: [{ name: 'Members', head: [...titles, ...moments, ...counts], rows }],
      isLongerThan: async (count) => people.length > count,
    }
  }

  /** Folders and files in their order, as the room's index numbers them. */
  async files(exporter: RoomExporter): Promise<Exportable> {
    const room = await this.#pass(exporter)
    const items = await this.#items(room.guid)
    const { head, cells } = timeColumns(exporter.timeZone)
    const rows = async function* (): AsyncGenerator<Cell[]> {
      for (const { item, index } of indexed(items)) {
        const isFolder = item.kind === 'folder'
        yield [
          index,
          pathOf(items, item),
          isFolder ? 'Folder' : 'File',
          item.size === null ? null : Number(item.size),
          isFolder ? null : item.version,
          item.added_by,
          ...cells(item.changed_at),
          item.guid,
        ]
      }
    }
    const titles = ['Index', 'Path', 'Kind', 'Bytes', 'Version', 'Added by']
    return {
      name: `${room.name} index`,
      tables: [{ name: 'Index', head: [...titles, ...head('Changed'), 'ID'], rows }],
      isLongerThan: async (count) => items.size > count,
    }
  }

  #pass({ identity, roomGuid }: RoomExporter): Promise<RoomAccess> {
    const { database, clock } = this.#deps
    return authorizeRoom(database.kysely, identity, roomGuid, 'manage', clock())
  }

  async #people({ guid }: RoomAccess) {
    const { kysely } = this.#deps.database
    const rows = await memberRows(kysely, guid).orderBy('member.role').orderBy('member.email').execute()
    return withAccounts(kysely, rows, (member) => member.first_entered_at)
  }

  async #items(roomGuid: string): Promise<Map<string, Item>> {
    const rows: Item[] = await this.#deps.database.kysely
      .selectFrom('item')
      .leftJoin('file', 'file.guid', 'item.file_guid')
      .select([
        'item.guid',
        'item.parent_guid',
        'item.kind',
        'item.name',
        'item.binned_at',
        'item.version',
        'item.added_by',
        'item.changed_at',
        'file.size',
      ])
      .where('item.room_guid', '=', roomGuid)
      .orderBy('item.position')
      .orderBy('item.guid')
      .execute()
    return new Map(rows.map((item) => [item.guid, item]))
  }
}

/** "Contracts/lease.pdf"; the root has none. */
function pathOf(items: ReadonlyMap<string, Item>, item: Item): string {
  const names: string[] = []
  for (let at: Item | undefined = item; at && at.parent_guid !== null; at = items.get(at.parent_guid))
    names.unshift(at.name)
  return names.join('/')
}

/** Without the root and what is in the trash, from the top down: "1", "1.1", "1.2", "2". */
function* indexed(items: ReadonlyMap<string, Item>): Generator<{ item: Item; index: string }> {
  const children = Map.groupBy(
    [...items.values()].filter(({ binned_at: binned }) => binned === null),
    (item) => item.parent_guid,
  )
  const below = function* (parent: string, before: string): Generator<{ item: Item; index: string }> {
    for (const [at, item] of (children.get(parent) ?? []).entries()) {
      const index = `${before}${at + 1}`
      yield { item, index }
      yield* below(item.guid, `${index}.`)
    }
  }
  for (const root of children.get(null) ?? []) yield* below(root.guid, '')
}
