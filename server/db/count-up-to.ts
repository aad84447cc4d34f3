import type { Expression, Kysely, SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** How many rows a query answers; counting stops at `max`, so that it costs no more, however much is stored. */
export async function countUpTo<Tables, Table extends keyof Tables, Row>(
  kysely: Kysely<Schema>,
  max: number,
  rows: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const { count } = await countedUpTo(kysely, max, rows).executeTakeFirstOrThrow()
  return Number(count)
}

/** The same as a query, to be asked within another one. */
export function countedUpTo<Tables, Table extends keyof Tables, Row>(
  kysely: Kysely<Schema>,
  max: number | Expression<number>,
  rows: SelectQueryBuilder<Tables, Table, Row>,
) {
  return kysely
    .selectFrom(rows.limit(max).as('counted'))
    .select((row) => row.fn.countAll<number>().as('count'))
}
