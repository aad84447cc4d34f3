import type { Migration } from '#server/db/tables/columns.ts'

/** Indexes for the cleanup every ten minutes: without them it reads whole tables to find the little that is old. */
export const growth: Migration = {
  name: '0007-growth',
  async up(database) {
    await database.schema.createIndex('visit_seen_at').on('visit').column('seen_at').execute()
    await database.schema.createIndex('page_image_created_at').on('page_image').column('created_at').execute()
  },
}
