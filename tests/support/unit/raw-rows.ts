import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'

export type Row = Record<string, string | number | null>

/** A row of the user table, for tables that refer to one. */
export const userRow: Row = {
  guid: 'user',
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Lee',
  password_hash: 'x',
  status: 'Active',
  tier_code: 0,
  is_operator: 0,
  time_zone: 'UTC',
  created_at: 1,
  password_changed_at: 1,
}

/** Writes a row as it is, whatever the types say of the table: for tests of what the database itself refuses. */
export function insertRow(database: Database, table: string, row: Row): Promise<unknown> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(row))
  return sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(database.kysely)
}
