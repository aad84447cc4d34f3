import { randomInt } from 'node:crypto'

/** Whether everything is tried, however long that takes, as `npm run test:all` does. */
export const isFull = process.env['TESTS'] === 'all'

/** What random tests begin with: another number in each run. It is printed, and `TEST_SEED` repeats a run. */
export const seed = Number(process.env['TEST_SEED'] || randomInt(2 ** 31))

/** How often something random is tried. */
export function budget({ some, all }: { some: number; all: number }): number {
  return isFull ? all : some
}

/** One of a list, another in each run and at each turn; with the full budget all of them. */
export function oneOf<Item>(items: readonly Item[], turn: number): Item[] {
  return isFull ? [...items] : [items[(seed + turn) % items.length]!]
}

/** Half of a list, the other half in the next turn; with the full budget all of it. */
export function everySecond<Item>(items: readonly Item[], turn: number): Item[] {
  return everyOneOf(2, items, turn)
}

/** A third of a list, the others in the next turns; with the full budget all of it. */
export function everyThird<Item>(items: readonly Item[], turn: number): Item[] {
  return everyOneOf(3, items, turn)
}

function everyOneOf<Item>(count: number, items: readonly Item[], turn: number): Item[] {
  return isFull ? [...items] : items.filter((_, at) => (seed + turn + at) % count === 0)
}
