import { sql } from 'kysely'
import {
  columnTypes,
  createTable,
  isFlag,
  isOneOf,
  key,
  ownedBy,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

const inviteStatuses = ['Active', 'Pending', 'Rejected', 'Removed']

export const teams: Migration = {
  name: '0011-teams',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'team')
      .addColumn('guid', text, key)
      .addColumn('name', text, required)
      .addColumn('allowed_methods', text)
      .addColumn('requires_second_factor', integer, required)
      .addColumn('created_at', integer, required)
      .addCheckConstraint('team_requires_second_factor_check', isFlag('requires_second_factor'))
      .execute()
    await database.schema
      .createIndex('team_name')
      .unique()
      .on('team')
      .expression(sql`lower(name)`)
      .execute()

    await createTable(database, kind, 'team_domain')
      .addColumn('domain', text, key)
      .addColumn('team_guid', text, ownedBy('team.guid'))
      .addColumn('is_locked', integer, required)
      .addColumn('asserted_at', integer, required)
      .addCheckConstraint('team_domain_is_locked_check', isFlag('is_locked'))
      .execute()
    await database.schema.createIndex('team_domain_team').on('team_domain').column('team_guid').execute()

    await createTable(database, kind, 'team_connection')
      .addColumn('guid', text, key)
      .addColumn('team_guid', text, ownedBy('team.guid'))
      .addColumn('kind', text, required)
      .addColumn('settings', text, required)
      .addColumn('secret_sealed', text)
      .addColumn('created_at', integer, required)
      .addCheckConstraint('team_connection_kind_check', isOneOf('kind', ['oidc', 'saml']))
      .execute()
    await database.schema
      .createIndex('team_connection_team')
      .unique()
      .on('team_connection')
      .column('team_guid')
      .execute()

    await createTable(database, kind, 'saml_used')
      .addColumn('id_hash', text, key)
      .addColumn('expires_at', integer, required)
      .execute()
    await database.schema.createIndex('saml_used_expires_at').on('saml_used').column('expires_at').execute()

    await database.schema
      .alterTable('user')
      .addColumn('team_guid', text, (column) => column.references('team.guid').onDelete('set null'))
      .execute()
    await database.schema
      .alterTable('user')
      .addColumn('team_role', integer, (column) => column.check(isOneOf('team_role', [0, 1, 2])))
      .execute()
    await database.schema
      .alterTable('user')
      .addColumn('invite_status', text, (column) =>
        column.notNull().defaultTo('Active').check(isOneOf('invite_status', inviteStatuses)),
      )
      .execute()
    await database.schema.createIndex('user_team').on('user').column('team_guid').execute()
  },
}
