import { pino, type Logger } from 'pino'

export type Log = Logger

/** The program's log: one JSON line an entry, never bodies, queries, codes or passkeys. `to` is an open file, 1 stdout. */
export function makeLog(level: string, to = 1): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return pino(options, pino.destination({ fd: to, sync: true }))
}
