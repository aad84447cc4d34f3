import { sql } from 'kysely'
import { columnTypes } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** After how many hours a team's members sign in again. */
export const signOut: Migration = {
  name: '0083-sign-out',
  async up({ schema }, kind) {
    const { integer } = columnTypes(kind)
    await schema
      .alterTable('team')
      .addColumn('session_hours', integer, (column) => column.check(sql`session_hours > 0`))
      .execute()
  },
}
