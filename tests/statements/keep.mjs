// Keeps every distinct statement that is asked of SQLite in this process, as the tree that Kysely made it from, in the
// folder that TEST_STATEMENTS names.
import { createHash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import path from 'node:path'

const folder = process.env.TEST_STATEMENTS
const seen = new Set()

if (folder) {
  mkdirSync(folder, { recursive: true })
  subscribe('strongroom:db:statement', keep)
}

// What a process compiled is there for the next one, also when a test kills it before it could end.
setTimeout(flushCompileCache, 1_000).unref()

function keep({ sql, query }) {
  if (seen.has(sql)) return
  seen.add(sql)
  const file = path.join(folder, `${createHash('sha1').update(sql).digest('hex')}.json`)
  if (existsSync(file)) return
  // Whole before the statement is asked: the process may be one that a test kills.
  writeFileSync(file, JSON.stringify(query, plain))
}

/** Values do not matter, only where they stand. */
function plain(_, value) {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Uint8Array ? null : value
}
