import { columnTypes } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** What an email said that was given up, sealed, for as long as an operator can have it sent again. */
export const lostEmails: Migration = {
  name: '0081-lost-emails',
  async up({ schema }, kind) {
    const { text } = columnTypes(kind)
    await schema.alterTable('lost_email').addColumn('content_sealed', text).execute()
  },
}
