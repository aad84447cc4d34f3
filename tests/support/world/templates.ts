import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/open.ts'
import { makePostgresDatabase, postgresServer } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Databases with all tables and no rows: each test gets a copy, since migrating again takes longer. */
    templates: { sqliteFile: string; postgresName: string | null }
  }
}

/** Makes the templates once, before the first test of a run; answers how to remove them. */
export default async function makeTemplates(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-templates-'))
  const sqliteFile = path.join(folder, 'strongroom.db')
  await migrate(`sqlite:${sqliteFile}`)
  const onPostgres = postgresServer ? await makePostgresDatabase(postgresServer) : null
  if (onPostgres) await migrate(onPostgres.url)
  const postgresName = onPostgres && new URL(onPostgres.url).pathname.slice(1)
  project.provide('templates', { sqliteFile, postgresName })
  return async () => {
    await onPostgres?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function migrate(url: string): Promise<void> {
  const database = await openDatabase({ url, log: pino({ level: 'silent' }) })
  await database.close()
}
