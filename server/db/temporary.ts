import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { openDatabase } from './open.ts'
import type { Database } from './open.ts'

/** An empty database for a test, in a folder of its own that goes when it is closed. */
export async function openTemporaryDatabase(): Promise<Database> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-database-'))
  const database = await openDatabase({
    url: `sqlite:${path.join(folder, 'strongroom.db')}`,
    log: pino({ level: 'silent' }),
  })
  return {
    ...database,
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
