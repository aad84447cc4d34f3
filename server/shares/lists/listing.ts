import { sql, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { countedUpTo } from '#server/db/count-up-to.ts'
import { prepared, type Slots, type Value } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { foundRows, searched, stateAt, type Found } from './finding.ts'
import {
  orders,
  statesOf,
  type Beside,
  type ListFilter,
  type ListRange,
  type ListSort,
  type ListState,
} from './list.ts'

type TimedRange = ListRange & { now: number }

/** A row with what the list is ordered by. */
export type ListedRow = { guid: string; key: number | string }
/** More than ever end between two runs. */
const maxJustEnded = 100_000

export type Part = SelectQueryBuilder<Schema, 'share' | 'event_head', ListedRow>

export type Listing = {
  rows: ListedRow[]
  /** Whether there are rows after the page. */
  hasMore: boolean
  total: number
  /** Whether the search found more than it considered. */
  isCut: boolean
}

/**
 * Which of an owner's shares are on a page. Every state has its own part of the index of each order, and the page is
 * merged from the first rows of each, so that it costs the same however many shares there are. The order of activity is
 * the exception: it follows the index of events, which knows no states, so a rare state is searched for among all of
 * the owner's own.
 *
 * Time passes without anyone changing a row: what has ended since the last run of `Endings` is still open in the index,
 * and is left out there and added where it belongs.
 */
export async function listingOf(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  range: TimedRange,
): Promise<Listing> {
  const found = await searched(kysely, ownerGuid, range.search ?? '')
  const { pageSize, beside } = range
  const isBackwards = beside?.side === 'before'
  const [rows, total] = await Promise.all([
    pageRows(kysely, ownerGuid, range, found),
    countRows(kysely, ownerGuid, range, found),
  ])
  const shown = rows.slice(0, pageSize)
  if (isBackwards) shown.reverse()
  return { rows: shown, hasMore: isBackwards || rows.length > pageSize, total, isCut: found?.isCut ?? false }
}

async function pageRows(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  range: TimedRange,
  found: Found | null,
): Promise<ListedRow[]> {
  const { page, pageSize, now, beside = null, sort = 'newest', filter = 'all' } = range
  const skipped = beside ? 0 : (page - 1) * pageSize
  // One row more than the page has says whether there is another page.
  const count = pageSize + 1
  const { guid = '', key = '' } = beside ?? {}
  const values = { ownerGuid, now, skipped, count, end: skipped + count, guid, key }
  const shape = [sort, filter, beside?.side ?? 'page'] as const
  return found ? rowsOfPage(kysely, values, shape, found).execute() : preparedPage(kysely, values, shape)
}

type PageValues = {
  ownerGuid: string
  now: number
  skipped: number
  count: number
  end: number
  guid: string
  key: number | string
}
type PageShape = readonly [sort: ListSort, filter: ListFilter, from: Beside['side'] | 'page']

const preparedPage = prepared((kysely, slots: Slots<PageValues>, shape: PageShape) =>
  rowsOfPage(kysely, slots, shape, null),
)

function rowsOfPage(
  kysely: Kysely<Schema>,
  values: PageValues | Slots<PageValues>,
  [sort, filter, from]: PageShape,
  found: Found | null,
) {
  const { column, direction } = orders[sort]
  const order = (direction === 'asc') === (from !== 'before') ? 'asc' : 'desc'
  const first = partsOf(kysely, values, { sort, filter }, found).map((part) =>
    (from === 'page' ? part : besideRow(part, column, values, order))
      .orderBy(column, order)
      .orderBy(guidBeside(column), order)
      .limit(values.end),
  )
  return merged(kysely, first)
    .orderBy('key', order)
    .orderBy('guid', order)
    .limit(values.count)
    .offset(values.skipped)
}

async function countRows(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  { now, filter = 'all', countTo: max = 1_000_000 }: TimedRange,
  found: Found | null,
): Promise<number> {
  const values = { ownerGuid, now, max }
  const [row] = found
    ? await countOf(kysely, values, filter, found).execute()
    : await preparedCount(kysely, values, filter)
  return Number(row!.count)
}

type CountValues = { ownerGuid: string; now: number; max: number }

const preparedCount = prepared((kysely, slots: Slots<CountValues>, filter: ListFilter) =>
  countOf(kysely, slots, filter, null),
)

function countOf(
  kysely: Kysely<Schema>,
  values: CountValues | Slots<CountValues>,
  filter: ListFilter,
  found: Found | null,
) {
  // By state, whatever the order: counting does not read events.
  const parts = partsOf(kysely, values, { sort: 'newest', filter }, found)
  const limited = parts.map((part) => part.limit(values.max))
  return countedUpTo(kysely, values.max, merged(kysely, limited))
}

/** The parts of a list, each in order by an index; what a search found is few enough to be sorted. */
function partsOf(
  kysely: Kysely<Schema>,
  { ownerGuid, now }: { ownerGuid: Value<string>; now: Value<number> },
  { sort, filter }: { sort: ListSort; filter: ListFilter },
  found: Found | null,
): Part[] {
  const { column } = orders[sort]
  const states = statesOf[filter]
  if (found) return [foundRows(kysely, ownerGuid, { found, states, column, now }) as unknown as Part]
  if (column === 'last_at') return [activeRows(kysely, ownerGuid, states, now) as unknown as Part]
  const parts = states.map((state) => stateRows(kysely, ownerGuid, state, column, now) as unknown as Part)
  if (!states.includes(2)) return parts
  return [...parts, justEndedRows(kysely, ownerGuid, column, now) as unknown as Part]
}

type OwnColumn = Exclude<Column, 'last_at'>

/** The owner's shares in one state, as the index has them; those it has as open really are. */
export function stateRows(
  kysely: Kysely<Schema>,
  ownerGuid: Value<string>,
  state: ListState,
  column: OwnColumn,
  now: Value<number>,
) {
  const rows = kysely
    .selectFrom('share')
    .select(['share.guid', `share.${column} as key`])
    .where('share.owner_guid', '=', ownerGuid)
    .where('share.binned_at', 'is', null)
    .where('share.listed_as', '=', state)
  return state === 0 || state === 1 ? rows.where('share.ends_at', '>', now) : rows
}

/** The owner's shares that have ended but are still open in the index: those of a few minutes. */
export function justEndedRows(
  kysely: Kysely<Schema>,
  ownerGuid: Value<string>,
  column: OwnColumn,
  now: Value<number>,
) {
  const ended = kysely
    .selectFrom('share as ending')
    .select('ending.guid as ended_guid')
    .where('ending.owner_guid', '=', ownerGuid)
    .where('ending.binned_at', 'is', null)
    .where('ending.listed_as', 'in', [0, 1])
    .where('ending.ends_at', '<=', now)
    // A limit keeps SQLite from searching for them in the order of the list, through everything that is open.
    .limit(maxJustEnded)
  return kysely
    .selectFrom(ended.as('candidate'))
    .crossJoin('share')
    .select(['share.guid', `share.${column} as key`])
    .whereRef('share.guid', '=', 'candidate.ended_guid')
}

/** The owner's shares by when something happened to them last. */
export function activeRows(
  kysely: Kysely<Schema>,
  ownerGuid: Value<string>,
  states: readonly ListState[],
  now: Value<number>,
) {
  return kysely
    .selectFrom('event_head')
    .innerJoin('share', 'share.guid', 'event_head.subject_guid')
    .select(['share.guid', 'event_head.last_at as key'])
    .where('event_head.owner_guid', '=', ownerGuid)
    .where('event_head.last_at', 'is not', null)
    .where('share.owner_guid', '=', ownerGuid)
    .where('share.binned_at', 'is', null)
    .where(stateAt(now), 'in', states)
}

export function merged(kysely: Kysely<Schema>, parts: Part[]) {
  const [first, ...others] = parts.map((part) => kysely.selectFrom(part.as('part')).select(['guid', 'key']))
  const all = others.reduce((union, part) => union.unionAll(part), first!)
  return kysely.selectFrom(all.as('listed')).select(['guid', 'key'])
}

type Column = (typeof orders)[keyof typeof orders]['column']

/** The guid in the same index. */
function guidBeside(column: Column): 'share.guid' | 'event_head.subject_guid' {
  return column === 'last_at' ? 'event_head.subject_guid' : 'share.guid'
}

/** From the row on, away from it. */
function besideRow(
  part: Part,
  column: Column,
  { key, guid }: { key: Value<number | string>; guid: Value<string> },
  order: 'asc' | 'desc',
): Part {
  const row = sql`(${sql.ref(column)}, ${sql.ref(guidBeside(column))})`
  const known = sql`(${key}, ${guid})`
  return part.where(order === 'asc' ? sql<SqlBool>`${row} > ${known}` : sql<SqlBool>`${row} < ${known}`)
}
