import { columnTypes, createTable, isFlag, isOneOf, key, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/**
 * Beside the identity provider with which a team signs in, one that is being set up; and sign-ins that only test one.
 * Sign-ins in progress start again.
 */
export const teamProviders: Migration = {
  name: '0060-team-providers',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await schema
      .alterTable('team_connection')
      .addColumn('is_on', integer, (column) => column.notNull().defaultTo(1).check(isFlag('is_on')))
      .execute()
    await schema
      .alterTable('team_connection')
      .addColumn('set_by', text, (column) =>
        column
          .notNull()
          .defaultTo('operator')
          .check(isOneOf('set_by', ['operator', 'admin'])),
      )
      .execute()
    await schema.alterTable('team_connection').addColumn('tested_at', integer).execute()
    await schema.alterTable('team_connection').addColumn('answer', text).execute()
    await schema.alterTable('team_connection').addColumn('answered_at', integer).execute()
    await schema.dropIndex('team_connection_team').execute()
    await schema
      .createIndex('team_connection_team')
      .unique()
      .on('team_connection')
      .columns(['team_guid', 'is_on'])
      .execute()

    await schema.dropTable('sign_in_flow').execute()
    await createTable(database, kind, 'sign_in_flow')
      .addColumn('id_hash', text, key)
      .addColumn('browser_key', text, required)
      .addColumn('provider', text, required)
      .addColumn('connection_guid', text)
      .addColumn('purpose', text, required)
      .addColumn('user_guid', text, (column) => column.references('user.guid').onDelete('cascade'))
      .addColumn('details', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addColumn('used_at', integer)
      .addCheckConstraint('sign_in_flow_provider_check', isOneOf('provider', providers))
      .addCheckConstraint('sign_in_flow_purpose_check', isOneOf('purpose', purposes))
      .execute()
    for (const [name, column] of [
      ['sign_in_flow_expires_at', 'expires_at'],
      ['sign_in_flow_user', 'user_guid'],
    ] as const)
      await schema.createIndex(name).on('sign_in_flow').column(column).execute()
  },
}

const providers = ['google', 'microsoft', 'linkedin', 'sso']
const purposes = ['signIn', 'connect', 'confirm', 'test']
