import { Problem } from '#server/rules/problems.ts'

/** A failure that the database reported, with its engine's code (SQLITE_… or the five characters of PostgreSQL). */
export class DatabaseError extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.name = 'DatabaseError'
    this.code = code
  }
}

const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])
const fullCodes = new Set(['SQLITE_FULL', '53100'])
const busyCodes = new Set([
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  '40001',
  '40P01',
  '53200',
  '53300',
  '55P03',
  '57014',
])
const nulCode = '22021'
// Class 08 is a broken connection; 57P.. a server that stops or starts; 25006 a read-only one. For SQLite, what it says
// about a file that the system does not let it use.
const awayCodes =
  /^(08...|57P..|25006|SQLITE_(IOERR|CANTOPEN|READONLY)\w*|ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)$/
// What the driver says without its own code.
const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i

/** Whether the error says that a row with the same unique value exists. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && uniqueCodes.has(String(error.code))
}

/** For a write that can be skipped if the disk is full: people can still read what is there. */
export function unlessFull(error: unknown): void {
  if (!(error instanceof Problem && error.problem === 'storageFull')) throw error
}

/** Turns what an engine reported into what the rest of the program handles: a Problem if there is one. */
export function databaseFailure(message: string, code: string): Error {
  if (fullCodes.has(code)) return new Problem('storageFull')
  if (busyCodes.has(code)) return new Problem('serverBusy')
  if (code === nulCode) return new Problem('badForm')
  if (awayCodes.test(code) || (code === '' && awayMessages.test(message))) return new Problem('databaseAway')
  return new DatabaseError(message, code)
}
