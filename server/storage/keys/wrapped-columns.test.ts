import { expect, onTestFinished, test } from 'vitest'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { wrappedColumns } from './wrapped-columns.ts'

test('the list has every column that holds what the key wrapped: those called wrapped_… and …_sealed', async () => {
  const database = await openTemporaryDatabase()
  onTestFinished(database.close)
  const tables = await database.kysely.introspection.getTables()
  const found = tables.flatMap(({ name: table, columns }) =>
    columns.filter(({ name }) => /^wrapped_|_sealed$/.test(name)).map(({ name }) => `${table}.${name}`),
  )
  const listed = wrappedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(listed.toSorted()).toEqual(found.toSorted())
  for (const { table, key } of wrappedColumns) {
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    expect(columns.map(({ name }) => name)).toContain(key)
  }
})
