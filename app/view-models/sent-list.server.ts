import {
  besideOf,
  listFilters,
  listSorts,
  type ListFilter,
  type ListRange,
  type ListSort,
} from '#server/shares/lists/list.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { href, routes } from '#app/routes.ts'
import type { ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import type { SortHeadShown } from '#app/ui/tables/sort-head.tsx'
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
    search: (query.get('q') ?? '').slice(0, maxSearchLength),
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

const filterLabels: Record<ListFilter, string> = {
  all: 'All',
  active: 'Active',
  expired: 'Expired',
  unshared: 'Unshared',
  unopened: 'Not yet opened',
}
const sortLabels: Record<ListSort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  name: 'Name',
  activity: 'Last activity',
  end: 'Ends first',
}

/** The filters; of the current one it says how many there are. */
export function filterLinks(query: SentQuery, total: number): ChoiceLink[] {
  return listFilters.map((filter) => ({
    label: filterLabels[filter],
    to: sentPath({ ...query, filter }),
    isHere: filter === query.filter,
    count: filter === query.filter ? countListed(total) : undefined,
  }))
}

export function sortLinks(query: SentQuery): ChoiceLink[] {
  return listSorts.map((sort) => ({
    label: sortLabels[sort],
    to: sentPath({ ...query, sort }),
    isHere: sort === query.sort,
  }))
}

/** The heads of the columns that the list can be sorted by. */
export function sortHeads(query: SentQuery): Record<'name' | 'sent' | 'end', SortHeadShown> {
  const { sort } = query
  const to = (sort: ListSort) => sentPath({ ...query, sort })
  return {
    name: { to: to('name'), sorted: sort === 'name' ? 'ascending' : undefined },
    sent: {
      to: to(sort === 'newest' ? 'oldest' : 'newest'),
      sorted: sort === 'newest' ? 'descending' : sort === 'oldest' ? 'ascending' : undefined,
    },
    end: { to: to('end'), sorted: sort === 'end' ? 'ascending' : undefined },
  }
}

/** "1 file", "12 files", "1,000+ files". */
export function filesListed(total: number): string {
  return `${countListed(total)} ${total === 1 ? 'file' : 'files'}`
}

/** "1", "12", "1,000+". */
export function countListed(total: number): string {
  return total > maxListed ? `${maxListed.toLocaleString('en')}+` : total.toLocaleString('en')
}

/** "Page 2 of 5", or "Page 2" if not all were counted. */
export function pageText(page: number, total: number): string {
  return total > maxListed
    ? `Page ${page}`
    : `Page ${page} of ${Math.max(1, Math.ceil(total / rowsOnScreen))}`
}
