import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  powersOf,
  rightsInTree,
  type Grants,
  type Powers,
  type RoomAllowance,
  type TreeItem,
} from '#server/rules/rooms/room-rights.ts'
import { touchedItems } from '#server/rooms/tree/touched-items.ts'

/** What is now and what would be; the same twice if something does not change. */
export type BeforeAfter<Value> = { before: Value; after: Value }

/** A change of permissions, of the tree, or of what a room allows, that has not been made yet. */
export type WantedChange = {
  tree: BeforeAfter<readonly TreeItem[]>
  allowance: BeforeAfter<RoomAllowance>
  people: readonly ({ guid: string } & BeforeAfter<Grants>)[]
}

/** How many files, or folders, of one folder change in what people can do with them. */
export type Shift = BeforeAfter<Powers> & {
  parentGuid: string
  areFolders: boolean
  count: number
  /** The first of them. */
  some: string[]
}

/** What changes for people with the same changes. */
export type Change = { people: string[]; filesGained: number; filesLost: number; shifts: Shift[] }

export type ChangePreview = {
  /** No one is in two of them; people for whom nothing changes are in none. */
  changes: Change[]
  /** People who can do more with a file than before; those who can also do less with another are in both. */
  gaining: number
  losing: number
  /** Different files with which someone can do more, or less. */
  filesGained: number
  filesLost: number
}

const maxNamed = 20

/**
 * What changes for whom, on which files and folders. It decides by `rightsInTree`, over what the change touches. People
 * with equal permissions are evaluated once, yielding to the event loop between any two walks.
 */
export async function previewChange({ tree, allowance, people }: WantedChange): Promise<ChangePreview> {
  const isAllowanceKept = sameAllowance(allowance)
  const touched = touchedItems({ tree, people, isAllowanceKept })
  const gained = new Set<string>()
  const lost = new Set<string>()
  const preview: ChangePreview = { changes: [], gaining: 0, losing: 0, filesGained: 0, filesLost: 0 }
  for (const group of alike(people, touched, isAllowanceKept)) {
    const { before, after } = group[0]!
    const powersBefore = await powersIn(before, touched.before, allowance.before)
    const powersAfter = await powersIn(after, touched.after, allowance.after)
    const change = differences(touched, { before: powersBefore, after: powersAfter }, { gained, lost })
    await nextTurn()
    if (change.shifts.length === 0) continue
    preview.changes.push({ people: group.map(({ guid }) => guid), ...change })
    if (change.filesGained > 0) preview.gaining += group.length
    if (change.filesLost > 0) preview.losing += group.length
  }
  return { ...preview, filesGained: gained.size, filesLost: lost.size }
}

function sameAllowance({ before, after }: BeforeAfter<RoomAllowance>): boolean {
  return before.mayDownload === after.mayDownload && before.mayPrint === after.mayPrint
}

/**
 * People for whom these trees decide the same, together; no one for whom nothing can change. Rules on what is not
 * touched make no difference.
 */
function alike(
  people: WantedChange['people'],
  tree: BeforeAfter<readonly TreeItem[]>,
  isAllowanceKept: boolean,
): WantedChange['people'][number][][] {
  const guids = new Set([...tree.before, ...tree.after].map(({ guid }) => guid))
  const isTreeKept = tree.before === tree.after && isAllowanceKept
  const groups = new Map<string, WantedChange['people'][number][]>()
  for (const person of people) {
    if (isTreeKept && person.before === person.after) continue
    const [before, after] = [grantsKey(person.before, guids), grantsKey(person.after, guids)]
    if (isTreeKept && before === after) continue
    const key = `${before} ${after}`
    const known = groups.get(key)
    if (known) known.push(person)
    else groups.set(key, [person])
  }
  return [...groups.values()]
}

function grantsKey(grants: Grants, guids: ReadonlySet<string>): string {
  if (grants === 'all') return grants
  const rules = [...grants.rules].filter(([guid]) => guids.has(guid))
  const words = rules.map(([guid, { hiddenBy, right }]) => `${guid}${hiddenBy ? '-' : right}`)
  return `${grants.base}${grants.role}${words.sort().join()}`
}

/** What someone can do with each item of a tree that they see. */
async function powersIn(
  grants: Grants,
  items: readonly TreeItem[],
  allowance: RoomAllowance,
): Promise<Map<string, Powers>> {
  const byRight = ([0, 1, 2, 3, 4] as const).map((right) => powersOf(right, allowance))
  const rights = rightsInTree(grants, items)
  await nextTurn()
  return new Map([...rights].map(([guid, right]) => [guid, byRight[right]!]))
}

const none = powersOf(null, { mayDownload: false, mayPrint: false })

function differences(
  tree: BeforeAfter<readonly TreeItem[]>,
  powers: BeforeAfter<ReadonlyMap<string, Powers>>,
  all: { gained: Set<string>; lost: Set<string> },
): Omit<Change, 'people'> {
  const shifts = new Map<string, Shift>()
  let [filesGained, filesLost] = [0, 0]
  for (const { guid, parentGuid, isFolder } of inEither(tree)) {
    // The room's first page is everyone's.
    if (parentGuid === null) continue
    const [before, after] = [powers.before.get(guid) ?? none, powers.after.get(guid) ?? none]
    if (mask(before) === mask(after)) continue
    if (!isFolder && (mask(after) & ~mask(before)) > 0) {
      filesGained++
      all.gained.add(guid)
    }
    if (!isFolder && (mask(before) & ~mask(after)) > 0) {
      filesLost++
      all.lost.add(guid)
    }
    const key = `${parentGuid} ${isFolder} ${mask(before)} ${mask(after)}`
    const shift = shifts.get(key) ?? { parentGuid, areFolders: isFolder, before, after, count: 0, some: [] }
    shift.count++
    if (shift.some.length < maxNamed) shift.some.push(guid)
    shifts.set(key, shift)
  }
  return { filesGained, filesLost, shifts: [...shifts.values()] }
}

/** All items, where they will be; what is removed, where it was. */
function inEither({ before, after }: BeforeAfter<readonly TreeItem[]>): readonly TreeItem[] {
  if (before === after) return after
  const kept = new Set(after.map(({ guid }) => guid))
  return [...after, ...before.filter(({ guid }) => !kept.has(guid))]
}

function mask({ maySee, mayPrint, mayDownload, mayAdd }: Powers): number {
  return (maySee ? 1 : 0) + (mayPrint ? 2 : 0) + (mayDownload ? 4 : 0) + (mayAdd ? 8 : 0)
}
