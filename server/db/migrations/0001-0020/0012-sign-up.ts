import { columnTypes, createTable, isAtLeast, key, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Codes with which people can create an account (REGISTRATION=code). Only a code's hash is stored. */
export const signUp: Migration = {
  name: '0012-sign-up',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'signup_code')
      .addColumn('code_hash', text, key)
      .addColumn('tier_code', integer)
      .addColumn('uses_left', integer)
      .addColumn('expires_at', integer)
      .addColumn('created_at', integer, required)
      .addColumn('note', text, required)
      .addCheckConstraint('signup_code_tier_code_check', isAtLeast('tier_code', 0))
      .addCheckConstraint('signup_code_uses_left_check', isAtLeast('uses_left', 0))
      .execute()
  },
}
