import { sql } from 'kysely'
import { columnTypes, createTable, flag, isAtLeast, key, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** A seal on each chain of events, the heads that the installation signs, and what the audit pages list. */
export const audit: Migration = {
  name: '0044-audit',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await createTable(database, kind, 'audit_key')
      .addColumn('guid', text, key)
      .addColumn('public_key', text, required)
      .addColumn('seed_sealed', text, required)
      .addColumn('created_at', integer, required)
      .execute()
    await createTable(database, kind, 'audit_head')
      .addColumn('number', integer, (column) => column.notNull().primaryKey())
      .addColumn('at', integer, required)
      .addColumn('statement', text, required)
      .addColumn('signature', text, required)
      .execute()
    await createTable(database, kind, 'audit_leaf')
      .addColumn('number', integer, required)
      .addColumn('subject_guid', text, required)
      .addColumn('sequence', integer, required)
      .addColumn('hash', text, required)
      .addPrimaryKeyConstraint('audit_leaf_key', ['number', 'subject_guid'])
      .execute()
    await schema
      .createIndex('audit_leaf_subject')
      .on('audit_leaf')
      .columns(['subject_guid', 'number'])
      .execute()

    const head = () => schema.alterTable('event_head')
    await head()
      .addColumn('seal', text, (column) => column.notNull().defaultTo(''))
      .execute()
    await head()
      .addColumn('kept_from', integer, (column) =>
        column.notNull().defaultTo(1).check(isAtLeast('kept_from', 1)),
      )
      .execute()
    await head()
      .addColumn('hash_before', text, (column) => column.notNull().defaultTo(''))
      .execute()
    await head()
      .addColumn('signed_until', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`create index event_head_unsigned on event_head (subject_guid) where signed_until < sequence`.execute(
      database,
    )

    const event = () => schema.alterTable('event')
    await event().addColumn('salt', text).execute()
    await event().addColumn('person_hash', text).execute()
    await event().addColumn('detail_hash', text).execute()
    await event().addColumn('is_audit', integer, flag('is_audit')).execute()
    await event().addColumn('team_guid', text).execute()
    // Of the few events that are not about files: what is read and shared costs nothing here.
    for (const columns of ['at', 'kind, at', 'email, at'])
      await sql`create index ${sql.ref(`event_audit_${columns.split(',')[0]}`)} on event
        (${sql.raw(columns)}, subject_guid, sequence) where is_audit = 1`.execute(database)
    await sql`create index event_audit_team on event (team_guid, at, subject_guid, sequence)
      where team_guid is not null`.execute(database)
  },
}
