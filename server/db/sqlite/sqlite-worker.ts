// The entry of a worker thread that owns one SQLite connection at a time.
import { parentPort } from 'node:worker_threads'
import { SqliteConnection, failure } from './sqlite-connection.ts'
import type { Outcome, ReadsReply, Reply, Request, Statement, WorkerNotice } from './sqlite-messages.ts'

const done: Reply = { rows: [], changes: null }

function start(): void {
  const port = parentPort
  if (!port) throw new Error('This file runs in a worker thread')
  let connection: SqliteConnection
  port.on('message', (request: Request) => {
    if (request.kind === 'reads') return answerReads(connection, request.statements)
    let reply: Reply = done
    try {
      if (request.kind === 'open') {
        const tell = (reserve: WorkerNotice['reserve']) =>
          port.postMessage({ reserve } satisfies WorkerNotice)
        connection = new SqliteConnection(request.options, tell)
      } else {
        reply = answer(connection, request)
      }
    } catch (error) {
      reply = failure(error)
    }
    port.postMessage(reply)
  })
}

/** No one waits longer than this for a slow read that was asked in the same turn; milliseconds. */
const maxTogether = 2

/** Each reply wakes the main thread: what takes no time is answered together. */
function answerReads(connection: SqliteConnection, statements: Statement[]): void {
  let reads: Outcome[] = []
  let startedAt = performance.now()
  for (const statement of statements) {
    reads.push(outcomeOf(connection, statement))
    if (performance.now() - startedAt < maxTogether) continue
    parentPort?.postMessage({ reads } satisfies ReadsReply)
    reads = []
    startedAt = performance.now()
  }
  if (reads.length > 0) parentPort?.postMessage({ reads } satisfies ReadsReply)
}

function outcomeOf(connection: SqliteConnection, statement: Statement): Outcome {
  try {
    return connection.read(statement)
  } catch (error) {
    return failure(error)
  }
}

function answer(
  connection: SqliteConnection,
  request: Exclude<Request, { kind: 'reads' } | { kind: 'open' }>,
): Reply {
  switch (request.kind) {
    case 'group':
      return connection.group(request.statements)
    case 'inside':
      return connection.inside(request.statement)
    case 'backup':
      connection.backup(request.file)
      return done
    default:
      connection[request.kind]()
      return done
  }
}

start()
