import { isGuid } from '#server/rules/text/guid.ts'

/** Which shares a list holds, in the words of its address. */
export const listFilters = ['all', 'active', 'expired', 'unshared', 'unopened'] as const
export type ListFilter = (typeof listFilters)[number]

/** In which order. */
export const listSorts = ['newest', 'oldest', 'name', 'activity', 'end'] as const
export type ListSort = (typeof listSorts)[number]

/** The row before or after a page of the list: the value that the list is ordered by, and the row itself. */
export type Beside = { side: 'after' | 'before'; key: number | string; guid: string }

export type ListRange = {
  page: number
  pageSize: number
  filter?: ListFilter
  sort?: ListSort
  /** Words of names and of people; each is the beginning of one. */
  search?: string
  /** From there the page is found at once; otherwise all rows before it are skipped. */
  beside?: Beside | null
  /** More are not counted. */
  countTo?: number
}

export type ListState = 0 | 1 | 2 | 3

/** The states of `share.listed_as` that a filter shows. "Not opened" are those that still can be. */
export const statesOf: Record<ListFilter, readonly ListState[]> = {
  all: [0, 1, 2, 3],
  active: [0, 1],
  expired: [2],
  unshared: [3],
  unopened: [0],
}

export type Order = {
  column: 'created_at' | 'name_key' | 'ends_at' | 'last_at'
  direction: 'asc' | 'desc'
}

export const orders: Record<ListSort, Order> = {
  newest: { column: 'created_at', direction: 'desc' },
  oldest: { column: 'created_at', direction: 'asc' },
  name: { column: 'name_key', direction: 'asc' },
  activity: { column: 'last_at', direction: 'desc' },
  end: { column: 'ends_at', direction: 'asc' },
}

/** A row as the address of an adjacent page refers to it. */
export function rowKey({ key, guid }: { key: number | string; guid: string }): string {
  return `${guid}-${key}`
}

/** The row that an address refers to, for a list in this order; null for anything else. */
export function besideOf(side: Beside['side'], written: string | null, sort: ListSort): Beside | null {
  const [, guid = '', key = ''] = /^([^-]*)-(.*)$/su.exec(written ?? '') ?? []
  if (!isGuid(guid) || key.length > 300 || key.includes('\0')) return null
  if (orders[sort].column === 'name_key') return { side, key, guid }
  return /^\d{1,16}$/.test(key) ? { side, key: Number(key), guid } : null
}
