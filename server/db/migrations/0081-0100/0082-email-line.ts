import { columnTypes } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** What a team says of itself under its emails: an address, say. */
export const emailLine: Migration = {
  name: '0082-email-line',
  async up({ schema }, kind) {
    const { text } = columnTypes(kind)
    await schema.alterTable('team').addColumn('email_line', text).execute()
  },
}
