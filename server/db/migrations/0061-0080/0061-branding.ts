import { sql } from 'kysely'
import {
  columnTypes,
  createTable,
  isAtLeast,
  isFlag,
  key,
  ownedBy,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** The logos of teams: small pictures that we drew ourselves, sealed in their rows. */
export const branding: Migration = {
  name: '0061-branding',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'team_logo')
      .addColumn('guid', text, key)
      .addColumn('team_guid', text, ownedBy('team.guid'))
      .addColumn('png_sealed', text, required)
      .addColumn('width', integer, (column) => column.notNull().check(isAtLeast('width', 1)))
      .addColumn('height', integer, (column) => column.notNull().check(isAtLeast('height', 1)))
      .addColumn('is_shown', integer, (column) => column.notNull().check(isFlag('is_shown')))
      .addColumn('created_at', integer, required)
      .execute()
    await database.schema
      .createIndex('team_logo_team')
      .on('team_logo')
      .columns(['team_guid', 'created_at'])
      .execute()
    await sql`create unique index team_logo_shown on team_logo (team_guid) where is_shown = 1`.execute(
      database,
    )
  },
}
