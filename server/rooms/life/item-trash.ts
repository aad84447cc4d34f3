import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import { isOverSince, longAgo } from '#server/rules/sharing/trash.ts'
import { nameKey } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { rightAt } from '#server/rules/rooms/room-rights.ts'
import { TrashClearing } from '#server/shares/trash/trash-clearing.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { NewEvent } from '#server/events/events.ts'
import type { Events } from '#server/events/events.ts'
import { arrangerOf, lockAsArranger, nothingOfProblem, type Arranger } from '#server/rooms/tree/arranger.ts'
import { eraseItem } from './erase-item.ts'
import { freeName } from '#server/rooms/adding/namesakes.ts'
import { authorizeRoom, ancestorsOf } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import {
  lockFolder,
  reindexItem,
  pathColumns,
  pathThroughTrash,
  pathTo,
  type ItemRow,
} from '#server/rooms/rows.ts'
import { findTarget } from '#server/rooms/tree/target.ts'

type Deps = {
  database: Database
  vault: Vault
  events: Events
  jobs: Jobs
  clock: () => number
  log: Log
}
type Client = NewEvent['client']

/** Something in the trash of a room; `place` names the folders above it in the room, or is null if they are gone. */
export type TrashedItem = {
  guid: string
  name: string
  kind: 'folder' | 'file'
  binnedAt: number
  binnedBy: string
  place: string[] | null
}

const trashColumns = [...pathColumns, 'binned_by'] as const
type TrashRow = ItemRow & { binned_by: string | null }

/**
 * Removed items of a room stay here for 30 days. Owner and co-owners find everything, a contributor what they removed
 * themselves and can still see; owner and co-owners can erase items early.
 */
export class ItemTrash {
  readonly #deps: Deps
  readonly #clearing: TrashClearing

  constructor(deps: Deps) {
    this.#deps = deps
    this.#clearing = new TrashClearing(deps, {
      table: 'item',
      erase: (guid) => eraseItem(deps, guid),
      message: 'An item in the trash of a data room was deleted permanently',
    })
  }

  /** What someone finds in the trash, the latest first, and how many; `page` counts from 1. */
  async list(
    room: RoomAccess,
    identity: Identity,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<{ items: TrashedItem[]; total: number; mayErase: boolean }> {
    const { kysely } = this.#deps.database
    const arranger = await arrangerOf(kysely, identity, room)
    const mine = this.#inTrash(kysely, arranger)
    const rows = await mine.orderBy('binned_at', 'desc').orderBy('guid').execute()
    // A contributor's own are few, and each is checked before it is counted.
    const isManager = room.grants === 'all'
    const seen = isManager ? rows : await onlySeen(kysely, room, rows)
    const shown = seen.slice((page - 1) * pageSize, page * pageSize)
    const items = await Promise.all(shown.map((row) => binned(kysely, row)))
    return { items, total: seen.length, mayErase: isManager }
  }

  /**
   * Restores an item to its place, or to the top of the room if its folder is gone, with a name that is free there.
   * Throws what the room's policy says, notFound for anything this person does not find in the trash, and
   * roomRoleNeeded where they cannot add to the place.
   */
  async restore(identity: Identity, roomGuid: string, itemGuid: string, client?: Client): Promise<string> {
    const { database, clock } = this.#deps
    return database.transaction(async (tx) => {
      const arranger = await lockAsArranger(tx, identity, roomGuid, clock())
      const item = await this.#find(tx, arranger, itemGuid)
      const hasPlace = (await pathTo(tx, item.parent_guid!)).length > 0
      const target = await findTarget(tx, arranger.room, hasPlace ? item.parent_guid! : roomGuid)
      const name = await freeName(tx, arranger.room, target.path, item)
      if (!(await lockFolder(tx, target.item.guid))) throw new Problem('placeGone')
      await tx
        .updateTable('item')
        .set({
          binned_at: null,
          binned_by: null,
          parent_guid: target.item.guid,
          name,
          name_key: nameKey(name),
        })
        .where('guid', '=', item.guid)
        .execute()
      if (name !== item.name) await reindexItem(tx, { guid: item.guid, room_guid: roomGuid, name })
      await this.#record(tx, 'ItemUnbinned', arranger, { ...item, name }, client)
      return name
    })
  }

  /**
   * Has an item in the trash permanently erased. Throws what the room's policy says, roomRoleNeeded for a contributor,
   * and notFound.
   */
  async deleteForGood(
    identity: Identity,
    roomGuid: string,
    itemGuid: string,
    client?: Client,
  ): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const arranger = await lockAsArranger(tx, identity, roomGuid, clock())
      if (arranger.room.grants !== 'all') throw new Problem('roomRoleNeeded')
      const item = await this.#find(tx, arranger, itemGuid)
      await tx.updateTable('item').set({ binned_at: longAgo }).where('guid', '=', item.guid).execute()
      await this.#record(tx, 'ItemErased', arranger, item, client, roomGuid)
      await this.#clearing.add(tx, item.guid)
    })
  }

  /** The names of those of the items that this person finds in the trash. */
  async namesOf(
    identity: Identity,
    roomGuid: string,
    itemGuids: readonly string[],
  ): Promise<Map<string, string>> {
    const { kysely } = this.#deps.database
    const room = await authorizeRoom(kysely, identity, roomGuid, 'arrange', this.#deps.clock())
    const arranger = await arrangerOf(kysely, identity, room)
    const names = new Map<string, string>()
    for (const guid of itemGuids) {
      const item = await this.#find(kysely, arranger, guid).catch(nothingOfProblem)
      if (item) names.set(guid, item.name)
    }
    return names
  }

  /**
   * What this person finds in the trash of its room and can restore: the item itself, or the folder with which it was
   * removed. Null for everything else, and for everyone else.
   */
  async holding(identity: Identity, itemGuid: string): Promise<ItemRow | null> {
    const { kysely } = this.#deps.database
    const path = await pathThroughTrash(kysely, itemGuid)
    const gone = path.findLast(({ binned_at }) => binned_at !== null)
    if (!gone) return null
    const find = async () => {
      const room = await authorizeRoom(kysely, identity, gone.room_guid, 'arrange', this.#deps.clock())
      return this.#find(kysely, await arrangerOf(kysely, identity, room), gone.guid)
    }
    return find().catch(nothingOfProblem)
  }

  /** Has every item erased whose 30 days are over, and returns how many that is; called once a day. */
  sweep(): Promise<number> {
    return this.#clearing.sweep()
  }

  async #find(kysely: Kysely<Schema>, arranger: Arranger, itemGuid: string): Promise<ItemRow> {
    const rows = await this.#inTrash(kysely, arranger).where('guid', '=', itemGuid).execute()
    const [item] = await onlySeen(kysely, arranger.room, rows)
    if (!item) throw new Problem('notFound')
    return item
  }

  #inTrash(kysely: Kysely<Schema>, { room, emails }: Arranger) {
    return kysely
      .selectFrom('item')
      .select(trashColumns)
      .where('room_guid', '=', room.guid)
      .where('binned_at', '>', isOverSince(this.#deps.clock()))
      .$if(room.grants !== 'all', (item) => item.where('binned_by', 'in', emails.length > 0 ? emails : ['']))
  }

  /**
   * What was done to an item; its erasure is recorded for the room, since the item's own events are removed with it.
   */
  async #record(
    tx: Transaction,
    event: 'ItemUnbinned' | 'ItemErased',
    { room, email }: Arranger,
    item: ItemRow,
    client: Client = null,
    subject = item.guid,
  ): Promise<void> {
    const detail = { name: item.name }
    await this.#deps.events.record(tx, {
      subject,
      roomGuid: room.guid,
      kind: event,
      actor: email,
      client,
      detail,
    })
  }
}

/** Those whose place someone can see, as it was when they were removed. */
async function onlySeen(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  rows: readonly TrashRow[],
): Promise<TrashRow[]> {
  if (room.grants === 'all') return [...rows]
  const seen: TrashRow[] = []
  for (const row of rows) {
    const path = await pathThroughTrash(kysely, row.guid)
    if (path[0]?.guid === room.guid && (rightAt(room.grants, ancestorsOf(path)) ?? 0) > 0) seen.push(row)
  }
  return seen
}

async function binned(kysely: Kysely<Schema>, row: TrashRow): Promise<TrashedItem> {
  const above = await pathTo(kysely, row.parent_guid!)
  return {
    guid: row.guid,
    name: row.name,
    kind: row.kind,
    binnedAt: row.binned_at!,
    binnedBy: row.binned_by ?? '',
    place: above.length > 0 ? above.slice(1).map(({ name }) => name) : null,
  }
}
