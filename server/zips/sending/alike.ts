import { sql, type Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'

/** Files of a part of an archive of that data room, from the first of these entries to the last, by their numbers. */
export type Stretch = { zipGuid: string; roomGuid: string; part: number; first: number; last: number }
/** Files for which the policy says the same: how many there are, and one of them. */
export type Alike = { guid: string; isMarked: boolean; count: number }

/**
 * Of files of a room that are still what an archive lists, and not in the trash, one for all of which the policy must say
 * the same: in the same folder, without a rule of their own, and with the same to be shown. A room has thousands of files
 * and few folders.
 */
export async function alikeFiles(kysely: Kysely<Schema>, stretch: Stretch): Promise<Alike[]> {
  const rows = await alikeRows(kysely, stretch)
  return rows.map(({ guid, is_marked: isMarked, count }) => ({
    guid,
    isMarked: isMarked === 1,
    count: Number(count),
  }))
}

const alikeRows = prepared((kysely, { zipGuid, roomGuid, part, first, last }: Slots<Stretch>) => {
  const place = sql<string>`case when item.is_closed = 1 or exists (
    select 1 from room_rule where room_rule.item_guid = item.guid
  ) then item.guid else item.parent_guid end`
  return kysely
    .selectFrom('zip_entry as entry')
    .innerJoin('item', (on) =>
      on.onRef('item.guid', '=', 'entry.share_guid').onRef('item.file_guid', '=', 'entry.file_guid'),
    )
    .innerJoin('file', 'file.guid', 'item.file_guid')
    .select(({ fn }) => [
      fn.min<string>('item.guid').as('guid'),
      'entry.is_marked',
      fn.countAll<number | string>().as('count'),
    ])
    .where('entry.zip_guid', '=', zipGuid)
    .where('entry.part', '=', part)
    .where('entry.number', '>=', first)
    .where('entry.number', '<=', last)
    .where('item.room_guid', '=', roomGuid)
    .where('item.binned_at', 'is', null)
    .groupBy(['entry.is_marked', 'file.kind', 'file.render_status', 'file.render_error', place])
})
