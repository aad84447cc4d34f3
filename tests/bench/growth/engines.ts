import { closeSync, fsyncSync, openSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'

/** A connection beside the server's that fills tables in bulk. What both engines write alike is not here. */
export type Filler = {
  run(sql: string): Promise<void>
  /** The whole numbers of a range, both ends included, as something to select `n` from. */
  series(first: number, last: number): string
  /** A guid of the number that an SQL expression gives: neighbours in number are no neighbours in order. */
  guid(number: string): string
  /** Leaves out secondary indexes and checks of references until `seal`: in bulk both are far quicker. */
  unseal(): Promise<void>
  /** Makes the indexes again, and what the engine does by itself in time: statistics. */
  seal(): Promise<void>
  bytes(): Promise<number>
  close(): Promise<void>
}

const factor = 2_654_435_761
const wordMask = 0xffff_ffff

/** The guid that `Filler.guid` gives for a number. */
export function guidOf(number: number): string {
  const scattered = (BigInt(number) * BigInt(factor)) & BigInt(wordMask)
  return scattered.toString(16).padStart(8, '0') + number.toString(16).padStart(24, '0')
}

export function openSqliteFiller(dataDir: string): Filler {
  const file = path.join(dataDir, 'strongroom.db')
  const database = new Sqlite(file)
  const pragmas = ['foreign_keys=OFF', 'synchronous=OFF', 'cache_size=-262144', 'temp_store=MEMORY']
  for (const pragma of pragmas) database.pragma(pragma)
  let indexes: { name: string; sql: string }[] = []
  return {
    run: async (sql) => void database.exec(sql),
    series: (first, last) =>
      `(with recursive series(n) as (select ${first} union all select n + 1 from series where n < ${last})
        select n from series)`,
    guid: (number) => `printf('%08x%024x', ((${number}) * ${factor}) & ${wordMask}, ${number})`,
    async unseal() {
      indexes = database
        .prepare(`select name, sql from sqlite_master where type = 'index' and sql is not null`)
        .all() as typeof indexes
      for (const { name } of indexes) database.exec(`drop index "${name}"`)
    },
    async seal() {
      for (const { sql } of indexes) database.exec(sql)
      database.pragma('wal_checkpoint(TRUNCATE)')
      // What is written to the disk only later would slow down each commit that is measured.
      flush(file)
    },
    bytes: async () =>
      Number(database.pragma('page_count', { simple: true })) *
      Number(database.pragma('page_size', { simple: true })),
    close: async () => void database.close(),
  }
}

export async function openPostgresFiller(url: string): Promise<Filler> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const run = async (sql: string) => void (await client.query(sql))
  await run(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB'`)
  await run(`set session_replication_role = replica`)
  let indexes: { name: string; sql: string }[] = []
  return {
    run,
    series: (first, last) =>
      `(select n from generate_series(${first}::bigint, ${last}::bigint) as series(n)) as numbers`,
    guid: (number) =>
      `lpad(to_hex(((${number}) * ${factor}) & ${wordMask}), 8, '0') || lpad(to_hex((${number})::bigint), 24, '0')`,
    async unseal() {
      const found = await client.query(
        `select indexname as name, indexdef as sql from pg_indexes where schemaname = 'public'
          and indexname not in (select conname from pg_constraint)`,
      )
      indexes = found.rows as typeof indexes
      for (const { name } of indexes) await run(`drop index "${name}"`)
    },
    async seal() {
      for (const { sql } of indexes) await run(sql)
      // Autovacuum does this within a minute of such a load.
      await run('vacuum analyze')
      await run('checkpoint')
    },
    bytes: async () => {
      const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
      return Number((rows as { bytes: string }[])[0]!.bytes)
    },
    close: () => client.end(),
  }
}

function flush(file: string): void {
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
