import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { lockTeam } from '#server/teams/team-rows.ts'

/** A team, as someone sees it who administers it; `role` is their own. */
export type Administered = { guid: string; name: string; role: number }

/**
 * The team that an account administers now: read from the rows, not from the session. Null for members, for people
 * whose invitation is open, and for everyone else.
 */
export async function administered(kysely: Kysely<Schema>, userGuid: string): Promise<Administered | null> {
  const row = await kysely
    .selectFrom('user')
    .innerJoin('team', 'team.guid', 'user.team_guid')
    .select(['team.guid', 'team.name', 'user.team_role'])
    .where('user.guid', '=', userGuid)
    .where('user.status', '=', 'Active')
    .where('user.invite_status', '=', 'Active')
    .where('user.team_role', 'in', [teamRoles.owner, teamRoles.admin])
    .executeTakeFirst()
  return row ? { guid: row.guid, name: row.name, role: row.team_role! } : null
}

/** Like `administered`, for who must be one. Throws notFound, which is what everyone else is answered. */
export async function requireAdmin(kysely: Kysely<Schema>, userGuid: string): Promise<Administered> {
  const team = await administered(kysely, userGuid)
  if (!team) throw new Problem('notFound')
  return team
}

/**
 * The same for a change, with the team locked: of two admins who remove each other at once, one is no admin any more
 * when it is their turn. Throws notFound; with `isOwner` also for an admin who is not an owner.
 */
export async function lockAsAdmin(
  tx: Transaction,
  userGuid: string,
  { isOwner = false }: { isOwner?: boolean } = {},
): Promise<Administered> {
  const { guid } = await requireAdmin(tx, userGuid)
  await lockTeam(tx, guid)
  const team = await requireAdmin(tx, userGuid)
  if (team.guid !== guid || (isOwner && team.role !== teamRoles.owner)) throw new Problem('notFound')
  return team
}

/** The addresses of a team's owners and admins who can sign in. */
export async function administratorsOf(kysely: Kysely<Schema>, teamGuid: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('user')
    .select('email')
    .where('team_guid', '=', teamGuid)
    .where('team_role', 'in', [teamRoles.owner, teamRoles.admin])
    .where('status', '=', 'Active')
    .where('invite_status', '=', 'Active')
    .orderBy('team_role')
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

export function nameOf({
  first_name: first,
  last_name: last,
}: {
  first_name: string
  last_name: string
}): string {
  return `${first} ${last}`.trim()
}
