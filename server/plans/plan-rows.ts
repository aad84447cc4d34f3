import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'

export type Reading = Kysely<Schema>

/** Locks an account until the commit, so that of two changes of its plan one waits for the other. */
export async function lockPlan(tx: Transaction, userGuid: string) {
  return tx
    .updateTable('user')
    .set((user) => ({ storage_bytes: user.ref('storage_bytes') }))
    .where('guid', '=', userGuid)
    .returning(['tier_code', 'tier_ends_at', 'seats'])
    .executeTakeFirst()
}

export type NewPlan = { tierCode: number; endsAt: number | null; isTrial: boolean; seats: number | null }

export async function writePlan(
  tx: Transaction,
  userGuid: string,
  { tierCode, endsAt, isTrial, seats }: NewPlan,
): Promise<void> {
  await tx
    .updateTable('user')
    .set({ tier_code: tierCode, tier_ends_at: endsAt, seats, ...(isTrial ? { had_trial: 1 as const } : {}) })
    .where('guid', '=', userGuid)
    .execute()
}

export async function planOf(kysely: Reading, userGuid: string) {
  return kysely
    .selectFrom('user')
    .select(['tier_code', 'seats'])
    .where('guid', '=', userGuid)
    .executeTakeFirst()
}

/** Accounts that have one of these plans without an end. */
export async function withoutEnd(kysely: Reading, tierCodes: number[], limit: number): Promise<string[]> {
  if (tierCodes.length === 0) return []
  const found = await kysely
    .selectFrom('user')
    .select('guid')
    .where('tier_ends_at', 'is', null)
    .where('tier_code', 'in', tierCodes)
    .limit(limit)
    .execute()
  return found.map(({ guid }) => guid)
}

/** When the same plan ends for an owner of the account's team, the last of them; null if it has no such end. */
export async function endInTeam(kysely: Reading, userGuid: string, tierCode: number): Promise<number | null> {
  const row = await kysely
    .selectFrom('user as owner')
    .innerJoin('user as member', 'member.team_guid', 'owner.team_guid')
    .select('owner.tier_ends_at')
    .where('member.guid', '=', userGuid)
    .where('owner.guid', '!=', userGuid)
    .where('owner.team_role', '=', teamRoles.owner)
    .where('owner.tier_code', '=', tierCode)
    .where('owner.tier_ends_at', 'is not', null)
    .orderBy('owner.tier_ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.tier_ends_at ?? null
}

/** Whom requests for plans are sent to. */
export async function operatorsOf(kysely: Reading): Promise<string[]> {
  const found = await kysely
    .selectFrom('user')
    .select('email')
    .where('is_operator', '=', 1)
    .where('status', '=', 'Active')
    .orderBy('email')
    .execute()
  return found.map(({ email }) => email)
}
