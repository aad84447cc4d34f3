import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { methodOf, type Method } from '#server/rules/reading/dwell.ts'

/** How long someone read in a room, in milliseconds, and how that is known. */
export type ReadingTime = { time: number; method: Method }

/** The day under which all days together are counted. */
export const allDays = 0

/** How long up to 5,000 members read so far; anyone who never did is not in the answer. */
export async function readingTimes(
  kysely: Kysely<Schema>,
  memberGuids: readonly string[],
): Promise<Map<string, ReadingTime>> {
  if (memberGuids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('member_day')
    .select(['member_guid', 'measured', 'estimated'])
    .where('member_guid', 'in', memberGuids)
    .where('day', '=', allDays)
    .execute()
  return new Map(rows.map((row) => [row.member_guid, timeOf(row)]))
}

export const noTime: ReadingTime = { time: 0, method: 'unknown' }

/** What was counted, in milliseconds, as a time. */
export function timeOf(row: { measured: number | null; estimated: number | null }): ReadingTime {
  const [measured, estimated] = [Number(row.measured), Math.max(0, Number(row.estimated))]
  return { time: measured + estimated, method: methodOf(measured, estimated) }
}

/** Starts again, for members who were removed and come back. */
export async function forgetReading(tx: Transaction, memberGuids: readonly string[]): Promise<void> {
  await tx.deleteFrom('item_reading').where('member_guid', 'in', memberGuids).execute()
  const none = { measured: 0, estimated: 0 }
  await tx.updateTable('member_day').set(none).where('member_guid', 'in', memberGuids).execute()
  await tx.updateTable('member_item').set(none).where('member_guid', 'in', memberGuids).execute()
}
