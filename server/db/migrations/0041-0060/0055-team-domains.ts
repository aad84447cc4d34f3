import { sql } from 'kysely'
import { columnTypes, createTable, isOneOf, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** How a team proves a domain by DNS, and when it was closed: its name is free again then, its terms stay. */
export const teamDomains: Migration = {
  name: '0055-team-domains',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await createTable(database, kind, 'team_domain_claim')
      .addColumn('domain', text, required)
      .addColumn('team_guid', text, ownedBy('team.guid'))
      .addColumn('token', text, required)
      .addColumn('claimed_at', integer, required)
      .addColumn('checked_at', integer)
      .addPrimaryKeyConstraint('team_domain_claim_key', ['team_guid', 'domain'])
      .execute()
    await schema
      .alterTable('team_domain')
      .addColumn('proof', text, (column) =>
        column
          .notNull()
          .defaultTo('operator')
          .check(isOneOf('proof', ['operator', 'dns'])),
      )
      .execute()
    await schema.alterTable('team').addColumn('closed_at', integer).execute()
    await schema.dropIndex('team_name').execute()
    await sql`create unique index team_name on team (lower(name)) where closed_at is null`.execute(database)
  },
}
