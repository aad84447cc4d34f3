import Sqlite from 'better-sqlite3'

/**
 * Locks the data file for this process: an exclusive lock on a small separate database beside it. The system drops the
 * lock when the process dies, even by kill -9, so that no stale lock can remain.
 */
export function lockDataFile(file: string): Sqlite {
  const lock = new Sqlite(lockFile(file), { timeout: 1000 })
  try {
    lock.pragma('locking_mode=EXCLUSIVE')
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new Error(`${file} is in use by another running Strongroom. Stop that one first.`, { cause: error })
  }
}

function lockFile(file: string): string {
  return `${file.replace(/\.db$/, '')}.lock`
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}
