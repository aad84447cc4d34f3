import {
  columnTypes,
  createTable,
  flag,
  isAtLeast,
  key,
  ownedBy,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Shares that open with a passkey: what locks their objects, and the browsers that provided it. */
export const passkeys: Migration = {
  name: '0018-passkeys',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await database.schema.alterTable('object').addColumn('is_locked', integer, flag('is_locked')).execute()

    await createTable(database, kind, 'passkey')
      .addColumn('share_guid', text, (column) => ownedBy('share.guid')(key(column)))
      .addColumn('salt', text, required)
      .addColumn('memory_kib', integer, required)
      .addColumn('passes', integer, required)
      .addColumn('key_sealed', text, required)
      .addColumn('created_at', integer, required)
      .addCheckConstraint('passkey_cost_check', isAtLeast('passes', 1))
      .execute()

    await createTable(database, kind, 'held_key')
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addColumn('holder_hash', text, required)
      .addColumn('reader_key', text, required)
      .addColumn('half', text, required)
      .addColumn('locked_key', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('ends_at', integer, required)
      .addPrimaryKeyConstraint('held_key_key', ['share_guid', 'holder_hash'])
      .execute()
    // What a browser forgets when it leaves, and what has run out.
    await database.schema.createIndex('held_key_holder').on('held_key').column('holder_hash').execute()
    await database.schema.createIndex('held_key_ends').on('held_key').column('ends_at').execute()
  },
}
