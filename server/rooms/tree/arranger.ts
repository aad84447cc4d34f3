import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { rightsInTree, type Right } from '#server/rules/rooms/room-rights.ts'
import type { Events } from '#server/events/events.ts'
import { actorEmail } from '#server/rooms/access/acting.ts'
import { findItem, lockRoom, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { BranchItem } from './branch.ts'
import type { ItemRow } from '#server/rooms/rows.ts'
import { treeItem } from './whole-tree.ts'

export type ArrangingDeps = { database: Database; events: Events; clock: () => number }

/** Someone who arranges items of a room: with which confirmed addresses, and as whom it is recorded. */
export type Arranger = { room: RoomAccess; emails: readonly string[]; email: string }

/** The caller, authorized to arrange; the room is locked until the commit. Throws what the room's policy says. */
export async function lockAsArranger(
  tx: Transaction,
  identity: Identity,
  roomGuid: string,
  now: number,
): Promise<Arranger> {
  return arrangerOf(tx, identity, await lockRoom(tx, identity, roomGuid, 'arrange', now))
}

/** Someone whom the room's policy allows to arrange. */
export async function arrangerOf(
  kysely: Database['kysely'],
  identity: Identity,
  room: RoomAccess,
): Promise<Arranger> {
  const emails = await allProvedEmails(kysely, identity)
  return { room, emails: emails.map((email) => email.toLowerCase()), email: actorEmail(identity, room) }
}

/**
 * Whether someone can arrange one item: owner and co-owners any, a contributor what they added themselves, or
 * everything if the room says so, and only where they can add. The root stays where it is.
 */
export function mayArrange(arranger: Arranger, { item, right }: Pick<ItemFound, 'item' | 'right'>): boolean {
  return item.parent_guid !== null && isArrangeable(arranger, item.added_by, right)
}

function isArrangeable({ room, emails }: Arranger, addedBy: string, right: Right | undefined): boolean {
  if (room.grants === 'all') return true
  return right === 4 && (room.contributorsArrangeAll || emails.includes(addedBy.toLowerCase()))
}

/** An item that someone can arrange. Throws notFound, also for what is hidden, and itemNotYours. */
export async function findArrangeable(
  kysely: Database['kysely'],
  arranger: Arranger,
  itemGuid: string,
): Promise<ItemFound> {
  const found = await findItem(kysely, arranger.room, itemGuid)
  if (!mayArrange(arranger, found)) throw new Problem('itemNotYours')
  return found
}

/**
 * Requires that someone can arrange everything in a folder, including what is hidden from them: the answer is the same
 * whether a hidden or a visible item is in the way. Throws folderNotYours.
 */
export function requireWhole(
  arranger: Arranger,
  path: readonly ItemRow[],
  branch: readonly BranchItem[],
): void {
  const { grants } = arranger.room
  if (grants === 'all') return
  const rights = rightsInTree(grants, [...path.slice(0, -1).map(treeItem), ...branch.map(treeItem)])
  const isWhole = branch.every(({ guid, added_by }) => isArrangeable(arranger, added_by, rights.get(guid)))
  if (!isWhole) throw new Problem('folderNotYours')
}

/** For one of several that is not available: it is left out. */
export function nothingOfProblem(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}
