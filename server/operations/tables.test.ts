// @module-tag engines
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { tables } from './tables.ts'

let database: Database

beforeAll(async () => {
  database = await openTemporaryDatabase()
})
afterAll(() => database.close())

type Reference = { table: string; column: string; place: string }

async function references(): Promise<Reference[]> {
  if (database.kind === 'sqlite') {
    const query = sql<Reference>`select m.name as "table", f."from" as "column", f."table" || '.' || f."to" as place
      from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`
    return (await query.execute(database.kysely)).rows
  }
  const query = sql<Reference>`select o.relname as "table", a.attname as "column", t.relname || '.' || b.attname as place
    from pg_constraint c join pg_class o on o.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1] where c.contype = 'f'`
  return (await query.execute(database.kysely)).rows
}

async function keys(): Promise<Record<string, string[]>> {
  const query =
    database.kind === 'sqlite'
      ? sql<{ table: string; column: string }>`select m.name as "table", c.name as "column"
          from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and c.pk > 0 order by m.name, c.pk`
      : sql<{ table: string; column: string }>`select o.relname as "table", a.attname as "column"
          from pg_index i join pg_class o on o.oid = i.indrelid join pg_namespace n on n.oid = o.relnamespace,
          unnest(i.indkey) with ordinality k(number, place) join pg_attribute a on true
          where i.indisprimary and n.nspname = 'public' and a.attrelid = o.oid and a.attnum = k.number
          order by o.relname, k.place`
  const found: Record<string, string[]> = {}
  for (const { table, column } of (await query.execute(database.kysely)).rows)
    (found[table] ??= []).push(column)
  return found
}

test('the list has every table that the migrations make, with its key', async () => {
  expect(Object.fromEntries(tables.map(({ name, key }) => [name, [...key]]))).toEqual(await keys())
})

test('the list has every reference, and each table is behind those it names', async () => {
  const listed = tables.flatMap(({ name, references: named }) =>
    Object.entries(named).map(([column, place]) => `${name}.${column} -> ${place}`),
  )
  const found = (await references()).map(({ table, column, place }) => `${table}.${column} -> ${place}`)
  expect(listed.toSorted()).toEqual(found.toSorted())
  const order = tables.map(({ name }) => name)
  for (const { name, references: named } of tables) {
    for (const place of Object.values(named)) {
      expect(order.indexOf(place.split('.')[0]!)).toBeLessThan(order.indexOf(name))
    }
  }
})
