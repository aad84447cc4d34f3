import { randomInt } from 'node:crypto'

/** Whether everything is tried, however long that takes, as `npm run test:all` does. */
export const isFull = process.env['TESTS'] === 'all'

/** What random tests begin with: another number in each run. It is printed, and `TEST_SEED` repeats a run. */
export const seed = Number(process.env['TEST_SEED'] || randomInt(2 ** 31))

/** How often something random is tried. */
export function budget({ some, all }: { some: number; all: number }): number {
  return isFull ? all : some
}

/** So many of a list, others in each run; with the full budget all of them. */
export function partOf<Item>(items: readonly Item[], count: number): Item[] {
  if (isFull || items.length <= count) return [...items]
  const start = seed % items.length
  // Spread over the list, whose neighbours are much alike.
  return Array.from(
    { length: count },
    (_, at) => items[Math.floor(start + (at * items.length) / count) % items.length]!,
  )
}
