import { expressionBuilder, type Kysely } from 'kysely'
import { countedUpTo } from '#server/db/count-up-to.ts'
import { prepared, type Slots, type Value } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import type { AccessRequestTable } from '#server/db/tables/request-tables.ts'
import type { Person } from './request-emails.ts'
import { protectionsIn, shareColumns } from '#server/shares/rows.ts'
import { ownerStatus } from '#server/plans/closed-by-plan.ts'

/** Requests with what a page says about them: who asks, and which share it is. */
export function requestRows(kysely: Kysely<Schema>) {
  return kysely
    .selectFrom('access_request as request')
    .innerJoin('share', 'share.guid', 'request.share_guid')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .leftJoin('recipient as asker', 'asker.guid', 'request.asked_by')
    .select([
      'request.guid',
      'request.share_guid',
      'request.kind',
      'request.email',
      'request.name',
      'request.reason',
      'request.status',
      'request.created_at',
      'request.expires_at',
      'request.decided_at',
      'request.decided_by',
      'request.granted',
      'request.ends_at',
      'request.extra_days',
      'request.note',
      'request.links_until',
      'share.name as share_name',
      'share.is_web_view',
      'file.kind as file_kind',
      'file.render_error',
      'asker.email as asker_email',
      'asker.name as asker_name',
    ])
}

/** What an owner can decide: pending requests for shares that are open to recipients, or could be with more time. */
function isDecidable(now: Value<number>) {
  const { and, or, eb } = expressionBuilder<
    Pick<Schema, 'share'> & { request: AccessRequestTable },
    'request' | 'share'
  >()
  return and([
    eb('request.status', '=', 'Pending'),
    eb('request.expires_at', '>', now),
    eb('share.status', '=', 'Active'),
    eb('share.binned_at', 'is', null),
    or([
      eb('share.expires_at', 'is', null),
      eb('share.expires_at', '>', now),
      eb('request.extra_days', 'is not', null),
    ]),
  ])
}

type Decidable = { ownerGuid: string; now: number; limit: number }

/** The requests that an owner can decide, of all shares or of one, the newest first. */
export const decidableRows = prepared(
  (
    kysely,
    { ownerGuid, shareGuid, now, limit }: Slots<Decidable & { shareGuid: string }>,
    of: 'owner' | 'share',
  ) =>
    requestRows(kysely)
      .where('request.owner_guid', '=', ownerGuid)
      .$if(of === 'share', (rows) => rows.where('request.share_guid', '=', shareGuid))
      .where(isDecidable(now))
      .orderBy('request.created_at', 'desc')
      .orderBy('request.guid')
      .limit(limit),
)

const decidableCount = prepared((kysely, { ownerGuid, now, limit }: Slots<Decidable>) => {
  const decidable = kysely
    .selectFrom('access_request as request')
    .innerJoin('share', 'share.guid', 'request.share_guid')
    .select('request.guid')
    .where('request.owner_guid', '=', ownerGuid)
    .where(isDecidable(now))
  return countedUpTo(kysely, limit, decidable)
})

/** How many requests an owner can decide, of all shares; counting stops at the limit. */
export async function countDecidable(kysely: Kysely<Schema>, decidable: Decidable): Promise<number> {
  const [row] = await decidableCount(kysely, decidable)
  return Number(row!.count)
}

export type RequestRow = Awaited<ReturnType<ReturnType<typeof requestRows>['execute']>>[number]

/** Who wants to forward the file; null if people request access for themselves. */
export function requesterOf({ asker_email: email, asker_name: name }: RequestRow): Person | null {
  return email === null ? null : { email, name: name ?? '' }
}

/** What a share shows of itself to the person who decides on a request. */
export async function shareOfRequest(kysely: Kysely<Schema>, shareGuid: string) {
  const row = await kysely
    .selectFrom('share')
    .innerJoin('user', 'user.guid', 'share.owner_guid')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .select([
      ...shareColumns,
      'file.kind',
      'file.render_error',
      'user.time_zone',
      ownerStatus('share', 'user').as('owner_status'),
    ])
    .where('share.guid', '=', shareGuid)
    .executeTakeFirstOrThrow()
  return protectionsIn(row)
}

/** Requests for one share and one person, the newest first: by a recipient, or by the person themselves (null). */
export function accessRequestRows(
  kysely: Kysely<Schema>,
  { shareGuid, email, requestedBy }: { shareGuid: string; email: string; requestedBy: string | null },
) {
  const ofPerson = kysely
    .selectFrom('access_request')
    .select(['status', 'created_at', 'decided_at', 'note', 'expires_at'])
    .where('share_guid', '=', shareGuid)
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .limit(20)
  return (
    requestedBy === null
      ? ofPerson.where('kind', '=', 'access')
      : ofPerson.where('asked_by', '=', requestedBy)
  ).execute()
}

/** What a recipient requested for others, the newest first. */
export function forwardRequestRows(kysely: Kysely<Schema>, recipientGuid: string) {
  return kysely
    .selectFrom('access_request')
    .select(['guid', 'email', 'name', 'status', 'created_at', 'expires_at', 'decided_at', 'note'])
    .where('asked_by', '=', recipientGuid)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
}

export type ForwardRequestRow = Awaited<ReturnType<typeof forwardRequestRows>>[number]
