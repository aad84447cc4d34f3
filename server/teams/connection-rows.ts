import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { TeamConnectionTable } from '#server/db/tables/team-tables.ts'

/** The queries on the identity providers of teams. */
export async function connectionOf(kysely: Kysely<Schema>, teamGuid: string) {
  return kysely.selectFrom('team_connection').selectAll().where('team_guid', '=', teamGuid).executeTakeFirst()
}

export async function connectionForDomain(kysely: Kysely<Schema>, domain: string) {
  return kysely
    .selectFrom('team_domain')
    .innerJoin('team_connection', 'team_connection.team_guid', 'team_domain.team_guid')
    .selectAll('team_connection')
    .where('team_domain.domain', '=', domain)
    .executeTakeFirst()
}

export async function replaceConnection(tx: Transaction, row: TeamConnectionTable): Promise<void> {
  await tx.deleteFrom('team_connection').where('team_guid', '=', row.team_guid).execute()
  await tx.insertInto('team_connection').values(row).execute()
}

export async function deleteConnection(tx: Transaction, teamGuid: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('team_connection')
    .where('team_guid', '=', teamGuid)
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}
