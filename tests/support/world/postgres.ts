import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** The PostgreSQL server on which tests make their databases, where there is one. */
export const postgresServer = process.env['TEST_DATABASE_URL'] || null

export type TemporaryPlace = { url: string; remove(): Promise<void> }

/**
 * A separate database, a copy of the template or without any table; `remove` also ends connections still
 * open.
 */
export async function makePostgresDatabase(
  server: string,
  template: string = 'template0',
): Promise<TemporaryPlace> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await ask(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, remove: () => ask(server, `drop database if exists ${name} with (force)`) }
}

/** One statement over a connection of its own. */
async function ask(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
