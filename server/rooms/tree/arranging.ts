import type { Identity } from '#server/accounts/identity.ts'
import type { Transaction } from '#server/db/open.ts'
import { nameKey, renamed, fileName } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import type { NewEvent } from '#server/events/events.ts'
import { arrangerOf, findArrangeable, lockAsArranger, requireWhole, type ArrangingDeps } from './arranger.ts'
import { branchOf, countSeen } from './branch.ts'
import { isNameTaken } from '#server/rooms/adding/namesakes.ts'
import { authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import { lockFolder, reindexItem, type ItemRow } from '#server/rooms/rows.ts'

/** An item that someone can arrange, with how much of its contents they see. */
export type Arranged = { item: ItemRow; files: number; folders: number }

type Client = NewEvent['client']

/**
 * Changes to single items in place: a new name, or to the trash. A contributor arranges what they added themselves, or
 * everything if the room says so.
 */
export class Arranging {
  readonly #deps: ArrangingDeps

  constructor(deps: ArrangingDeps) {
    this.#deps = deps
  }

  /**
   * Those of the items that the actor can arrange, in their order; the others are not mentioned until something is to
   * be done with them. Throws what the room's policy says, and notFound or itemNotYours if none is left.
   */
  async found(identity: Identity, roomGuid: string, itemGuids: readonly string[]): Promise<Arranged[]> {
    const { kysely } = this.#deps.database
    const room = await authorizeRoom(kysely, identity, roomGuid, 'arrange', this.#deps.clock())
    const arranger = await arrangerOf(kysely, identity, room)
    const found: Arranged[] = []
    let refusal = new Problem('notFound')
    for (const guid of itemGuids) {
      try {
        const { item, path } = await findArrangeable(kysely, arranger, guid)
        found.push({ item, ...(await countSeen(kysely, room, path)) })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        refusal = error
      }
    }
    if (found.length === 0) throw refusal
    return found
  }

  /**
   * Renames an item; a file keeps its extension. Throws what the room's policy says, notFound, itemNotYours,
   * fileNameRefused, and nameTaken if the actor sees something with that name beside it.
   */
  async rename(
    identity: Identity,
    roomGuid: string,
    itemGuid: string,
    typed: string,
    client?: Client,
  ): Promise<string> {
    const { database, events, clock } = this.#deps
    return database.transaction(async (tx) => {
      const arranger = await lockAsArranger(tx, identity, roomGuid, clock())
      const { item, path } = await findArrangeable(tx, arranger, itemGuid)
      const name = newName(item, typed)
      if (name === item.name) return name
      if (await isNameTaken(tx, arranger.room, path.slice(0, -1), name, item.guid)) {
        throw new Problem('nameTaken', { field: 'name' })
      }
      await lockFolder(tx, item.parent_guid!)
      await tx
        .updateTable('item')
        .set({ name, name_key: nameKey(name) })
        .where('guid', '=', item.guid)
        .execute()
      await reindexItem(tx, { guid: item.guid, room_guid: roomGuid, name })
      await events.record(tx, {
        subject: item.guid,
        roomGuid,
        kind: 'ItemRenamed',
        actor: arranger.email,
        client: client ?? null,
        detail: { from: item.name, to: name },
      })
      return name
    })
  }

  /**
   * Moves an item to the room's trash, with everything below it: from the next request on it is gone for everyone.
   * Throws what the room's policy says, notFound, itemNotYours, folderNotYours.
   */
  async remove(identity: Identity, roomGuid: string, itemGuid: string, client?: Client): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const arranger = await lockAsArranger(tx, identity, roomGuid, clock())
      const { item, path } = await findArrangeable(tx, arranger, itemGuid)
      if (item.kind === 'folder') requireWhole(arranger, path, await branchOf(tx, item.guid))
      await this.#trash(tx, item, arranger.email)
      await events.record(tx, {
        subject: item.guid,
        roomGuid,
        kind: 'ItemBinned',
        actor: arranger.email,
        client: client ?? null,
        detail: { name: item.name },
      })
    })
  }

  async #trash(tx: Transaction, item: ItemRow, email: string): Promise<void> {
    await lockFolder(tx, item.parent_guid!)
    await tx
      .updateTable('item')
      .set({ binned_at: this.#deps.clock(), binned_by: email })
      .where('guid', '=', item.guid)
      .execute()
  }
}

function newName(item: ItemRow, typed: string): string {
  try {
    return item.kind === 'file' ? renamed(typed, item.name) : fileName(typed)
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.problem, { field: 'name' }) : error
  }
}
