import type { After } from '#server/operations/console/after.ts'

/** What an address says of it; undefined for the first screen. */
export function afterIn(url: URL): After | undefined {
  const [, at, guid] = /^(-?\d{1,15})\.([0-9a-f]{32})$/.exec(url.searchParams.get('after') ?? '') ?? []
  return at === undefined || guid === undefined ? undefined : { at: Number(at), guid }
}

export function afterText({ at, guid }: After): string {
  return `${at}.${guid}`
}

/** Rows of a list: one more is read than is shown, to know whether there are others. */
export const rowsShown = 50

/** The rows of a screen, and the address of the next one. */
export function screenOf<Row>(
  rows: Row[],
  { lastOf, toNext }: { lastOf: (row: Row) => After; toNext: (after: string) => string },
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, rowsShown)
  const last = shown.at(-1)
  return { shown, next: rows.length > rowsShown && last ? toNext(afterText(lastOf(last))) : null }
}
