import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import {
  newPositions,
  reordered,
  withUnseen,
  type Placed,
  type Positioned,
} from '#server/rules/rooms/room-order.ts'
import type { NewEvent } from '#server/events/events.ts'
import { arrangerOf, lockAsArranger, type Arranger, type ArrangingDeps } from './arranger.ts'
import { nameOf } from './moving.ts'
import { findItem, authorizeRoom, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { lockFolder, positionGap, type ItemRow } from '#server/rooms/rows.ts'
import { seenIn } from './target.ts'

type Client = NewEvent['client']
type Sibling = Pick<ItemRow, 'guid' | 'name' | 'kind' | 'is_closed' | 'position' | 'added_by'> & {
  name_key: string
}

/** A page of a folder's list as it is ordered now; `place` counts from 1 among what is visible. */
export type OrderPage = {
  folder: ItemRow
  items: { guid: string; name: string; kind: 'folder' | 'file'; place: number; mayMove: boolean }[]
  total: number
  /** Identifies the list as it is: the caller says which one they saw when they reorder it. */
  mark: string
  mayOrderAll: boolean
}

/** Rows of one statement: both engines accept twice as many values. */
const batchSize = 5000

/**
 * The order of a folder's list, which is the same for everyone. Owner and co-owners move everything in it, contributors
 * what they added, or everything if the room says so. Items someone does not see keep their positions between the
 * others, and nothing shows that they changed: a list is identified by what is visible of it.
 */
export class Ordering {
  readonly #deps: ArrangingDeps

  constructor(deps: ArrangingDeps) {
    this.#deps = deps
  }

  /** Throws what the room's policy says, notFound, roomRoleNeeded for people who cannot order this folder. */
  async page(
    identity: Identity,
    roomGuid: string,
    folderGuid: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<OrderPage> {
    const { kysely } = this.#deps.database
    const room = await authorizeRoom(kysely, identity, roomGuid, 'arrange', this.#deps.clock())
    const arranger = await arrangerOf(kysely, identity, room)
    const folder = await findOrderable(kysely, room, folderGuid)
    const seen = await seenIn(kysely, room, folder.path, await siblingsIn(kysely, folderGuid))
    const start = (page - 1) * pageSize
    const items = seen.slice(start, start + pageSize).map((sibling, at) => ({
      guid: sibling.guid,
      name: sibling.name,
      kind: sibling.kind,
      place: start + at + 1,
      mayMove: mayMove(arranger, sibling),
    }))
    return {
      folder: folder.item,
      items,
      total: seen.length,
      mark: markOf(seen),
      mayOrderAll: ordersAll(room),
    }
  }

  /**
   * Moves items of a folder to other positions in its list. `mark` identifies the list that was seen: throws
   * listChanged if it has changed since, itemNotYours, and what `page` throws.
   */
  async order(
    identity: Identity,
    roomGuid: string,
    folderGuid: string,
    { moves, mark }: { moves: readonly Placed[]; mark: string },
    client?: Client,
  ): Promise<void> {
    await this.#change(identity, roomGuid, folderGuid, { mark, client }, (seen, arranger) => {
      const moved = new Set(moves.map(({ guid }) => guid))
      const others = seen.filter((sibling) => moved.has(sibling.guid) && !mayMove(arranger, sibling))
      if (others.length > 0) throw new Problem('itemNotYours')
      return reordered(
        seen.map(({ guid }) => guid),
        moves,
      )
    })
  }

  /** Sorts a folder's list by name once, folders first and numbers numerically. Throws what `order` throws. */
  async sortByName(
    identity: Identity,
    roomGuid: string,
    folderGuid: string,
    mark: string,
    client?: Client,
  ): Promise<void> {
    await this.#change(identity, roomGuid, folderGuid, { mark, client }, (seen, { room }) => {
      if (!ordersAll(room)) throw new Problem('itemNotYours')
      return seen.toSorted(byName).map(({ guid }) => guid)
    })
  }

  async #change(
    identity: Identity,
    roomGuid: string,
    folderGuid: string,
    { mark, client }: { mark: string; client: Client },
    arrange: (seen: readonly Sibling[], arranger: Arranger) => string[],
  ): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const arranger = await lockAsArranger(tx, identity, roomGuid, clock())
      const { room, email } = arranger
      const folder = await findOrderable(tx, room, folderGuid)
      if (!(await lockFolder(tx, folderGuid))) throw new Problem('placeGone')
      const all = await siblingsIn(tx, folderGuid)
      const seen = await seenIn(tx, room, folder.path, all)
      if (markOf(seen) !== mark) throw new Problem('listChanged')
      const order = withUnseen(
        all.map(({ guid }) => guid),
        arrange(seen, arranger),
      )
      const positions = new Map(all.map(({ guid, position }) => [guid, position]))
      const list = order.map((guid) => ({ guid, position: positions.get(guid)! }))
      const changed = newPositions(list, positionGap)
      if (changed.length === 0) return
      await writePositions(tx, changed)
      const detail = { name: nameOf(folder.item, room.name) }
      const event = { subject: folderGuid, roomGuid, kind: 'ItemsOrdered', actor: email, detail } as const
      await events.record(tx, { ...event, client: client ?? null })
    })
  }
}

async function findOrderable(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  folderGuid: string,
): Promise<ItemFound> {
  const folder = await findItem(kysely, room, folderGuid)
  if (folder.item.kind !== 'folder') throw new Problem('notFound')
  if (!folder.powers.mayAdd) throw new Problem('roomRoleNeeded')
  return folder
}

function ordersAll(room: RoomAccess): boolean {
  return room.grants === 'all' || room.contributorsArrangeAll
}

function mayMove({ room, emails }: Arranger, { added_by }: Sibling): boolean {
  return ordersAll(room) || emails.includes(added_by.toLowerCase())
}

function markOf(seen: readonly Sibling[]): string {
  return createHash('sha256')
    .update(seen.map(({ guid }) => guid).join())
    .digest('base64url')
}

function siblingsIn(kysely: Kysely<Schema>, folderGuid: string): Promise<Sibling[]> {
  return kysely
    .selectFrom('item')
    .select(['guid', 'name', 'name_key', 'kind', 'is_closed', 'position', 'added_by'])
    .where('parent_guid', '=', folderGuid)
    .where('binned_at', 'is', null)
    .orderBy('position')
    .orderBy('guid')
    .execute()
}

/** Folders first, and numbers in names numerically: 2 before 10. */
function byName(a: Sibling, b: Sibling): number {
  if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1
  return collator.compare(a.name_key, b.name_key)
}

const collator = new Intl.Collator('en', { numeric: true })

async function writePositions(tx: Transaction, changed: readonly Positioned[]): Promise<void> {
  for (let at = 0; at < changed.length; at += batchSize) {
    const rows = changed
      .slice(at, at + batchSize)
      .map(({ guid, position }) => sql`(cast(${guid} as text), cast(${position} as bigint))`)
    await sql`with placed(guid, position) as (values ${sql.join(rows)})
      update item set position = placed.position from placed where item.guid = placed.guid`.execute(tx)
  }
}
