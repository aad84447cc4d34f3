import type { Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { owedColumns, userColumns } from '#server/accounts/users.ts'

type Reading = Kysely<Schema>

const columns = [
  'access_token.guid as token_guid',
  'access_token.name as token_name',
  'access_token.scopes',
  'access_token.method',
  'access_token.used_at',
  'access_token.used_from',
] as const

/** The token of an active account that has not ended. */
export const liveByHash = prepared((kysely, { hash, now }: Slots<{ hash: string; now: number }>) =>
  kysely
    .selectFrom('access_token')
    .innerJoin('user', 'user.guid', 'access_token.user_guid')
    .select([...userColumns, ...owedColumns, ...columns])
    .where('access_token.token_hash', '=', hash)
    .where((row) => row.or([row('access_token.ends_at', 'is', null), row('access_token.ends_at', '>', now)]))
    .where('user.status', '=', 'Active'),
)

/** The same by its guid, for what was proved to come from it. */
export const liveByGuid = prepared((kysely, { guid, now }: Slots<{ guid: string; now: number }>) =>
  kysely
    .selectFrom('access_token')
    .innerJoin('user', 'user.guid', 'access_token.user_guid')
    .select([...userColumns, ...owedColumns, ...columns])
    .where('access_token.guid', '=', guid)
    .where((row) => row.or([row('access_token.ends_at', 'is', null), row('access_token.ends_at', '>', now)]))
    .where('user.status', '=', 'Active'),
)

export type LiveRow = Awaited<ReturnType<typeof liveByHash>>[number]

/** The tokens of an account that have not ended, the newest first. */
export function tokensOf(kysely: Reading, userGuid: string, now: number) {
  return kysely
    .selectFrom('access_token')
    .select(['guid', 'name', 'scopes', 'created_at', 'ends_at', 'used_at', 'used_from'])
    .where('user_guid', '=', userGuid)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('guid')
    .execute()
}

/** Ends all tokens of an account, and returns how many. */
export async function endTokensOf(kysely: Reading, userGuid: string): Promise<number> {
  const { numDeletedRows } = await kysely
    .deleteFrom('access_token')
    .where('user_guid', '=', userGuid)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
