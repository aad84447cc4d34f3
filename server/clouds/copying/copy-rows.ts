import type { Selectable } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { CloudCopyItemTable, CloudCopyTable } from '#server/db/tables/clouds/copy-tables.ts'

export type CopyRow = Selectable<CloudCopyTable>
export type CopyItemRow = Selectable<CloudCopyItemTable>
type Kysely = Database['kysely'] | Transaction

export const noItem = {
  path: '',
  bytes: null,
  note: '',
  walked_to: null,
  fruitless: 0,
  revision: null,
  upload_guid: null,
  file_guid: null,
  placed_guid: null,
  turn: null,
  tries: 0,
  retry_at: 0,
} as const

export async function copyRow(kysely: Kysely, guid: string): Promise<CopyRow | undefined> {
  return kysely.selectFrom('cloud_copy').selectAll().where('guid', '=', guid).executeTakeFirst()
}

/** As many as are shown. */
const maxRecent = 20

/** Someone's copies that are not over, or only since `endedSince`, the newest first: into a room, for shares, or all. */
export const recentCopies = prepared(
  (
    kysely,
    { userGuid, roomGuid, endedSince }: Slots<{ userGuid: string; roomGuid: string; endedSince: number }>,
    into: 'room' | 'shares' | 'all',
  ) =>
    kysely
      .selectFrom('cloud_copy')
      .selectAll()
      .where('user_guid', '=', userGuid)
      .$if(into === 'room', (rows) => rows.where('room_guid', '=', roomGuid))
      .$if(into === 'shares', (rows) => rows.where('room_guid', 'is', null))
      .where((row) =>
        row.or([
          row('state', 'in', ['copying', 'disconnected']),
          row.and([row('state', '=', 'done'), row('ended_at', '>', endedSince)]),
        ]),
      )
      .orderBy('created_at', 'desc')
      .limit(maxRecent),
)

/** A copy, held until the end of the transaction. */
export async function lockCopy(tx: Transaction, guid: string): Promise<CopyRow | undefined> {
  return tx
    .updateTable('cloud_copy')
    .set((row) => ({ next_place: row.ref('next_place') }))
    .where('guid', '=', guid)
    .returningAll()
    .executeTakeFirst()
}

export async function changeItem(
  kysely: Kysely,
  { copy_guid, place }: Pick<CopyItemRow, 'copy_guid' | 'place'>,
  changes: Partial<CopyItemRow>,
): Promise<void> {
  await kysely
    .updateTable('cloud_copy_item')
    .set(changes)
    .where('copy_guid', '=', copy_guid)
    .where('place', '=', place)
    .execute()
}

/** What a turn works on: what it had before its process ended, otherwise what waits longest. */
export async function claimItem(
  tx: Transaction,
  { copy, turn, now }: { copy: string; turn: string; now: number },
): Promise<CopyItemRow | undefined> {
  await lockCopy(tx, copy)
  const own = await tx
    .selectFrom('cloud_copy_item')
    .selectAll()
    .where('copy_guid', '=', copy)
    .where('state', '=', 'copying')
    .where('turn', '=', turn)
    .executeTakeFirst()
  if (own) return own
  const next = await tx
    .selectFrom('cloud_copy_item')
    .select('place')
    .where('copy_guid', '=', copy)
    .where('state', '=', 'waiting')
    .where('retry_at', '<=', now)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  return tx
    .updateTable('cloud_copy_item')
    .set({ state: 'copying', turn, note: '' })
    .where('copy_guid', '=', copy)
    .where('place', '=', next.place)
    .returningAll()
    .executeTakeFirst()
}

/**
 * When there may be something to do again: null if nothing is left. In one statement, since what others have under way can
 * become something that waits between two of them.
 */
export async function nextWork(kysely: Kysely, copy: string, now: number): Promise<number | null> {
  const { at, other } = await kysely
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('cloud_copy_item')
        .select((row) => row.fn.min<number | string | null>('retry_at').as('at'))
        .where('copy_guid', '=', copy)
        .where('state', '=', 'waiting')
        .as('at'),
      selectFrom('cloud_copy_item')
        .select('place')
        .where('copy_guid', '=', copy)
        .where('state', '=', 'copying')
        .limit(1)
        .as('other'),
    ])
    .executeTakeFirstOrThrow()
  if (at !== null) return Math.max(Number(at), now)
  return other === null ? null : now + lookAgain
}

/** What others have under way can be a folder, of which more comes; milliseconds. */
const lookAgain = 2000

/** How many items of a copy there are in each state. */
export async function countStates(kysely: Kysely, copy: string) {
  const rows = await kysely
    .selectFrom('cloud_copy_item')
    .select((row) => ['state', row.fn.countAll<number | string>().as('count')])
    .where('copy_guid', '=', copy)
    .groupBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}

/** Items that do not follow any more, all with the same reason. */
export async function endItems(
  tx: Transaction,
  copy: string,
  from: readonly CopyItemRow['state'][],
  changes: Partial<CopyItemRow>,
): Promise<void> {
  await tx
    .updateTable('cloud_copy_item')
    .set(changes)
    .where('copy_guid', '=', copy)
    .where('state', 'in', from)
    .execute()
}
