import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { ruleName } from '#server/rules/rooms/room-right-labels.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import type { Events } from '#server/events/events.ts'
import { previewChange, type ChangePreview } from './change-preview.ts'
import { lockRoom } from '#server/rooms/access/authorize-room.ts'
import {
  findHolder,
  grantsOfHolder,
  loadHolders,
  loadRules,
  type RightHolder,
  type RulesByHolder,
} from './right-holders.ts'
import { cellsOf, guidsOf, levelOf, pathToFolder, type RightCell, type RightItem } from './right-levels.ts'
import { itself, loadMatrix, type Matrix, type MatrixRange } from './right-matrix.ts'
import { planRights, type RightsPlan, type RightsWish } from './rights-plan.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { pathTo, type ItemRow } from '#server/rooms/rows.ts'
import { writeRule } from './rule-changes.ts'
import { loadTree, type NamedItem } from '#server/rooms/tree/whole-tree.ts'

/** That many folders and files, each with a list of permissions to select from. */
const itemsOnScreen = 50

type Deps = { database: Database; events: Events; clock: () => number }

type SetBy = { seen?: string; client?: Client }

/** The permissions of one holder on the contents of one folder. */
export type HolderLevel = {
  holder: RightHolder
  /** From the root down to the folder. */
  path: ItemRow[]
  /** The folders of that path, and what is in the last one; `depth` counts the folders above, the room among them. */
  rows: { item: RightItem; cell: RightCell; depth: number }[]
  hasMore: boolean
}

/** The permission of one holder on one item, and the path from the root down to it. */
export type HolderCell = { holder: RightHolder; path: ItemRow[]; item: RightItem; cell: RightCell }

/** What a request would change, and all names that are needed to say so. */
export type PlannedRights = {
  plan: RightsPlan
  preview: ChangePreview
  items: ReadonlyMap<string, NamedItem>
}

/**
 * Who can do what where, in rooms of version 2: rules of members and groups on folders and files. Only owner and
 * co-owners read and set them. Every method checks the room's policy.
 */
export class Rights {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Groups and people by the folders of one folder. Throws notFound. */
  async matrix(room: RoomAccess, folderGuid: string, range: MatrixRange): Promise<Matrix> {
    const { database, clock } = this.#deps
    requireManager(room, clock())
    return loadMatrix(database.kysely, room, folderGuid, range)
  }

  /**
   * The permissions of a member or a group on the contents of a folder, `page` from 1. Throws notFound, rightsOfOwners.
   */
  async level(
    room: RoomAccess,
    holderGuid: string,
    { folderGuid, withFiles, page }: { folderGuid: string; withFiles: boolean; page: number },
  ): Promise<HolderLevel> {
    const { database, clock } = this.#deps
    const { kysely } = database
    requireManager(room, clock())
    const holder = await findHolder(kysely, room.guid, holderGuid)
    const path = await pathToFolder(kysely, room.guid, folderGuid)
    const range = { withFiles, offset: (page - 1) * itemsOnScreen, limit: itemsOnScreen }
    const { items, hasMore } = await levelOf(kysely, folderGuid, range)
    const rules = await loadRules(kysely, room.guid, guidsOf([...path, ...items]))
    const rowsAt = (to: ItemRow[], shown: RightItem[], depth: number) => {
      const cells = cellsOf(holder, rules, to, shown)
      return shown.map((item, at) => ({ item, cell: cells[at]!, depth }))
    }
    const above = path.flatMap((_, depth) => {
      const to = path.slice(0, depth + 1)
      return rowsAt(to, [itself(to)], depth)
    })
    return { holder, path, rows: [...above, ...rowsAt(path, items, path.length)], hasMore }
  }

  /** The permission of a member or a group on one item. Throws notFound, rightsOfOwners. */
  async cell(room: RoomAccess, holderGuid: string, itemGuid: string): Promise<HolderCell> {
    const { database, clock } = this.#deps
    const { kysely } = database
    requireManager(room, clock())
    const holder = await findHolder(kysely, room.guid, holderGuid)
    const path = await pathTo(kysely, itemGuid)
    if (path.at(-1)?.room_guid !== room.guid) throw new Problem('notFound')
    const item = itself(path)
    const rules = await loadRules(kysely, room.guid, guidsOf(path))
    return { holder, path, item, cell: cellsOf(holder, rules, path, [item])[0]! }
  }

  /** The rules that are set on these items of the room. */
  async rulesOn(room: RoomAccess, itemGuids: readonly string[]): Promise<RulesByHolder> {
    const { database, clock } = this.#deps
    requireManager(room, clock())
    return loadRules(database.kysely, room.guid, itemGuids)
  }

  /** All rules of the room, and all items they can apply to. */
  async whole(room: RoomAccess): Promise<{ tree: NamedItem[]; rules: RulesByHolder }> {
    const { database, clock } = this.#deps
    requireManager(room, clock())
    return {
      tree: await loadTree(database.kysely, room.guid),
      rules: await loadRules(database.kysely, room.guid),
    }
  }

  /** A member by address or a group by name, as someone entered it. Throws notFound with the field `as`. */
  async holderCalled(room: RoomAccess, typed: string): Promise<RightHolder> {
    const { database, clock } = this.#deps
    requireManager(room, clock())
    const wanted = typed.trim().toLowerCase()
    const holders = await loadHolders(database.kysely, room.guid)
    const found = holders.find(({ email, name }) => (email ?? name).toLowerCase() === wanted)
    if (!found) throw new Problem('notFound', { field: 'as', text: noSuchHolder })
    return found
  }

  /** What would change for whom. Throws what `planRights` throws. */
  async preview(room: RoomAccess, wish: RightsWish): Promise<PlannedRights> {
    const { database, clock } = this.#deps
    requireManager(room, clock())
    const plan = await planRights(database.kysely, room, wish)
    const tree = await loadTree(database.kysely, room.guid)
    const { closing, holders, rules } = plan
    const after = closing
      ? tree.map((item) =>
          item.guid === closing.itemGuid ? Object.assign({}, item, { isClosed: closing.isClosed }) : item,
        )
      : tree
    const people = [...holders.values()].filter(({ kind }) => kind === 'member')
    const changed = new Set(plan.changes.map(({ holderGuid }) => holderGuid))
    const preview = await previewChange({
      tree: { before: tree, after },
      allowance: { before: room.allowance, after: room.allowance },
      people: people.map((holder) => {
        const before = grantsOfHolder(holder, rules.before)
        const isChanged = changed.has(holder.guid) || changed.has(holder.group?.guid ?? '')
        return { guid: holder.guid, before, after: isChanged ? grantsOfHolder(holder, rules.after) : before }
      }),
    })
    return { plan, preview, items: new Map(tree.map((item) => [item.guid, item])) }
  }

  /**
   * Carries out a request, completely or not at all, and returns how many rules and folders changed. `seen` is what the
   * preview gave: throws listChanged if the permissions have changed since, and what `planRights` throws.
   */
  set(actor: Identity, roomGuid: string, wish: RightsWish, by: SetBy): Promise<number> {
    return this.#deps.database.transaction((tx) => this.setWithin(tx, actor, roomGuid, wish, by))
  }

  /** Like `set`, in the caller's transaction. */
  async setWithin(
    tx: Transaction,
    actor: Identity,
    roomGuid: string,
    wish: RightsWish,
    { seen, client }: SetBy,
  ): Promise<number> {
    const room = await lockRoom(tx, actor, roomGuid, 'manage', this.#deps.clock())
    requireVersion2(room)
    const plan = await planRights(tx, room, wish)
    if (seen !== undefined && seen !== plan.seen) throw new Problem('listChanged')
    const { changes, closing, holders } = plan
    for (const { holderGuid, itemGuid, code } of changes)
      await writeRule(tx, holders.get(holderGuid)!, itemGuid, code)
    if (closing) await writeClosed(tx, closing)
    await this.#record(tx, room, plan, client)
    return changes.length + (closing ? 1 : 0)
  }

  async #record(
    tx: Transaction,
    room: RoomAccess,
    { changes, closing, holders, as }: RightsPlan,
    client: Client | undefined,
  ): Promise<void> {
    const { events } = this.#deps
    const event = { subject: room.guid, roomGuid: room.guid, kind: 'RightsChanged' as const }
    const about = (detail: Record<string, string>) =>
      events.record(tx, { ...event, actor: room.email, client, detail })
    if (closing) {
      const words = ['inherited', 'hidden by default']
      const [from = '', to = ''] = closing.isClosed ? words : words.toReversed()
      await about({ person: 'everyone', name: closing.name, from, to })
    }
    if (as && changes[0]) {
      const person = calledOf(holders.get(changes[0].holderGuid)!)
      await about({ person, name: '', from: 'own permissions', to: `the same as ${calledOf(as)}` })
      return
    }
    for (const { holderGuid, itemGuid, was, code } of changes) {
      const name = itemGuid === room.guid ? '' : ((await pathTo(tx, itemGuid)).at(-1)?.name ?? '')
      await about({ person: calledOf(holders.get(holderGuid)!), name, from: wordOf(was), to: wordOf(code) })
    }
  }
}

const noSuchHolder = 'No member or group found. The owner and co-owners have no permissions to copy.'

/** Throws what the policy says to anyone who may not read about permissions. */
function requireManager(room: RoomAccess, now: number): void {
  const refusal = decideInRoom(room.policyFacts, 'manage', now)
  if (refusal) throw new Problem(refusal)
  requireVersion2(room)
}

function requireVersion2(room: RoomAccess): void {
  if (room.version !== 2) throw new Problem('rightsAreRoomWide')
}

function calledOf({ email, name }: RightHolder): string {
  return email ?? `the group ${name}`
}

function wordOf(rule: RuleCode | null): string {
  return rule === null ? 'inherited' : ruleName(rule)
}

async function writeClosed(
  tx: Transaction,
  { itemGuid, isClosed }: NonNullable<RightsPlan['closing']>,
): Promise<void> {
  await tx
    .updateTable('item')
    .set({ is_closed: isClosed ? 1 : 0 })
    .where('guid', '=', itemGuid)
    .execute()
}
