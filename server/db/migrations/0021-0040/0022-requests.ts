import { sql } from 'kysely'
import { columnTypes, createTable, flag, isOneOf, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Asking the owner of a share for access, and whether owners are notified of it by email. */
export const requests: Migration = {
  name: '0022-requests',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'access_request')
      .addColumn('guid', text, key)
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addColumn('owner_guid', text, ownedBy('user.guid'))
      .addColumn('kind', text, required)
      .addColumn('email', text, required)
      .addColumn('name', text, required)
      .addColumn('asked_by', text, (column) => column.references('recipient.guid').onDelete('cascade'))
      .addColumn('reason', text, required)
      .addColumn('status', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addColumn('decided_at', integer)
      .addColumn('decided_by', text)
      .addColumn('granted', text)
      .addColumn('ends_at', integer)
      .addColumn('note', text, required)
      .addColumn('approve_hash', text)
      .addColumn('reject_hash', text)
      .addColumn('links_until', integer, required)
      .addCheckConstraint('access_request_kind_check', isOneOf('kind', ['forward', 'access']))
      .addCheckConstraint(
        'access_request_status_check',
        isOneOf('status', ['Pending', 'Approved', 'Rejected', 'Expired']),
      )
      .addCheckConstraint(
        'access_request_decided_by_check',
        isOneOf('decided_by', ['letter', 'owner', 'added']),
      )
      .addCheckConstraint('access_request_granted_check', isOneOf('granted', ['view', 'same']))
      .execute()
    // One pending request for each share and address.
    await database.schema
      .createIndex('access_request_pending')
      .unique()
      .on('access_request')
      .columns(['share_guid', 'email'])
      .where(sql.ref('status'), '=', sql.lit('Pending'))
      .execute()
    await database.schema
      .createIndex('access_request_share')
      .on('access_request')
      .columns(['share_guid', 'email', 'created_at'])
      .execute()
    await database.schema
      .createIndex('access_request_owner')
      .on('access_request')
      .columns(['owner_guid', 'status', 'created_at'])
      .execute()
    await database.schema
      .createIndex('access_request_asked_by')
      .on('access_request')
      .columns(['asked_by', 'created_at'])
      .execute()
    await database.schema
      .createIndex('access_request_expires_at')
      .on('access_request')
      .columns(['status', 'expires_at'])
      .execute()
    await database.schema
      .alterTable('notification_choice')
      .addColumn('is_told_of_requests', integer, flag('is_told_of_requests', 1))
      .execute()
  },
}
