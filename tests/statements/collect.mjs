// Loaded before everything else (`node --import`) into each process of a run that may ask SQLite: keeps every distinct
// statement, written for PostgreSQL, in the folder that TEST_STATEMENTS names.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { threadId } from 'node:worker_threads'

const folder = process.env.TEST_STATEMENTS
const seen = new Set()
let compiler

if (folder) subscribe('strongroom:db:statement', (query) => keep(query))

function keep({ sql, query, queryId }) {
  if (seen.has(sql)) return
  seen.add(sql)
  compiler ??= makeCompiler()
  // At once and whole: the process may be one that a test kills.
  const { sql: statement } = compiler.compileQuery(query, queryId)
  mkdirSync(folder, { recursive: true })
  appendFileSync(path.join(folder, `${process.pid}-${threadId}.jsonl`), `${JSON.stringify(statement)}\n`)
}

/** Loaded only by a process that asks the database at all. */
function makeCompiler() {
  const { PostgresQueryCompiler } = createRequire(import.meta.url)('kysely')
  return new PostgresQueryCompiler()
}
