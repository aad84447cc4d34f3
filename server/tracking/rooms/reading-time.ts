import type { Selectable } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { ItemReadingTable } from '#server/db/tables/room-activity-tables.ts'
import { isPlayer, opened, pageCount, sameScreen, screenTime } from '#server/rules/reading/dwell.ts'
import type { PageRange, Played, Shown } from '#server/rules/reading/dwell.ts'
import type { EventRow, UnchainedRow } from '#server/events/events.ts'
import { isMeasured, measuredTime, shownOf } from '#server/tracking/event.ts'

/** Whose reading an event adds to, and how much, in milliseconds; a measurement takes back what was estimated. */
export type AddedTime = { memberGuid: string; measured: number; estimated: number }

type Reading = Pick<
  Selectable<ItemReadingTable>,
  'member_guid' | 'is_measured' | 'estimated' | 'shown_pages' | 'shown_at'
>

/**
 * How much an event of reading a file in a room adds to the time of the member whose visit it is, as `toVisit` says for
 * each file and visit: measured, or else estimated from its screens, of which each is counted at the next request. Null
 * for anything else. Called when the event is written, which locks its subject's row; the cost does not depend on how
 * much was read. A member who was removed and returns starts at zero.
 */
export async function addedTime(
  tx: Transaction,
  { visit_guid: visitGuid, subject_guid: itemGuid, ...event }: UnchainedRow,
): Promise<AddedTime | null> {
  if (visitGuid === null) return null
  const known = await readingOf(tx, visitGuid, itemGuid)
  if (!known) return null
  const parts = isPlaying(known) ? await partsOf(tx, visitGuid, itemGuid, known.shown_at!) : []
  const { row: next, more: estimated } = afterEvent(known, event, parts)
  const row = { visit_guid: visitGuid, item_guid: itemGuid, ...next }
  await tx
    .insertInto('item_reading')
    .values(row)
    .onConflict((conflict) => conflict.columns(['visit_guid', 'item_guid']).doUpdateSet(next))
    .execute()
  return { memberGuid: known.member_guid, measured: measuredTime(event), estimated }
}

type Known = { row: Reading; more: number }

/** What is known before the event; undefined for a visit that does not count, or an item that no longer exists. */
async function readingOf(tx: Transaction, visitGuid: string, itemGuid: string): Promise<Reading | undefined> {
  const row = await tx
    .selectFrom('visit')
    .innerJoin('member', 'member.guid', 'visit.member_guid')
    .innerJoin('item', 'item.room_guid', 'visit.room_guid')
    .leftJoin('item_reading', (join) =>
      join
        .onRef('item_reading.visit_guid', '=', 'visit.guid')
        .onRef('item_reading.item_guid', '=', 'item.guid'),
    )
    .select([
      'member.guid as member_guid',
      'item_reading.is_measured',
      'item_reading.estimated',
      'item_reading.shown_pages',
      'item_reading.shown_at',
    ])
    .where('visit.guid', '=', visitGuid)
    .where('item.guid', '=', itemGuid)
    .where('item.kind', '=', 'file')
    .whereRef('visit.started_at', '>=', 'member.added_at')
    .executeTakeFirst()
  return row && { ...row, is_measured: row.is_measured ?? 0, estimated: row.estimated ?? 0 }
}

/** What a player was sent since it was opened, part by part; the event that is counted may be the last of them. */
async function partsOf(
  tx: Transaction,
  visitGuid: string,
  itemGuid: string,
  since: number,
): Promise<Played[]> {
  const rows = await tx
    .selectFrom('event')
    .select(['kind', 'detail'])
    .where('subject_guid', '=', itemGuid)
    .where('visit_guid', '=', visitGuid)
    .where('kind', '=', 'Streamed')
    .where('at', '>=', since)
    .orderBy('sequence')
    .execute()
  return rows.flatMap((row) => {
    const shown = shownOf(row)
    return shown && isPlayer(shown) ? [shown] : []
  })
}

function isPlaying({ shown_pages: pages, shown_at: from }: Reading): boolean {
  return pages === 0 && from !== null
}

/** What is known after the event, and how much more is estimated in total. */
function afterEvent(
  known: Reading,
  event: Pick<EventRow, 'at' | 'kind' | 'detail'>,
  parts: readonly Played[],
): Known {
  const { member_guid } = known
  const closed = { member_guid, shown_pages: null, shown_at: null }
  // The reader was away: another visit of the file begins, in which nothing is measured yet.
  if (event.kind === 'View') return { row: { ...closed, is_measured: 0, estimated: 0 }, more: 0 }
  if (known.is_measured === 1 || isMeasured(event.kind))
    return { row: { ...closed, is_measured: 1, estimated: 0 }, more: -known.estimated }
  const shown = shownOf(event)
  const isPart = shown !== null && isPlayer(shown) && shown.size > 0
  if (isPart && isPlaying(known)) {
    const more = timePlayed(parts) - timePlayed(parts.slice(0, -1))
    return { row: { ...known, estimated: known.estimated + more }, more }
  }
  const screen = shown && grownScreen(known, event.at, shown)
  if (screen) return { row: { ...known, shown_pages: pageCount(screen) }, more: 0 }
  // What was sent counts at once; what is requested next can only say that it was not played that long.
  const played = timePlayed(parts)
  const ended = isPlaying(known)
    ? Math.min(played, Math.max(event.at - known.shown_at!, 0)) - played
    : timeOfScreen(known, event.at)
  const more = ended + (isPart ? screenTime(shown, event.at, null) : 0)
  const next = { member_guid, is_measured: 0, estimated: known.estimated + more } as const
  if (!shown) return { row: { ...closed, ...next }, more }
  const pages = isPlayer(shown) ? 0 : pageCount(shown)
  return { row: { ...next, shown_pages: pages, shown_at: event.at }, more }
}

/** How long all parts together play, each moment once. */
function timePlayed(parts: readonly Played[]): number {
  const all = parts.reduce<Shown>((sum, part) => sameScreen(sum, 0, part, 0) ?? sum, opened)
  return screenTime(all, 0, null)
}

/** The screen that was shown so far with the pages that are shown now, where that is one screen. */
function grownScreen({ shown_pages: pages, shown_at: from }: Reading, at: number, shown: Shown) {
  if (!pages || from === null || isPlayer(shown)) return null
  const screen = sameScreen(manyPages(pages), from, manyPages(pages + pageCount(shown)), at)
  return screen && !isPlayer(screen) ? screen : null
}

/** The number of pages: which ones is not stored. */
function manyPages(count: number): PageRange[] {
  return [{ first: 1, last: count }]
}

/** What the screen that was shown so far came to. */
function timeOfScreen({ shown_pages: pages, shown_at: from }: Reading, at: number): number {
  return !pages || from === null ? 0 : screenTime(manyPages(pages), from, at)
}
