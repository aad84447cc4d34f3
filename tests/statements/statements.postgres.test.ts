// @module-tag engines
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { postgresServer } from '#tests/support/world/postgres.ts'
import { onlyForSqlite } from './only-for-sqlite.ts'

/** Every statement that the run asked SQLite, as PostgreSQL would be asked. */
function collected(): string[] {
  const folder = process.env['TEST_STATEMENTS']!
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8').split('\n').filter(Boolean),
  )
  const statements = new Map<string, string>()
  for (const line of lines) {
    const statement = JSON.parse(line) as string
    const shape = shapeOf(statement)
    if (!statements.has(shape)) statements.set(shape, statement)
  }
  return [...statements.values()].toSorted()
}

/** A list of three values and one of three hundred, in one row or in many, are the same statement. */
function shapeOf(statement: string): string {
  return statement
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\?(, \?)+/g, '?')
    .replaceAll(/\(\?\)(, \(\?\))+/g, '(?)')
}

test('PostgreSQL takes every statement that the other tests asked SQLite', async () => {
  const url = new URL(postgresServer!)
  url.pathname = inject('templates').postgresName!
  const client = new Client({ connectionString: url.href })
  await client.connect()
  onTestFinished(() => client.end())

  const statements = collected().filter((statement) => !onlyForSqlite.test(statement))
  // Far fewer would mean that nobody listened.
  expect(statements.length).toBeGreaterThan(1_000)
  const refused: string[] = []
  for (const statement of statements) {
    try {
      await client.query(`prepare one as ${statement}`)
      await client.query('deallocate one')
    } catch (error) {
      refused.push(`${(error as Error).message}: ${statement}`)
    }
  }
  expect(refused).toEqual([])
})
