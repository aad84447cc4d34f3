import { sql, type Kysely, type Selectable } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { TeamTable } from '#server/db/tables/team-tables.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'

/** The queries on teams and their members without decisions. */
export async function teamByName(kysely: Kysely<Schema>, named: string) {
  return kysely
    .selectFrom('team')
    .selectAll()
    .where('closed_at', 'is', null)
    .where((where) =>
      where.or([where(sql`lower(name)`, '=', sql`lower(${named})`), where('guid', '=', named)]),
    )
    .executeTakeFirst()
}

export async function teamByGuid(kysely: Kysely<Schema>, guid: string) {
  return kysely.selectFrom('team').selectAll().where('guid', '=', guid).executeTakeFirst()
}

/** Locks the row of a team, so that of two changes to its owners or its sign-in methods one waits for the other. */
export async function lockTeam(tx: Transaction, guid: string) {
  return tx
    .updateTable('team')
    .set((row) => ({ name: row.ref('name') }))
    .where('guid', '=', guid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setAllowedMethods(
  tx: Transaction,
  guid: string,
  methods: string | null,
): Promise<void> {
  await tx.updateTable('team').set({ allowed_methods: methods }).where('guid', '=', guid).execute()
}

export async function setSecondFactor(
  tx: Transaction,
  guid: string,
  values: Partial<
    Pick<Selectable<TeamTable>, 'requires_second_factor' | 'second_factor_from' | 'second_factor_reminded'>
  >,
): Promise<void> {
  await tx.updateTable('team').set(values).where('guid', '=', guid).execute()
}

export async function setColours(
  kysely: Kysely<Schema>,
  guid: string,
  colours: Pick<Selectable<TeamTable>, 'bar_colour' | 'text_colour'> & { email_line?: string | null },
): Promise<void> {
  await kysely.updateTable('team').set(colours).where('guid', '=', guid).execute()
}

export async function membersOf(kysely: Kysely<Schema>, teamGuid: string) {
  return kysely
    .selectFrom('user')
    .select(['guid', 'email', 'team_role', 'status', 'invite_status'])
    .where('team_guid', '=', teamGuid)
    .orderBy('team_role')
    .orderBy(sql`lower(email)`)
    .execute()
}

/** The first three owners of a team who can sign in. */
export async function ownersOf(kysely: Kysely<Schema>, teamGuid: string) {
  return kysely
    .selectFrom('user')
    .select(['email', 'first_name', 'last_name'])
    .where('team_guid', '=', teamGuid)
    .where('team_role', '=', teamRoles.owner)
    .where('status', '=', 'Active')
    .orderBy(sql`lower(email)`)
    .limit(3)
    .execute()
}

/** Adds an account to a team, or changes its role there; false if it belongs to another one. */
export async function join(
  tx: Transaction,
  userGuid: string,
  teamGuid: string,
  role: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ team_guid: teamGuid, team_role: role, invite_status: 'Active' })
    .where('guid', '=', userGuid)
    .where((where) => where.or([where('team_guid', 'is', null), where('team_guid', '=', teamGuid)]))
    .returning(sql<string>`lower(email)`.as('email'))
    .executeTakeFirst()
  if (!row) return false
  await tx
    .updateTable('team_place')
    .set({ state: 'Joined', secret_hash: null, expires_at: null })
    .where('team_guid', '=', teamGuid)
    .where('email', '=', row.email)
    .execute()
  return true
}

/** Removes an account from a team, and what the team's identity provider opened it by. */
export async function leave(tx: Transaction, userGuid: string, teamGuid: string): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ team_guid: null, team_role: null, invite_status: 'Active' })
    .where('guid', '=', userGuid)
    .where('team_guid', '=', teamGuid)
    .returning('guid')
    .executeTakeFirst()
  if (!row) return false
  await tx.deleteFrom('identity').where('user_guid', '=', userGuid).where('provider', '=', 'sso').execute()
  return true
}

/** Whether others belong to the team, and none of them owns it. Call with the team locked. */
export async function wouldBeOwnerless(
  tx: Transaction,
  userGuid: string,
  teamGuid: string,
): Promise<boolean> {
  const others = await tx
    .selectFrom('user')
    .select(['team_role'])
    .where('team_guid', '=', teamGuid)
    .where('guid', '!=', userGuid)
    .execute()
  return others.length > 0 && others.every(({ team_role: role }) => role !== teamRoles.owner)
}

/** The accounts with an address in the domain that do not belong to the team: those that a lock shuts out. */
export async function accountsOutside(tx: Kysely<Schema>, domain: string, teamGuid: string) {
  return outside(tx, domain, teamGuid).select(['email', 'is_operator']).orderBy('email').execute()
}

/** Signs out the accounts of a domain that do not belong to the team, and returns how many browsers those were. */
export async function endSessionsOutside(tx: Transaction, domain: string, teamGuid: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('user_guid', 'in', outside(tx, domain, teamGuid).select('guid'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function outside(tx: Kysely<Schema>, domain: string, teamGuid: string) {
  return (
    tx
      .selectFrom('user')
      // A domain contains no character with a meaning in patterns.
      .where(sql<string>`lower(email)`, 'like', `%@${domain}`)
      .where((where) => where.or([where('team_guid', 'is', null), where('team_guid', '!=', teamGuid)]))
  )
}
