import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { TeamDomainClaimTable } from '#server/db/tables/team-tables.ts'

/** The queries on mail domains of teams. Domains are in their canonical spelling. */
export async function lockOf(kysely: Kysely<Schema>, domain: string) {
  return kysely
    .selectFrom('team_domain')
    .select('team_guid')
    .where('domain', '=', domain)
    .where('is_locked', '=', 1)
    .executeTakeFirst()
}

export async function domainsOf(kysely: Kysely<Schema>, teamGuid: string) {
  return kysely
    .selectFrom('team_domain')
    .selectAll()
    .where('team_guid', '=', teamGuid)
    .orderBy('domain')
    .execute()
}

export async function ownerOf(kysely: Kysely<Schema>, domain: string): Promise<string | null> {
  const row = await kysely
    .selectFrom('team_domain')
    .select('team_guid')
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row?.team_guid ?? null
}

/** False if some team has the domain already. */
export async function insertDomain(
  tx: Transaction,
  {
    domain,
    teamGuid,
    now,
    proof,
  }: { domain: string; teamGuid: string; now: number; proof: 'operator' | 'dns' },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('team_domain')
    .values({ domain, team_guid: teamGuid, is_locked: 0, asserted_at: now, proof })
    .onConflict((conflict) => conflict.doNothing())
    .returning('domain')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteDomain(
  kysely: Kysely<Schema>,
  domain: string,
  teamGuid: string,
): Promise<boolean> {
  const row = await kysely
    .deleteFrom('team_domain')
    .where('domain', '=', domain)
    .where('team_guid', '=', teamGuid)
    .returning('domain')
    .executeTakeFirst()
  return row !== undefined
}

export async function setLock(
  kysely: Kysely<Schema>,
  domain: string,
  teamGuid: string,
  isLocked: boolean,
): Promise<boolean> {
  const row = await kysely
    .updateTable('team_domain')
    .set({ is_locked: isLocked ? 1 : 0 })
    .where('domain', '=', domain)
    .where('team_guid', '=', teamGuid)
    .returning('domain')
    .executeTakeFirst()
  return row !== undefined
}

export async function claimsOf(kysely: Kysely<Schema>, teamGuid: string): Promise<TeamDomainClaimTable[]> {
  return kysely
    .selectFrom('team_domain_claim')
    .selectAll()
    .where('team_guid', '=', teamGuid)
    .orderBy('domain')
    .execute()
}

/** False if the team claims it already. */
export async function insertClaim(tx: Transaction, claim: TeamDomainClaimTable): Promise<boolean> {
  const row = await tx
    .insertInto('team_domain_claim')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .returning('domain')
    .executeTakeFirst()
  return row !== undefined
}

export async function noteCheck(
  tx: Transaction,
  { domain, teamGuid, now }: { domain: string; teamGuid: string; now: number },
): Promise<void> {
  await tx
    .updateTable('team_domain_claim')
    .set({ checked_at: now })
    .where('domain', '=', domain)
    .where('team_guid', '=', teamGuid)
    .execute()
}

export async function deleteClaim(tx: Transaction, domain: string, teamGuid: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('team_domain_claim')
    .where('domain', '=', domain)
    .where('team_guid', '=', teamGuid)
    .returning('domain')
    .executeTakeFirst()
  return row !== undefined
}
