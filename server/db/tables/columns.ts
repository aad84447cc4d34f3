import { sql } from 'kysely'
import type { ColumnDefinitionBuilder, CreateTableBuilder, Expression, Kysely, SqlBool } from 'kysely'
import type { Engine } from '#server/db/engine.ts'

export type Migration = {
  name: string
  up: (database: Kysely<unknown>, kind: Engine) => Promise<void>
}

/** The column types, the one place where the engines differ in migrations. */
export function columnTypes(kind: Engine) {
  if (kind === 'sqlite') return { text: 'text', integer: 'integer', real: 'real' } as const
  return { text: 'text', integer: 'bigint', real: 'double precision' } as const
}

/** Starts a table; in SQLite a strict one, which refuses text in a numeric column as PostgreSQL does. */
export function createTable<T extends string>(
  database: Kysely<unknown>,
  kind: Engine,
  name: T,
): CreateTableBuilder<T> {
  const table = database.schema.createTable(name)
  return kind === 'sqlite' ? table.modifyEnd(sql`strict`) : table
}

export function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull()
}

/** A column that is the primary key by itself. */
export function key(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().primaryKey()
}

/** A reference whose row is deleted with the row it refers to. */
export function ownedBy(
  target: `${string}.${string}`,
): (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder {
  return (column) => column.notNull().references(target).onDelete('cascade')
}

/** A reference that prevents the row it refers to from being deleted. */
export function refersTo(
  target: `${string}.${string}`,
): (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder {
  return (column) => column.notNull().references(target)
}

export function isFlag(column: string): Expression<SqlBool> {
  return isOneOf(column, [0, 1])
}

/** Null passes, as in every check; if null is wrong, the column is required. */
export function isOneOf(column: string, values: readonly (string | number)[]): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`
}

export function isAtLeast(column: string, least: number): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} >= ${sql.lit(least)}`
}

/** A flag that is added to a table with rows, which get the default. */
export function flag(
  name: string,
  standard: 0 | 1 = 0,
): (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder {
  return (column) => column.notNull().defaultTo(standard).check(isFlag(name))
}
