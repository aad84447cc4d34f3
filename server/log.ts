import { pino, type Logger } from 'pino'

export type Log = Logger

/** The program's log: one JSON line an entry, never bodies, queries, codes or passkeys. */
export function makeLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
