import { columnTypes, createTable, isOneOf, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

const states = ['Invited', 'Asked', 'Rejected', 'Withdrawn', 'Joined', 'Left', 'Removed']

/** Whom a team invited, who asked to join it, and who has left it; and which accounts it has suspended. */
export const teamPlaces: Migration = {
  name: '0054-team-places',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'team_place')
      .addColumn('guid', text, key)
      .addColumn('team_guid', text, ownedBy('team.guid'))
      .addColumn('email', text, required)
      .addColumn('name', text, required)
      .addColumn('role', integer, required)
      .addColumn('state', text, required)
      .addColumn('by_email', text, required)
      .addColumn('secret_hash', text)
      .addColumn('began_at', integer, required)
      .addColumn('expires_at', integer)
      .addCheckConstraint('team_place_role_check', isOneOf('role', [0, 1, 2]))
      .addCheckConstraint('team_place_state_check', isOneOf('state', states))
      .execute()
    await database.schema
      .createIndex('team_place_email')
      .unique()
      .on('team_place')
      .columns(['team_guid', 'email'])
      .execute()
    await database.schema.createIndex('team_place_of').on('team_place').column('email').execute()
    await database.schema.alterTable('user').addColumn('team_suspended_at', integer).execute()
  },
}
