import type { Identity } from '#server/accounts/identity.ts'
import { newGuid, type Transaction } from '#server/db/open.ts'
import { nameKey } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { rightsInTree } from '#server/rules/rooms/room-rights.ts'
import type { NewEvent } from '#server/events/events.ts'
import { lockAsArranger, type Arranger, type ArrangingDeps } from '#server/rooms/tree/arranger.ts'
import { branchOf, type BranchItem } from '#server/rooms/tree/branch.ts'
import { nameOf } from '#server/rooms/tree/moving.ts'
import { findItem, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import { endOf, lockFolder, indexItems } from '#server/rooms/rows.ts'
import { findTarget, nameAt, requireFit, type Placing } from '#server/rooms/tree/target.ts'
import { treeItem } from '#server/rooms/tree/whole-tree.ts'

type Client = NewEvent['client']
type Copy = { from: BranchItem; guid: string; parentGuid: string; name: string; position: number }

const batchSize = 500

/**
 * Copying items within their room. A copy starts with the latest version and shares the stored file of its original:
 * nothing is stored twice, and a file is deleted when the last item that uses it is erased. Rules on the originals
 * apply to the copies, too, so that copying reveals nothing that was hidden.
 */
export class Copying {
  readonly #deps: ArrangingDeps

  constructor(deps: ArrangingDeps) {
    this.#deps = deps
  }

  /**
   * Copies an item to the end of a folder, with everything below it that the actor sees and can add to: a copy gives no
   * one more than they have. Throws what the room's policy says, notFound, itemNotYours if the actor can only read,
   * roomRoleNeeded where they cannot add, moveIntoItself, tooDeep.
   */
  async copy(
    identity: Identity,
    roomGuid: string,
    itemGuid: string,
    { to, same }: Placing,
    client?: Client,
  ): Promise<'copied' | 'left out'> {
    const { database, events, clock } = this.#deps
    return database.transaction(async (tx) => {
      const arranger = await lockAsArranger(tx, identity, roomGuid, clock())
      const { room } = arranger
      const found = await findItem(tx, room, itemGuid)
      if (!found.powers.maySee || found.right < 4 || itemGuid === room.guid) throw new Problem('itemNotYours')
      const target = await findTarget(tx, room, to)
      const branch = copied(arranger, found, await branchOf(tx, itemGuid))
      requireFit(target, branch)
      const name = await nameAt(tx, room, target, { item: found.item, same })
      if (name === null) return 'left out'
      if (!(await lockFolder(tx, to))) throw new Problem('placeGone')
      const copies = copiesOf(branch, { to, name, position: await endOf(tx, to) })
      await this.#write(tx, copies, arranger)
      await events.record(tx, {
        subject: copies[0]!.guid,
        roomGuid,
        kind: 'ItemCopied',
        actor: arranger.email,
        client: client ?? null,
        detail: { name, to: nameOf(target.item, room.name) },
      })
      return 'copied'
    })
  }

  async #write(tx: Transaction, copies: readonly Copy[], { room, email }: Arranger): Promise<void> {
    const now = this.#deps.clock()
    for (let at = 0; at < copies.length; at += batchSize) {
      const some = copies.slice(at, at + batchSize)
      const rows = some.map(({ from, guid, parentGuid, name, position }) => ({
        guid,
        room_guid: room.guid,
        parent_guid: parentGuid,
        kind: from.kind,
        name,
        name_key: nameKey(name),
        position,
        file_guid: from.file_guid,
        is_closed: from.is_closed,
        added_by: email,
        added_at: now,
        changed_at: now,
      }))
      await tx.insertInto('item').values(rows).execute()
      await writeVersions(tx, some, email, now)
      await copyRules(tx, some)
      await indexItems(tx, rows)
    }
  }
}

/** The items of a branch that the actor can add to: copying those gives them nothing they do not have. */
function copied({ room }: Arranger, { path }: ItemFound, branch: readonly BranchItem[]): BranchItem[] {
  if (room.grants === 'all') return [...branch]
  const rights = rightsInTree(room.grants, [...path.slice(0, -1).map(treeItem), ...branch.map(treeItem)])
  const kept = new Set<string>()
  return branch.filter(({ guid, parent_guid }, index) => {
    const isKept = rights.get(guid) === 4 && (index === 0 || kept.has(parent_guid!))
    if (isKept) kept.add(guid)
    return isKept
  })
}

function copiesOf(
  branch: readonly BranchItem[],
  top: { to: string; name: string; position: number },
): Copy[] {
  const guids = new Map(branch.map(({ guid }) => [guid, newGuid()]))
  return branch.map((from, index) => ({
    from,
    guid: guids.get(from.guid)!,
    parentGuid: index === 0 ? top.to : guids.get(from.parent_guid!)!,
    name: index === 0 ? top.name : from.name,
    position: index === 0 ? top.position : from.position,
  }))
}

async function writeVersions(tx: Transaction, copies: readonly Copy[], email: string, now: number) {
  const rows = copies.flatMap(({ from, guid }) =>
    from.file_guid === null
      ? []
      : [{ item_guid: guid, number: 1, file_guid: from.file_guid, added_by: email, created_at: now }],
  )
  if (rows.length > 0) await tx.insertInto('item_version').values(rows).execute()
}

async function copyRules(tx: Transaction, copies: readonly Copy[]): Promise<void> {
  const guids = new Map(copies.map(({ from, guid }) => [from.guid, guid]))
  const rules = await tx
    .selectFrom('room_rule')
    .select(['item_guid', 'member_guid', 'group_guid', 'right_code'])
    .where('item_guid', 'in', [...guids.keys()])
    .execute()
  for (let at = 0; at < rules.length; at += batchSize) {
    const rows = rules
      .slice(at, at + batchSize)
      .map((rule) => ({ ...rule, guid: newGuid(), item_guid: guids.get(rule.item_guid)! }))
    await tx.insertInto('room_rule').values(rows).execute()
  }
}
