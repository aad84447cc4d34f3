import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import type { Plan, Plans } from '#server/rules/product/plans.ts'

/** How many people the team can have: as many as the best plan of its active owners says; null for no limit. */
export async function seatsOf(
  kysely: Kysely<Schema>,
  plans: Plans,
  teamGuid: string,
): Promise<number | null> {
  const seats = (await plansOf(kysely, plans, teamGuid)).map(({ seats }) => seats)
  return seats.includes(null) ? null : Math.max(0, ...seats.map(Number))
}

/** The plan of accounts that are made for the team: that of the owner who brings the most places. */
export async function tierOf(kysely: Kysely<Schema>, plans: Plans, teamGuid: string): Promise<number> {
  const found = await plansOf(kysely, plans, teamGuid)
  const [best] = found.toSorted((a, b) => (b.seats ?? Infinity) - (a.seats ?? Infinity))
  return best?.tierCode ?? 0
}

async function plansOf(kysely: Kysely<Schema>, plans: Plans, teamGuid: string): Promise<Plan[]> {
  const owners = await kysely
    .selectFrom('user')
    .select(['tier_code', 'seats'])
    .where('team_guid', '=', teamGuid)
    .where('team_role', '=', teamRoles.owner)
    .where('status', '=', 'Active')
    .execute()
  // Some were granted another number than their plan has.
  return owners.map(({ tier_code: code, seats }) => {
    const plan = plans.of(code)
    return seats === null ? plan : { ...plan, seats }
  })
}
