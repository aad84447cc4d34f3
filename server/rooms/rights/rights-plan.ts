import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { loadHolders, loadRules, noHolder, type RightHolder, type RulesByHolder } from './right-holders.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { pathTo } from '#server/rooms/rows.ts'
import { checkRuleChange, maxRuleChanges, type RuleChange } from './rule-changes.ts'

/**
 * A requested change of permissions in a room: single rules to change; a holder to get exactly the rules of another
 * one; or a folder to be hidden from everyone without a grant, or no longer.
 */
export type RightsWish =
  | { kind: 'rules'; changes: readonly RuleChange[] }
  | { kind: 'same'; holderGuid: string; asGuid: string }
  | { kind: 'closed'; itemGuid: string; isClosed: boolean }

/**
 * A request that can be fulfilled: what each rule is and would be, and for which state of the permissions that was
 * determined.
 */
export type RightsPlan = {
  holders: ReadonlyMap<string, RightHolder>
  rules: { before: RulesByHolder; after: RulesByHolder }
  /** The rules that change. */
  changes: RuleChange[]
  closing: { itemGuid: string; name: string; isClosed: boolean } | null
  /** The holder whose rules are copied. */
  as: RightHolder | null
  /** Identifies all permissions of the room as they are: a different state has a different `seen`. */
  seen: string
}

/**
 * Throws notFound for whom or what is not in this room, rightsOfOwners, listChanged, ruleOnRoot, onlyOfContributors,
 * tooManyRules.
 */
export async function planRights(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  wish: RightsWish,
): Promise<RightsPlan> {
  const holders = new Map((await loadHolders(kysely, room.guid)).map((holder) => [holder.guid, holder]))
  const before = await loadRules(kysely, room.guid)
  const closing = wish.kind === 'closed' ? await folderToClose(kysely, room, wish) : null
  const changes = await changesOf(kysely, room, { wish, holders, rules: before })
  const after = new Map(before)
  for (const { holderGuid, itemGuid, code } of changes) {
    const rules = new Map(after.get(holderGuid))
    if (code === null) rules.delete(itemGuid)
    else rules.set(itemGuid, code)
    after.set(holderGuid, rules)
  }
  const as = wish.kind === 'same' ? (holders.get(wish.asGuid) ?? null) : null
  return { holders, rules: { before, after }, changes, closing, as, seen: seenOf(holders, before, closing) }
}

async function changesOf(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  input: { wish: RightsWish; holders: ReadonlyMap<string, RightHolder>; rules: RulesByHolder },
): Promise<RuleChange[]> {
  const { wish, holders, rules } = input
  if (wish.kind === 'closed') return []
  if (wish.kind === 'same') return sameAs(kysely, room, wish, holders, rules)
  if (wish.changes.length > maxRuleChanges) throw new Problem('tooManyRules')
  for (const change of wish.changes) {
    const holder = await holderIn(kysely, room, holders, change.holderGuid)
    const item = (await pathTo(kysely, change.itemGuid)).at(-1)
    if (item?.room_guid !== room.guid) throw new Problem('notFound')
    checkRuleChange(change, room.guid, holder, rules)
  }
  return wish.changes.filter(
    ({ holderGuid, itemGuid, code }) => (rules.get(holderGuid)?.get(itemGuid) ?? null) !== code,
  )
}

async function holderIn(
  kysely: Kysely<Schema>,
  { guid: roomGuid }: RoomAccess,
  holders: ReadonlyMap<string, RightHolder>,
  guid: string,
): Promise<RightHolder> {
  const holder = holders.get(guid)
  if (holder) return holder
  throw await noHolder(kysely, roomGuid, guid)
}

/** Only a contributor adds: for anyone else, such a rule means download. */
async function sameAs(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  { holderGuid, asGuid }: { holderGuid: string; asGuid: string },
  holders: ReadonlyMap<string, RightHolder>,
  rules: RulesByHolder,
): Promise<RuleChange[]> {
  const holder = await holderIn(kysely, room, holders, holderGuid)
  const as = await holderIn(kysely, room, holders, asGuid)
  const [own, wanted] = [rules.get(holder.guid), rules.get(as.guid)]
  const items = new Set([...(own?.keys() ?? []), ...(wanted?.keys() ?? [])])
  return [...items].flatMap((itemGuid): RuleChange[] => {
    const [was, code] = [own?.get(itemGuid) ?? null, forRole(holder, wanted?.get(itemGuid) ?? null)]
    return was === code ? [] : [{ holderGuid: holder.guid, itemGuid, was, code }]
  })
}

function forRole({ role }: RightHolder, code: RuleCode | null): RuleCode | null {
  return code === 4 && role !== roles.contributor ? 3 : code
}

async function folderToClose(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  { itemGuid, isClosed }: { itemGuid: string; isClosed: boolean },
): Promise<RightsPlan['closing']> {
  const folder = (await pathTo(kysely, itemGuid)).at(-1)
  const isFolderHere = folder?.room_guid === room.guid && folder.kind === 'folder'
  if (!isFolderHere) throw new Problem('notFound')
  if (itemGuid === room.guid) throw new Problem('ruleOnRoot')
  return (folder.is_closed === 1) === isClosed ? null : { itemGuid, name: folder.name, isClosed }
}

function seenOf(
  holders: ReadonlyMap<string, RightHolder>,
  rules: RulesByHolder,
  closing: RightsPlan['closing'],
): string {
  const people = [...holders.values()].map(({ guid, role, group }) => [guid, role, group?.guid ?? ''])
  const ruled = [...rules].map(([guid, codes]) =>
    [guid, ...[...codes].map(([item, code]) => item + code).sort()].join(),
  )
  const state = JSON.stringify([people.sort(), ruled.sort(), closing])
  return createHash('sha256').update(state).digest('base64url').slice(0, 22)
}
