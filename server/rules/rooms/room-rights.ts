import { roles, type Role } from './room-roles.ts'

/**
 * What a member can do with an item and everything below it: 0 nothing, except pass through to what is allowed deeper;
 * 1 see; 2 see and print; 3 also download; 4 also add.
 */
export type Right = 0 | 1 | 2 | 3 | 4

/** What is stored of a rule: a permission, or that the item is hidden with everything below it. */
export type RuleCode = -1 | Right

export type RightRule = { itemGuid: string; code: RuleCode; from: 'member' | 'group' }

/** One step of the path from the root of a room down to an item, both included. */
export type Step = { guid: string; isClosed: boolean }

type Ruled = { hiddenBy: Holder | null; right: Right | null; from: Holder }
export type Holder = 'member' | 'group'

/** What one person's permissions in a room follow from; `all` for its owner. */
export type Grants = 'all' | { base: Right; role: Role; rules: ReadonlyMap<string, Ruled> }

/** The permission at one place, and what it comes from. `right` is null if the item is hidden. */
export type Reason = {
  right: Right | null
  because: 'owner' | 'role' | 'rule' | 'hidden' | 'closed folder'
  /** The item whose rule, or whose closed state, decides; null for the role. */
  itemGuid: string | null
  from: Holder | null
}

/**
 * The grants of a member: the role applies where no rule does, the member's own rules come before those of the group,
 * and whatever either hides is hidden.
 */
export function grantsOf(role: Role, rules: readonly RightRule[]): Grants {
  if (role === roles.owner || role === roles.coOwner) return 'all'
  const ruled = new Map<string, Ruled>()
  for (const { itemGuid, code, from } of rules) {
    const known = ruled.get(itemGuid) ?? { hiddenBy: null, right: null, from }
    if (code === -1) ruled.set(itemGuid, { ...known, hiddenBy: known.hiddenBy ?? from })
    else if (known.right === null || from === 'member') {
      ruled.set(itemGuid, { ...known, right: allowedTo(role, code), from })
    }
  }
  return { base: role, role, rules: ruled }
}

/** Only a contributor adds anything, whatever a rule says. */
function allowedTo(role: Role, right: Right): Right {
  return right === 4 && role !== roles.contributor ? 3 : right
}

/** The permission at the end of a path that begins at the root of the room, and why. */
export function reasonAt(grants: Grants, path: readonly Step[]): Reason {
  let reason = startOf(grants)
  for (const step of path) reason = reasonBelow(grants, reason, step)
  return reason
}

/** As `reasonAt`: null where the item is hidden. */
export function rightAt(grants: Grants, path: readonly Step[]): Right | null {
  return reasonAt(grants, path).right
}

function startOf(grants: Grants): Reason {
  if (grants === 'all') return { right: 4, because: 'owner', itemGuid: null, from: null }
  return { right: grants.base, because: 'role', itemGuid: null, from: null }
}

/** What applies at an item, from what applies at its folder: the one step that every decision uses. */
function reasonBelow(grants: Grants, above: Reason, { guid, isClosed }: Step): Reason {
  if (grants === 'all' || above.right === null) return above
  const ruled = grants.rules.get(guid)
  if (ruled?.hiddenBy) return { right: null, because: 'hidden', itemGuid: guid, from: ruled.hiddenBy }
  if (ruled && ruled.right !== null)
    return { right: ruled.right, because: 'rule', itemGuid: guid, from: ruled.from }
  return isClosed ? { right: 0, because: 'closed folder', itemGuid: guid, from: null } : above
}

/** An item of a whole tree; the root's parent is null. */
export type TreeItem = { guid: string; parentGuid: string | null; isFolder: boolean; isClosed: boolean }

/**
 * The permissions on all items of a room that someone sees, by guid, each after the folder it is in and siblings in
 * their given order; a folder at 0 is included because something below it is allowed. One walk, whatever the depth.
 */
export function rightsInTree(grants: Grants, items: readonly TreeItem[]): Map<string, Right> {
  const children = Map.groupBy(items, ({ parentGuid }) => parentGuid ?? '')
  const seen: { item: TreeItem; reason: Reason }[] = []
  const waiting = (children.get('') ?? []).map((item) => ({
    item,
    reason: reasonBelow(grants, startOf(grants), { guid: item.guid, isClosed: item.isClosed }),
  }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.reason.right === null) continue
    seen.push(next)
    const { guid } = next.item
    for (const child of (children.get(guid) ?? []).toReversed()) {
      waiting.push({ item: child, reason: reasonBelow(grants, next.reason, child) })
    }
  }
  const isPassedThrough = new Set<string>()
  for (const { item, reason } of seen.toReversed()) {
    if ((reason.right ?? 0) > 0 || isPassedThrough.has(item.guid)) isPassedThrough.add(item.parentGuid ?? '')
  }
  const shown = seen.filter(
    ({ item, reason }) => (reason.right ?? 0) > 0 || (item.isFolder && isPassedThrough.has(item.guid)),
  )
  return new Map(shown.map(({ item, reason }) => [item.guid, reason.right ?? 0]))
}

/**
 * The items through which someone gets to what is allowed deeper: all above an item that a rule allows. `ways` are the
 * paths to the items that have a rule.
 */
export function passableFolders(grants: Grants, paths: Iterable<readonly Step[]>): Set<string> {
  const through = new Set<string>()
  for (const path of paths) {
    if ((rightAt(grants, path) ?? 0) > 0) for (const { guid } of path.slice(0, -1)) through.add(guid)
  }
  return through
}

/** What a room allows people who only read. */
export type RoomAllowance = { mayDownload: boolean; mayPrint: boolean }
export type Powers = { maySee: boolean; mayPrint: boolean; mayDownload: boolean; mayAdd: boolean }

/** A permission as actions: what the room does not allow, no one below contributor gets. */
export function powersOf(right: Right | null, room: RoomAllowance): Powers {
  if (right === null || right === 0)
    return { maySee: false, mayPrint: false, mayDownload: false, mayAdd: false }
  const isFree = right === 4
  return {
    maySee: true,
    mayPrint: right >= 2 && (isFree || room.mayPrint),
    mayDownload: right >= 3 && (isFree || room.mayDownload),
    mayAdd: isFree,
  }
}
