/** A place in a list, counted from 1. */
export type Placed = { guid: string; place: number }

/**
 * A list after some of it was moved to other positions, counted from 1: those go there, one after the other if two want
 * the same position, and the rest fills the gaps in its order.
 */
export function reordered(guids: readonly string[], moves: readonly Placed[]): string[] {
  const known = new Set(guids)
  const wanted = new Map(moves.filter(({ guid }) => known.has(guid)).map(({ guid, place }) => [guid, place]))
  const rest = guids.filter((guid) => !wanted.has(guid))
  const inOrder = guids.filter((guid) => wanted.has(guid)).sort((a, b) => wanted.get(a)! - wanted.get(b)!)
  const list: string[] = []
  for (const guid of inOrder) {
    while (list.length < wanted.get(guid)! - 1 && rest.length > 0) list.push(rest.shift()!)
    list.push(guid)
  }
  return [...list, ...rest]
}

/**
 * The whole list of a folder after someone reordered the part they see. Hidden items stay behind the item
 * they followed, or at the top.
 */
export function withUnseen(all: readonly string[], seen: readonly string[]): string[] {
  const isSeen = new Set(seen)
  const behind = new Map<string, string[]>()
  let at = ''
  for (const guid of all) {
    if (isSeen.has(guid)) at = guid
    else behind.set(at, [...(behind.get(at) ?? []), guid])
  }
  return ['', ...seen].flatMap((guid) => [...(guid === '' ? [] : [guid]), ...(behind.get(guid) ?? [])])
}

export type Positioned = { guid: string; position: number }

/**
 * The positions that have to change for a list to be in this order, as few as possible: what is in order keeps its
 * position, and the others are spread evenly between. Where there is no gap, all get new ones, `gap` apart.
 */
export function newPositions(list: readonly Positioned[], gap: number): Positioned[] {
  const kept = maxRise(list.map(({ position }) => position))
  const changed: Positioned[] = []
  let run: Positioned[] = []
  let below = 0
  for (const [index, item] of list.entries()) {
    if (!kept.has(index)) {
      run.push(item)
      continue
    }
    const step = Math.floor((item.position - below) / (run.length + 1))
    if (run.length > 0 && step < 1) return renumbered(list, gap)
    changed.push(...run.map(({ guid }, at) => ({ guid, position: below + step * (at + 1) })))
    run = []
    below = item.position
  }
  changed.push(...run.map(({ guid }, at) => ({ guid, position: below + gap * (at + 1) })))
  return changed
}

function renumbered(list: readonly Positioned[], gap: number): Positioned[] {
  return list
    .map(({ guid, position }, at) => ({ guid, was: position, position: gap * (at + 1) }))
    .filter(({ was, position }) => was !== position)
    .map(({ guid, position }) => ({ guid, position }))
}

/** The longest increasing subsequence of some numbers, by their indexes. */
function maxRise(numbers: readonly number[]): Set<number> {
  const tails: number[] = []
  const before: number[] = []
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[tails[middle]!]! < number) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? tails[low - 1]! : -1
    tails[low] = index
  }
  const rise = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) rise.add(at)
  return rise
}
