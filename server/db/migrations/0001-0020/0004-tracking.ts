import { columnTypes, createTable, isAtLeast, key, refersTo, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

export const tracking: Migration = {
  name: '0004-tracking',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'event_head')
      .addColumn('subject_guid', text, key)
      .addColumn('sequence', integer, required)
      .addColumn('hash', text, required)
      .addCheckConstraint('event_head_sequence_check', isAtLeast('sequence', 1))
      .execute()

    await createTable(database, kind, 'event')
      .addColumn('subject_guid', text, refersTo('event_head.subject_guid'))
      .addColumn('sequence', integer, required)
      .addColumn('at', integer, required)
      .addColumn('kind', text, required)
      .addColumn('email', text)
      .addColumn('visit_guid', text)
      .addColumn('ip', text, required)
      .addColumn('country', text, required)
      .addColumn('user_agent', text, required)
      .addColumn('detail', text, required)
      .addColumn('hash', text, required)
      .addPrimaryKeyConstraint('event_key', ['subject_guid', 'sequence'])
      .addCheckConstraint('event_sequence_check', isAtLeast('sequence', 1))
      .execute()
    // Contains everything that the counts of many subjects need, so that they read only the index.
    await database.schema
      .createIndex('event_kind')
      .on('event')
      .columns(['subject_guid', 'kind', 'at', 'email'])
      .execute()
    await database.schema
      .createIndex('event_visit')
      .on('event')
      .columns(['subject_guid', 'visit_guid', 'sequence'])
      .execute()
  },
}
