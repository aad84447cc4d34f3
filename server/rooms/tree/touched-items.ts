import type { Grants, TreeItem } from '#server/rules/rooms/room-rights.ts'

type Trees = { before: readonly TreeItem[]; after: readonly TreeItem[] }
type TouchedQuery = {
  tree: Trees
  people: readonly { before: Grants; after: Grants }[]
  isAllowanceKept: boolean
}

/**
 * The part of a tree in which a change can have an effect: everything below what gets other rules, positions or a
 * changed closed state, and the paths to it. A change of role, or of what the room allows, touches everything.
 */
export function touchedItems({ tree, people, isAllowanceKept }: TouchedQuery): Trees {
  const tops = isAllowanceKept ? topsOf(tree, people) : null
  if (tops === null) return tree
  const before = partOf(tree.before, tops)
  return { before, after: tree.after === tree.before ? before : partOf(tree.after, tops) }
}

/** Null if everything is touched. */
function topsOf(tree: Trees, people: TouchedQuery['people']): Set<string> | null {
  const tops = new Set(tree.before === tree.after ? [] : placedOtherwise(tree))
  for (const { before, after } of people) {
    if (before === after) continue
    if (before === 'all' || after === 'all') return null
    if (before.role !== after.role || before.base !== after.base) return null
    for (const guid of ruledOtherwise(before, after)) tops.add(guid)
  }
  return tops
}

function placedOtherwise({ before, after }: Trees): string[] {
  const known = new Map(before.map((item) => [item.guid, item]))
  const later = new Set(after.map(({ guid }) => guid))
  const changed = after.filter((item) => {
    const was = known.get(item.guid)
    return was?.parentGuid !== item.parentGuid || was.isClosed !== item.isClosed
  })
  return [...changed, ...before.filter(({ guid }) => !later.has(guid))].map(({ guid }) => guid)
}

function ruledOtherwise(before: Exclude<Grants, 'all'>, after: Exclude<Grants, 'all'>): string[] {
  const guids = new Set([...before.rules.keys(), ...after.rules.keys()])
  return [...guids].filter((guid) => {
    const [was, is] = [before.rules.get(guid), after.rules.get(guid)]
    return was?.hiddenBy !== is?.hiddenBy || was?.right !== is?.right
  })
}

/** What is below these items, the items themselves, and the paths from the root to them; in the order of the tree. */
function partOf(items: readonly TreeItem[], tops: ReadonlySet<string>): readonly TreeItem[] {
  const byGuid = new Map(items.map((item) => [item.guid, item]))
  const isBelow = new Map<string, boolean>()
  function belongs(guid: string): boolean {
    const walked: string[] = []
    let at: string | null = guid
    let answer = false
    while (at !== null) {
      const known = isBelow.get(at)
      if (known !== undefined || tops.has(at)) {
        answer = known ?? true
        break
      }
      walked.push(at)
      at = byGuid.get(at)?.parentGuid ?? null
    }
    for (const step of walked) isBelow.set(step, answer)
    return answer
  }
  const onWay = new Set<string>()
  for (const top of tops) {
    for (let at = byGuid.get(top); at && !onWay.has(at.guid); at = byGuid.get(at.parentGuid ?? ''))
      onWay.add(at.guid)
  }
  return items.filter(({ guid }) => onWay.has(guid) || belongs(guid))
}
