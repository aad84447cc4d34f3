import type { Database } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Flag } from '#server/db/tables/flag.ts'
import { owedColumns, userColumns } from '#server/accounts/users.ts'

export type LiveRow = NonNullable<Awaited<ReturnType<typeof live>>>

/** A session that has not ended, of an account that is active; a browser's, or with `isApi` a program's. */
export async function live({ lookups }: Database, guid: string, now: number, { isApi }: { isApi: boolean }) {
  const [row] = await liveRows(lookups, { guid, now, isApi: isApi ? 1 : 0 })
  return row
}

const liveRows = prepared((kysely, { guid, now, isApi }: Slots<{ guid: string; now: number; isApi: Flag }>) =>
  kysely
    .selectFrom('session')
    .innerJoin('user', 'user.guid', 'session.user_guid')
    .select([...userColumns, ...owedColumns, 'user.has_password'])
    .select(['session.guid as session_guid', 'session.method', 'session.seen_at', 'session.ends_at'])
    .select(['session.secret_hash', 'session.previous_hash', 'session.rotated_at', 'session.proved_at'])
    .select(['session.is_secret_seen', 'session.is_remembered'])
    .where('session.guid', '=', guid)
    .where('session.is_api', '=', isApi)
    .where('session.idle_until', '>', now)
    .where('session.ends_at', '>', now)
    .where('user.status', '=', 'Active'),
)
