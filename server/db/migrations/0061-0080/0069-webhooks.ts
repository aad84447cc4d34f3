import { sql, type ColumnDefinitionBuilder, type SqlBool } from 'kysely'
import {
  columnTypes,
  createTable,
  flag,
  isOneOf,
  key,
  ownedBy,
  required,
  type Migration,
} from '#server/db/tables/columns.ts'

/** What happened, numbered for those who want to be told, and where it is sent. */
export const webhooks: Migration = {
  name: '0069-webhooks',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await createTable(database, kind, 'feed')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, (column) => mayBeOwnedBy(column, 'user.guid').unique())
      .addColumn('team_guid', text, (column) => mayBeOwnedBy(column, 'team.guid').unique())
      .addColumn('last_number', integer, zero)
      .addColumn('has_hooks', integer, flag('has_hooks'))
      .addColumn('woken_number', integer)
      .addColumn('opened_at', integer, required)
      .addColumn('polled_at', integer)
      .addCheckConstraint('feed_owner_check', sql<SqlBool>`(user_guid is null) <> (team_guid is null)`)
      .execute()
    await createTable(database, kind, 'feed_entry')
      .addColumn('feed_guid', text, ownedBy('feed.guid'))
      .addColumn('number', integer, required)
      .addColumn('guid', text, required)
      .addColumn('kind', text, required)
      .addColumn('subject_guid', text, required)
      .addColumn('at', integer, required)
      .addColumn('body', text, required)
      .addPrimaryKeyConstraint('feed_entry_key', ['feed_guid', 'number'])
      .execute()
    await schema.createIndex('feed_entry_age').on('feed_entry').column('at').execute()
    await createTable(database, kind, 'webhook')
      .addColumn('guid', text, key)
      .addColumn('feed_guid', text, ownedBy('feed.guid'))
      .addColumn('url', text, required)
      .addColumn('kinds', text, required)
      .addColumn('secret_sealed', text, required)
      .addColumn('old_secret_sealed', text)
      .addColumn('old_secret_until', integer)
      .addColumn('state', text, (column) =>
        column
          .notNull()
          .defaultTo('On')
          .check(isOneOf('state', ['On', 'Off', 'Failed', 'Gone'])),
      )
      .addColumn('created_at', integer, required)
      .addColumn('read_number', integer, required)
      .addColumn('turn', integer, zero)
      .addColumn('wake_at', integer)
      .addColumn('running_since', integer)
      .addColumn('failures', integer, zero)
      .addColumn('failing_since', integer)
      .addColumn('paused_until', integer, zero)
      .addColumn('is_slow', integer, flag('is_slow'))
      .execute()
    await schema.createIndex('webhook_feed').on('webhook').column('feed_guid').execute()
    await createTable(database, kind, 'webhook_message')
      .addColumn('guid', text, key)
      .addColumn('webhook_guid', text, ownedBy('webhook.guid'))
      .addColumn('number', integer, required)
      .addColumn('event_guid', text, required)
      .addColumn('kind', text, required)
      .addColumn('subject_guid', text, required)
      .addColumn('body', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('state', text, (column) =>
        column
          .notNull()
          .defaultTo('Waiting')
          .check(isOneOf('state', ['Waiting', 'Delivered', 'GivenUp'])),
      )
      .addColumn('tries', integer, zero)
      .addColumn('next_at', integer, required)
      .addColumn('done_at', integer)
      .execute()
    // A test has the number 0; an event is sent to a hook once, however often its feed is read.
    await sql`create unique index webhook_message_number on webhook_message (webhook_guid, number)
      where number > 0`.execute(database)
    await sql`create index webhook_message_waiting on webhook_message (webhook_guid, subject_guid, number)
      where state = 'Waiting'`.execute(database)
    await sql`create index webhook_message_order on webhook_message (webhook_guid, number)
      where state = 'Waiting'`.execute(database)
    await schema
      .createIndex('webhook_message_list')
      .on('webhook_message')
      .columns(['webhook_guid', 'created_at', 'guid'])
      .execute()
    await schema.createIndex('webhook_message_age').on('webhook_message').column('created_at').execute()
    await createTable(database, kind, 'webhook_attempt')
      .addColumn('message_guid', text, ownedBy('webhook_message.guid'))
      .addColumn('number', integer, required)
      .addColumn('at', integer, required)
      .addColumn('took', integer, required)
      .addColumn('status', integer)
      .addColumn('failure', text)
      .addColumn('answer', text, required)
      .addPrimaryKeyConstraint('webhook_attempt_key', ['message_guid', 'number'])
      .execute()
  },
}

function zero(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo(0)
}

/** A reference that may be empty, whose row is deleted with the row it refers to. */
function mayBeOwnedBy(column: ColumnDefinitionBuilder, target: string): ColumnDefinitionBuilder {
  return column.references(target).onDelete('cascade')
}
