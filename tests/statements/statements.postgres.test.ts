// @module-tag engines
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PostgresQueryCompiler, type RootOperationNode } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyPostgresTemplate } from '#tests/support/world/database.ts'
import { onlyForSqlite } from './only-for-sqlite.ts'

/** Every statement that the run asked SQLite, as PostgreSQL would be asked. */
function collected(): string[] {
  const folder = process.env['TEST_STATEMENTS']!
  const compiler = new PostgresQueryCompiler()
  const statements = new Map<string, string>()
  for (const file of readdirSync(folder)) {
    const query = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as RootOperationNode
    const { sql } = compiler.compileQuery(query, { queryId: file })
    statements.set(shapeOf(sql), sql)
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
  // A copy: while anyone is connected to the template, no other test can copy it.
  const { url, remove } = await copyPostgresTemplate()
  onTestFinished(remove)
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())

  const statements = collected().filter((statement) => !onlyForSqlite.test(statement))
  // Far fewer would mean that no one listened.
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
