import { counted } from '#server/rules/text/format.ts'

/** Counting very many takes longer than everything else on a page. */
export const maxCounted = 10_000

/** "12", or "more than 10000" where counting stopped. */
export function atMost(count: number): string {
  return count > maxCounted ? `more than ${maxCounted}` : String(count)
}

/** "1 file", "12 files", "more than 10000 files". */
export function countedAtMost(count: number, noun: string): string {
  return count > maxCounted ? `more than ${maxCounted} ${noun}s` : counted(count, noun)
}
