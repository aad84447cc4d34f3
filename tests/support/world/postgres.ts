import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** The PostgreSQL server on which tests make their databases, where there is one. */
export const postgresServer = process.env['TEST_DATABASE_URL'] || null

export type TemporaryPlace = { url: string; remove(): Promise<void> }

/**
 * A separate database, a copy of the template or without any table; `remove` also removes its own copies, and ends
 * connections still open.
 */
export async function makePostgresDatabase(server: string, template?: string): Promise<TemporaryPlace> {
  const name = `${template ?? 'test'}_${randomBytes(8).toString('hex')}`
  await ask(server, (client) => client.query(`create database ${name} template ${template ?? 'template0'}`))
  const url = new URL(server)
  url.pathname = name
  return {
    url: url.href,
    remove: () =>
      ask(server, async (client) => {
        const { rows } = await client.query<{ one: string }>(
          `select datname as one from pg_database where datname = $1 or starts_with(datname, $1 || '_')`,
          [name],
        )
        for (const { one } of rows) await client.query(`drop database if exists ${one} with (force)`)
      }),
  }
}

/** Databases that a test has given back, as it got them. */
const free: TemporaryPlace[] = []

type Template = { shape: string; installation: string }
let asMade: Promise<Template> | null = null

/**
 * A copy of the template. Making one costs more than most tests do, so it is emptied and given to the next test of this
 * process, unless a test has changed its tables; whoever made the template removes the copies.
 */
export async function borrowPostgresDatabase(server: string, template: string): Promise<TemporaryPlace> {
  const place = free.pop() ?? (await makePostgresDatabase(server, template))
  asMade ??= ask(place.url, async (client) => ({
    shape: await shapeOf(client),
    installation: (await client.query('select row_to_json(installation)::text as row from installation'))
      .rows[0].row,
  }))
  const { shape, installation } = await asMade
  return {
    url: place.url,
    async remove() {
      const isAsMade = await ask(place.url, async (client) => {
        if ((await shapeOf(client)) !== shape) return false
        await client.query(emptied)
        await client.query(
          'insert into installation select * from json_populate_record(null::installation, $1)',
          [installation],
        )
        return true
      })
      if (isAsMade) free.push(place)
      else await place.remove()
    },
  }
}

/** How many columns and indexes there are, and the migrations that made them. */
async function shapeOf(client: Client): Promise<string> {
  const { rows } = await client.query(
    `select (select count(*) from pg_attribute) as columns,
            (select count(*) from pg_attribute where attisdropped) as dropped,
            (select count(*) from pg_index) as indexes,
            (select string_agg(migration::text, ' ') from migration) as migrations`,
  )
  return JSON.stringify(rows[0])
}

/**
 * Removes every row but the migrations, after everyone else is gone: a lock that a connection holds outlives it for a
 * moment.
 */
const emptied = `
  select pg_terminate_backend(pid, 60000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid();
  do $$
  declare
    one record;
    has_rows boolean;
  begin
    set local session_replication_role = replica;
    for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migration' loop
      execute format('select exists (select from %I)', one.tablename) into has_rows;
      if has_rows then
        execute format('delete from %I', one.tablename);
      end if;
    end loop;
  end $$`

/** Asks over a connection of its own. */
async function ask<Answer>(server: string, question: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    return await question(client)
  } finally {
    await client.end()
  }
}
