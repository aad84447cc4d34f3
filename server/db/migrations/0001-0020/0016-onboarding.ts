import { sql } from 'kysely'
import { columnTypes } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

export const onboarding: Migration = {
  name: '0016-onboarding',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await database.schema
      .alterTable('user')
      .addColumn('onboarding', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await database.schema.alterTable('user').addColumn('signed_in_at', integer).execute()
    await database.schema.alterTable('user').addColumn('news_since', integer).execute()
    await database.schema
      .alterTable('share')
      .addColumn('is_tour', integer, (column) => column.notNull().defaultTo(0))
      .execute()

    await database.schema.alterTable('event_head').addColumn('owner_guid', text).execute()
    await database.schema.alterTable('event_head').addColumn('last_at', integer).execute()
    await sql`
      update event_head set
        owner_guid = (select owner_guid from share where share.guid = event_head.subject_guid),
        last_at = (
          select at from event
          where event.subject_guid = event_head.subject_guid and event.sequence = event_head.sequence
        )`.execute(database)
    // Where something happened last, for one owner: what is new is found without reading everything that is not.
    await database.schema
      .createIndex('event_head_owner')
      .on('event_head')
      .columns(['owner_guid', 'last_at desc'])
      .execute()
  },
}
