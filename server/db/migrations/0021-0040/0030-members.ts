import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import { columnTypes, createTable, flag, isOneOf, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** The members of a room, what each of them can do where, and what only supported shares. */
export const members: Migration = {
  name: '0030-members',
  async up(database, kind) {
    await makePeople(database, kind)
    await widen(database, kind)
  },
}

async function makePeople(database: Kysely<unknown>, kind: Engine): Promise<void> {
  const { text, integer } = columnTypes(kind)
  const { schema } = database
  await createTable(database, kind, 'room_group')
    .addColumn('guid', text, key)
    .addColumn('room_guid', text, ownedBy('room.guid'))
    .addColumn('name', text, required)
    .addColumn('role', integer, required)
    .addColumn('allowed_print', integer, (column) => column.notNull().defaultTo(-1))
    .addColumn('created_at', integer, required)
    .addCheckConstraint('room_group_role_check', isOneOf('role', [1, 2, 3, 4]))
    .addCheckConstraint('room_group_allowed_print_check', sql<SqlBool>`allowed_print between -1 and 9999`)
    .execute()
  await schema
    .createIndex('room_group_name')
    .unique()
    .on('room_group')
    .column('room_guid')
    .expression(sql`lower(name)`)
    .execute()

  await createTable(database, kind, 'member')
    .addColumn('guid', text, key)
    .addColumn('room_guid', text, ownedBy('room.guid'))
    .addColumn('email', text, required)
    .addColumn('name', text, required)
    .addColumn('role', integer, required)
    .addColumn('group_guid', text, (column) => column.references('room_group.guid').onDelete('set null'))
    .addColumn('allowed_print', integer, (column) => column.notNull().defaultTo(-1))
    .addColumn('starts_at', integer)
    .addColumn('expires_at', integer)
    .addColumn('suspended_at', integer)
    .addColumn('removed_at', integer)
    .addColumn('added_at', integer, required)
    .addColumn('added_by', text, required)
    .addColumn('mail_status', text, required)
    .addColumn('mail_reason', text, (column) => column.notNull().defaultTo(''))
    .addColumn('mailed_at', integer)
    .addColumn('first_entered_at', integer)
    .addColumn('entered_at', integer)
    .addColumn('news_since', integer)
    .addColumn('session_count', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('is_quiet', integer, flag('is_quiet'))
    .addCheckConstraint('member_role_check', isOneOf('role', [0, 1, 2, 3, 4, 5]))
    .addCheckConstraint('member_allowed_print_check', sql<SqlBool>`allowed_print between -1 and 9999`)
    .addCheckConstraint(
      'member_mail_status_check',
      isOneOf('mail_status', ['None', 'Waiting', 'Sent', 'Failed']),
    )
    .execute()
  await schema
    .createIndex('member_room')
    .unique()
    .on('member')
    .column('room_guid')
    .expression(sql`lower(email)`)
    .execute()
  await schema
    .createIndex('member_email')
    .on('member')
    .expression(sql`lower(email)`)
    .columns(['added_at', 'guid'])
    .execute()
  await schema.createIndex('member_group').on('member').column('group_guid').execute()

  // Of a member or of a group; -1 hides, 0 to 4 is the permission from this item downwards.
  await createTable(database, kind, 'room_rule')
    .addColumn('guid', text, key)
    .addColumn('item_guid', text, ownedBy('item.guid'))
    .addColumn('member_guid', text, (column) => column.references('member.guid').onDelete('cascade'))
    .addColumn('group_guid', text, (column) => column.references('room_group.guid').onDelete('cascade'))
    .addColumn('right_code', integer, required)
    .addCheckConstraint('room_rule_right_check', isOneOf('right_code', [-1, 0, 1, 2, 3, 4]))
    .addCheckConstraint('room_rule_holder_check', sql<SqlBool>`(member_guid is null) <> (group_guid is null)`)
    .execute()
  await schema
    .createIndex('room_rule_member')
    .unique()
    .on('room_rule')
    .columns(['member_guid', 'item_guid'])
    .execute()
  await schema
    .createIndex('room_rule_group')
    .unique()
    .on('room_rule')
    .columns(['group_guid', 'item_guid'])
    .execute()
  await schema.createIndex('room_rule_item').on('room_rule').column('item_guid').execute()

  await createTable(database, kind, 'member_print')
    .addColumn('member_guid', text, ownedBy('member.guid'))
    .addColumn('item_guid', text, ownedBy('item.guid'))
    .addColumn('prints_spent', integer, required)
    .addPrimaryKeyConstraint('member_print_key', ['member_guid', 'item_guid'])
    .execute()
  await schema.createIndex('member_print_item').on('member_print').column('item_guid').execute()

  await createTable(database, kind, 'room_acceptance')
    .addColumn('guid', text, key)
    .addColumn('room_guid', text, ownedBy('room.guid'))
    .addColumn('member_guid', text, ownedBy('member.guid'))
    .addColumn('email', text, required)
    .addColumn('terms_guid', text, ownedBy('terms.guid'))
    .addColumn('sha256', text, required)
    .addColumn('accepted_at', integer, required)
    .addColumn('ip', text, required)
    .addColumn('user_agent', text, required)
    .execute()
  await schema
    .createIndex('room_acceptance_room')
    .on('room_acceptance')
    .columns(['room_guid', 'accepted_at', 'guid'])
    .execute()
  await schema
    .createIndex('room_acceptance_member')
    .on('room_acceptance')
    .columns(['member_guid', 'terms_guid'])
    .execute()
  await schema.createIndex('room_acceptance_terms').on('room_acceptance').column('terms_guid').execute()
}

/** What only supported shares, and supports rooms from now on. */
async function widen(database: Kysely<unknown>, kind: Engine): Promise<void> {
  const { text } = columnTypes(kind)
  const { schema } = database
  for (const table of ['visit', 'code']) {
    await schema
      .alterTable(table)
      .alterColumn('share_guid', (column) => column.dropNotNull())
      .execute()
    await schema
      .alterTable(table)
      .addColumn('room_guid', text, (column) => column.references('room.guid').onDelete('cascade'))
      .execute()
    await schema
      .alterTable(table)
      .addCheckConstraint(`${table}_subject_check`, sql<SqlBool>`(share_guid is null) <> (room_guid is null)`)
      .execute()
  }
  await schema
    .alterTable('visit')
    .addColumn('member_guid', text, (column) => column.references('member.guid').onDelete('cascade'))
    .execute()
  await schema
    .createIndex('visit_room')
    .on('visit')
    .columns(['room_guid', 'reader_key', 'seen_at desc'])
    .execute()
  await schema.createIndex('visit_member').on('visit').column('member_guid').execute()
  await schema
    .createIndex('code_room')
    .on('code')
    .columns(['room_guid', 'email', 'created_at desc'])
    .execute()

  // Which room a subject belongs to: the room itself, or one of its items.
  await schema.alterTable('event_head').addColumn('room_guid', text).execute()
  await schema
    .createIndex('event_head_room')
    .on('event_head')
    .columns(['room_guid', 'last_at', 'subject_guid'])
    .execute()

  await schema.alterTable('team').addColumn('bar_colour', text).execute()
  await schema.alterTable('team').addColumn('text_colour', text).execute()
}
