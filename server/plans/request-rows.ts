import type { Selectable } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { PlanRequestTable } from '#server/db/tables/plans/plan-tables.ts'

type Row = Selectable<PlanRequestTable>

/** A request with whose it is; times in epoch ms. */
export type PlanRequest = {
  guid: string
  userGuid: string
  email: string
  name: string
  /** The plan the account has now. */
  hasTierCode: number
  kind: Row['kind']
  tierCode: number
  seats: number | null
  message: string
  status: Row['status']
  createdAt: number
  decidedAt: number | null
  decidedBy: string | null
  note: string
}

type Reading = Pick<Transaction, 'selectFrom'>
type Filter = { userGuid?: string; status?: Row['status'] }

/** Returns whether it was written: one that waits keeps out another. */
export async function insertRequest(
  tx: Transaction,
  row: Pick<Row, 'guid' | 'user_guid' | 'kind' | 'tier_code' | 'seats' | 'message' | 'created_at'>,
): Promise<boolean> {
  const written = await tx
    .insertInto('plan_request')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('guid')
    .executeTakeFirst()
  return written !== undefined
}

/** Returns whether it was done: only what waits is settled. */
export async function settle(
  tx: Transaction,
  guid: string,
  outcome: { status: Row['status']; decidedAt: number; decidedBy: string | null; note: string },
  ofUser?: string,
): Promise<boolean> {
  const settled = await tx
    .updateTable('plan_request')
    .set({
      status: outcome.status,
      decided_at: outcome.decidedAt,
      decided_by: outcome.decidedBy,
      note: outcome.note,
    })
    .where('guid', '=', guid)
    .where('status', '=', 'Waiting')
    .$if(ofUser !== undefined, (query) => query.where('user_guid', '=', ofUser!))
    .returning('guid')
    .executeTakeFirst()
  return settled !== undefined
}

/** The newest first; `page` counts from 1. */
export async function requests(
  kysely: Reading,
  { limit, page, ...filter }: Filter & { limit: number; page: number },
): Promise<PlanRequest[]> {
  const found = await matching(kysely, filter)
    .orderBy('plan_request.created_at', 'desc')
    .orderBy('plan_request.guid')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return found.map(requestOf)
}

export async function request(kysely: Reading, guid: string): Promise<PlanRequest | null> {
  const row = await matching(kysely, {}).where('plan_request.guid', '=', guid).executeTakeFirst()
  return row ? requestOf(row) : null
}

export async function countRequests(kysely: Reading, { userGuid, status }: Filter): Promise<number> {
  const { count } = await kysely
    .selectFrom('plan_request')
    .select((row) => row.fn.countAll<number>().as('count'))
    .$if(userGuid !== undefined, (query) => query.where('user_guid', '=', userGuid!))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function matching(kysely: Reading, { userGuid, status }: Filter) {
  return kysely
    .selectFrom('plan_request')
    .innerJoin('user', 'user.guid', 'plan_request.user_guid')
    .selectAll('plan_request')
    .select(['user.email', 'user.first_name', 'user.last_name', 'user.tier_code as has_tier_code'])
    .$if(userGuid !== undefined, (query) => query.where('plan_request.user_guid', '=', userGuid!))
    .$if(status !== undefined, (query) => query.where('plan_request.status', '=', status!))
}

type Found = Row & { email: string; first_name: string; last_name: string; has_tier_code: number }

function requestOf(row: Found): PlanRequest {
  return {
    guid: row.guid,
    userGuid: row.user_guid,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`.trim(),
    hasTierCode: row.has_tier_code,
    kind: row.kind,
    tierCode: row.tier_code,
    seats: row.seats,
    message: row.message,
    status: row.status,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    note: row.note,
  }
}
