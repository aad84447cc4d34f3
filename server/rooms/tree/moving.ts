import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import type { Schema } from '#server/db/schema.ts'
import { nameKey } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import type { NewEvent } from '#server/events/events.ts'
import { findArrangeable, lockAsArranger, requireWhole, type ArrangingDeps } from './arranger.ts'
import { branchOf } from './branch.ts'
import { previewChange } from '#server/rooms/rights/change-preview.ts'
import { authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import { grantsOfHolder, loadHolders, loadRules } from '#server/rooms/rights/right-holders.ts'
import { endOf, lockFolder, reindexItem, type ItemRow } from '#server/rooms/rows.ts'
import { findTarget, folderChoice, nameAt, requireFit, type FolderChoice, type Placing } from './target.ts'
import { loadTree } from './whole-tree.ts'

type Client = NewEvent['client']
/** How many people can do more, or less, with something than before. */
export type Affected = { gaining: number; losing: number }
export type Moved = 'moved' | 'there already' | 'left out'

/**
 * Items move from folder to folder of their room. Rules on them move with them; the rules around them change, so moving
 * can show and hide things.
 */
export class Moving {
  readonly #deps: ArrangingDeps

  constructor(deps: ArrangingDeps) {
    this.#deps = deps
  }

  /** A folder and those in it, as someone who arranges sees them. Throws what the room's policy says, notFound. */
  async choices(identity: Identity, roomGuid: string, folderGuid: string): Promise<FolderChoice> {
    const { kysely } = this.#deps.database
    const room = await authorizeRoom(kysely, identity, roomGuid, 'arrange', this.#deps.clock())
    return folderChoice(kysely, room, folderGuid)
  }

  /**
   * How many members gain and lose access when items move into a folder; copies leave everyone with what they have.
   * Contributors get no answer, since they do not know the members and permissions of the room. Throws what `move`
   * throws.
   */
  async preview(
    identity: Identity,
    roomGuid: string,
    { items, to, isCopy = false }: { items: readonly string[]; to: string; isCopy?: boolean },
  ): Promise<Affected> {
    const { kysely } = this.#deps.database
    const room = await authorizeRoom(kysely, identity, roomGuid, 'arrange', this.#deps.clock())
    await findTarget(kysely, room, to)
    if (room.grants !== 'all') return { gaining: 0, losing: 0 }
    const before = await loadTree(kysely, roomGuid)
    const moved = new Set(items)
    const after = before.map((item) => (moved.has(item.guid) ? { ...item, parentGuid: to } : item))
    const { gaining, losing } = await previewChange({
      tree: { before, after },
      allowance: { before: room.allowance, after: room.allowance },
      people: await membersOf(kysely, roomGuid),
    })
    return { gaining, losing: isCopy ? 0 : losing }
  }

  /**
   * Moves an item to the end of a folder, with everything below it. Throws what the room's policy says, notFound,
   * itemNotYours, folderNotYours, roomRoleNeeded if the actor cannot add there, moveIntoItself, tooDeep.
   */
  async move(
    identity: Identity,
    roomGuid: string,
    itemGuid: string,
    { to, same }: Placing,
    client?: Client,
  ): Promise<Moved> {
    const { database, events, clock } = this.#deps
    return database.transaction(async (tx) => {
      const arranger = await lockAsArranger(tx, identity, roomGuid, clock())
      const { item, path } = await findArrangeable(tx, arranger, itemGuid)
      const target = await findTarget(tx, arranger.room, to)
      if (item.parent_guid === to) return 'there already'
      const branch = await branchOf(tx, item.guid)
      if (item.kind === 'folder') requireWhole(arranger, path, branch)
      requireFit(target, branch)
      const name = await nameAt(tx, arranger.room, target, { item, same })
      if (name === null) return 'left out'
      await lockFolder(tx, item.parent_guid!)
      if (!(await lockFolder(tx, to))) throw new Problem('placeGone')
      await tx
        .updateTable('item')
        .set({ parent_guid: to, name, name_key: nameKey(name), position: await endOf(tx, to) })
        .where('guid', '=', item.guid)
        .execute()
      if (name !== item.name) await reindexItem(tx, { guid: item.guid, room_guid: roomGuid, name })
      await events.record(tx, {
        subject: item.guid,
        roomGuid,
        kind: 'ItemMoved',
        actor: arranger.email,
        client: client ?? null,
        detail: { name, to: nameOf(target.item, arranger.room.name) },
      })
      return 'moved'
    })
  }
}

/** The name of a folder; the root has the room's name. */
export function nameOf(folder: Pick<ItemRow, 'name'>, roomName: string): string {
  return folder.name || roomName
}

/** Everyone with rules, before and after something that changes no rule. */
async function membersOf(kysely: Kysely<Schema>, roomGuid: string) {
  const [holders, rules] = await Promise.all([loadHolders(kysely, roomGuid), loadRules(kysely, roomGuid)])
  return holders
    .filter(({ kind }) => kind === 'member')
    .map((holder) => {
      const grants = grantsOfHolder(holder, rules)
      return { guid: holder.guid, before: grants, after: grants }
    })
}
