// The entry of a worker thread that owns one SQLite connection.
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection, failure } from './sqlite-connection.ts'
import type { Reply, Request, Told, WorkerOptions } from './sqlite-messages.ts'

const done: Reply = { rows: [], changes: null }

function start(): void {
  const port = parentPort
  if (!port) throw new Error('This file runs in a worker thread')
  let connection: SqliteConnection
  try {
    connection = new SqliteConnection(workerData as WorkerOptions, (reserve) =>
      port.postMessage({ reserve } satisfies Told),
    )
  } catch (error) {
    port.postMessage(failure(error))
    port.close()
    return
  }
  port.on('message', (request: Request) => {
    let reply: Reply
    try {
      reply = answer(connection, request)
    } catch (error) {
      reply = failure(error)
    }
    port.postMessage(reply)
    if (request.kind === 'close') port.close()
  })
  port.postMessage(done)
}

function answer(connection: SqliteConnection, request: Request): Reply {
  switch (request.kind) {
    case 'read':
      return connection.read(request.statement)
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
