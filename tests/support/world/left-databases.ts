import { afterAll } from 'vitest'

// Loaded only where the tests run on PostgreSQL.
if (process.env['TEST_DATABASE_URL']) {
  const { dropPostgresDatabases } = await import('./database.ts')
  afterAll(dropPostgresDatabases)
}
