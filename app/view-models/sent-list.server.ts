import {
  besideOf,
  listFilters,
  listSorts,
  type ListFilter,
  type ListRange,
  type ListSort,
} from '#server/shares/lists/list.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { href, routes } from '#app/routes.ts'
import type { ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import { pageNumber } from '#app/request/loader.server.ts'

/** What an address of the list of sent files requests. */
export type SentQuery = { filter: ListFilter; sort: ListSort; search: string }

/** Counting more takes longer than the rest of the page. */
export const maxListed = 1000

/** Anything that the list does not know is ignored. */
export function sentQuery(url: URL): SentQuery {
  const query = url.searchParams
  return {
    filter: listFilters.find((name) => name === query.get('filter')) ?? 'all',
    sort: listSorts.find((name) => name === query.get('sort')) ?? 'newest',
    search: (query.get('q') ?? '').slice(0, 200),
  }
}

export function sentRange(url: URL, query: SentQuery): ListRange & { page: number } {
  const page = pageNumber(url)
  const at = (side: 'after' | 'before') => besideOf(side, url.searchParams.get(side), query.sort)
  return {
    ...query,
    page,
    pageSize: rowsOnScreen,
    beside: page > 1 ? (at('after') ?? at('before')) : null,
    countTo: maxListed + 1,
  }
}

type Place = { page?: number; after?: string | undefined; before?: string | undefined }

/** The address of the list, without defaults. */
export function sentPath({ filter, sort, search }: SentQuery, place: Place = {}): string {
  return href(
    routes.shares.index,
    {},
    {
      filter: filter === 'all' ? undefined : filter,
      sort: sort === 'newest' ? undefined : sort,
      q: search || undefined,
      ...place,
    },
  )
}

const filterWords: Record<ListFilter, string> = {
  all: 'All',
  active: 'Active',
  expired: 'Expired',
  unshared: 'Unshared',
  unopened: 'Not yet opened',
}
const sortWords: Record<ListSort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  name: 'Name',
  activity: 'Last activity',
  end: 'Ends first',
}

export function filterLinks(query: SentQuery): ChoiceLink[] {
  return listFilters.map((filter) => ({
    label: filterWords[filter],
    to: sentPath({ ...query, filter }),
    isHere: filter === query.filter,
  }))
}

export function sortLinks(query: SentQuery): ChoiceLink[] {
  return listSorts.map((sort) => ({
    label: sortWords[sort],
    to: sentPath({ ...query, sort }),
    isHere: sort === query.sort,
  }))
}

/** "1 file", "12 files", "1,000+ files". */
export function filesListed(total: number): string {
  if (total > maxListed) return `${maxListed.toLocaleString('en')}+ files`
  return total === 1 ? '1 file' : `${total.toLocaleString('en')} files`
}

/** "Page 2 of 5", or "Page 2" if not all were counted. */
export function pageWords(page: number, total: number): string {
  return total > maxListed
    ? `Page ${page}`
    : `Page ${page} of ${Math.max(1, Math.ceil(total / rowsOnScreen))}`
}
