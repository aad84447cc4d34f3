import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'

/** What changes hands: what was there at `until` (epoch ms); `actor` is the address of the person who decided it. */
export type Giving = { from: User; to: User; until: number; actor: string }

/** Something that accounts own, and that can become another's. Each domain that has such a thing says how. */
export type OwnedPart = {
  kind: 'share' | 'room'
  /** How many of them these accounts own, including those in the trash, and the bytes of their files. */
  sizeOf(
    kysely: Kysely<Schema>,
    owners: readonly string[],
    until: number,
  ): Promise<{ count: number; bytes: number }>
  /** Gives at most `most` of them and answers how many; 0 if none is left. Storage is counted, and not limited. */
  give(tx: Transaction, giving: Giving, most: number): Promise<number>
}

/** How many of them are selected, and the bytes of these files. */
export async function countedWithBytes(
  kysely: Kysely<Schema>,
  selected: SelectQueryBuilder<Schema, 'share' | 'room', { guid: string }>,
  files: SelectQueryBuilder<Schema, 'file', object>,
): Promise<{ count: number; bytes: number }> {
  const { count } = await kysely
    .selectFrom(selected.as('selected'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const { bytes } = await files
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}
