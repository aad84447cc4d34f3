import { sql, type Kysely } from 'kysely'
import type { AccessRequestTable } from '#server/db/tables/request-tables.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * What someone requested from the owner of a share: access for themselves, or to forward the file; times in epoch
 * milliseconds.
 */
export type OwnRequest = Pick<
  AccessRequestTable,
  'guid' | 'kind' | 'email' | 'name' | 'reason' | 'status' | 'granted' | 'note'
> & { createdAt: number; isWaiting: boolean }

const maxRequests = 100

/** What was requested for a share with someone's addresses, which are in lower case; the newest first. */
export async function requestsBy(
  kysely: Kysely<Schema>,
  shareGuid: string,
  emails: readonly string[],
  now: number,
): Promise<OwnRequest[]> {
  const rows = await kysely
    .selectFrom('access_request as request')
    .leftJoin('recipient as asker', 'asker.guid', 'request.asked_by')
    .select(['request.guid', 'request.kind', 'request.email', 'request.name', 'request.reason'])
    .select(['request.status', 'request.granted', 'request.note'])
    .select(['request.created_at', 'request.expires_at'])
    .where('request.share_guid', '=', shareGuid)
    .where((request) =>
      request.or([
        request.and([request('request.kind', '=', 'access'), request('request.email', 'in', emails)]),
        request(sql<string>`lower(asker.email)`, 'in', emails),
      ]),
    )
    .orderBy('request.created_at', 'desc')
    .limit(maxRequests)
    .execute()
  return rows.map(({ created_at: createdAt, expires_at: expiresAt, ...row }) => ({
    ...row,
    createdAt,
    isWaiting: row.status === 'Pending' && expiresAt > now,
  }))
}
