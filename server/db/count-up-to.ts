import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** How many rows a query answers; counting stops at `max`, so that it costs no more, however much is stored. */
export async function countUpTo<Tables, Table extends keyof Tables, Row>(
  kysely: Kysely<Schema>,
  max: number,
  rows: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const { count } = await kysely
    .selectFrom(rows.limit(max).as('counted'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
