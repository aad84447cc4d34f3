import type { Column } from './column.ts'

/** Where one is reading: a page, and how far down on it, 0 to 1. */
export type Place = { page: number; at: number }

/** The place at a height of the column. */
export function placeAt(column: Column, y: number): Place {
  const page = column.pageAt(y)
  const at = (y - column.topOf(page)) / column.heightOf(page)
  return { page, at: Math.max(0, Math.min(1, at)) }
}

/** The height of the column at which a place is. */
export function heightOf(column: Column, { page, at }: Place): number {
  const held = Math.max(1, Math.min(column.count, page))
  return column.topOf(held) + at * column.heightOf(held)
}

/** The address that comes back to a page, for the history: that of the document for the first. */
export function addressOf(page: number, here: URL): string {
  const address = new URL(here)
  if (page === 1) address.searchParams.delete('page')
  else address.searchParams.set('page', String(page))
  // It says that a page reloaded itself, which is not true for someone who comes back.
  address.searchParams.delete('again')
  address.hash = page === 1 ? '' : `page-${page}`
  return address.pathname + address.search + address.hash
}

/** The page that an address requests; null if it requests none. */
export function pageIn(address: URL): number | null {
  const text = /^#page-(\d{1,5})$/.exec(address.hash)?.[1] ?? address.searchParams.get('page')
  const page = Number(text)
  return text !== null && text !== undefined && Number.isSafeInteger(page) && page >= 1 ? page : null
}
