import { sql } from 'kysely'
import type { Migration } from '#server/db/tables/columns.ts'

/** Finds the job of a file that is tried again, however many others wait. */
export const retriedJobs: Migration = {
  name: '0095-retried-jobs',
  async up({ schema }) {
    await schema
      .createIndex('job_retried')
      .on('job')
      .column('payload')
      .where(sql<boolean>`tries > 0 and failed_at is null`)
      .execute()
  },
}
