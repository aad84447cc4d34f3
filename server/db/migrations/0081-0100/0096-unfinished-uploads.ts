import type { Migration } from '#server/db/tables/columns.ts'

/** Finds an account's unfinished uploads, however many others it has finished since yesterday. */
export const unfinishedUploads: Migration = {
  name: '0096-unfinished-uploads',
  async up({ schema }) {
    await schema
      .createIndex('upload_unfinished')
      .on('upload')
      .columns(['owner_guid', 'finished_at'])
      .execute()
    await schema.dropIndex('upload_owner').execute()
  },
}
