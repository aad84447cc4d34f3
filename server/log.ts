import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/**
 * What a piece of work belongs to: a request, and its client (`from`), or a job. Every line that is written during it
 * carries the request or job, and every event its origin.
 */
export type LogContext = Readonly<{
  request?: string
  job?: string
  from?: { ip: string; userAgent: string }
}>

const current = new AsyncLocalStorage<LogContext>()

/** Runs work with this log context, and no other. */
export function withLogContext<T>(marks: LogContext, work: () => T): T {
  return current.run(marks, work)
}

/** The log context of the current work; empty outside of any. */
export function currentLogContext(): LogContext {
  return current.getStore() ?? {}
}

/**
 * The program's log: one JSON line per entry, never bodies, queries, addresses of people or links, codes or passwords.
 * It goes `to` an open file, 1 for stdout, or a stream.
 */
export function makeLog(level: string, to: number | DestinationStream = 1): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => {
      const { request, job } = currentLogContext()
      return { ...(request && { request }), ...(job && { job }) }
    },
    serializers: { err: loggedError },
  }
  return pino(options, typeof to === 'number' ? pino.destination({ fd: to, sync: true }) : to)
}

type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError }

const maxCauses = 4

/**
 * What the log keeps of an error: its message, its code, where it happened. Errors of libraries carry requests, emails,
 * rows and addresses in other properties, so nothing else is taken.
 */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) }
  const code = 'code' in error ? String(error.code) : null
  const hasCause = error.cause !== undefined && depth < maxCauses
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...(code === null ? {} : { code }),
    ...(error.stack ? { stack: withoutSecrets(error.stack) } : {}),
    ...(hasCause ? { cause: loggedError(error.cause, depth + 1) } : {}),
  }
}

/** Addresses of people, and the parts of our own addresses that open something for anyone who knows them. */
function withoutSecrets(text: string): string {
  return text
    .replace(/[^\s@/<>"(]+@[^\s@/<>"')]+/g, '(address)')
    .replace(/(\/(?:activated|file|view|s)\/)[\w-]{20,}/g, '$1(secret)')
    .replace(/\?[^\s"']*=[^\s"']*/g, '?(query)')
}
