import { columnTypes, createTable, isOneOf, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Sign-ins with providers: whose they are, and those in progress. */
export const identities: Migration = {
  name: '0010-identities',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'identity')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('issuer', text, required)
      .addColumn('subject', text, required)
      .addColumn('provider', text, required)
      .addColumn('email', text)
      .addColumn('created_at', integer, required)
      .addColumn('used_at', integer, required)
      .addCheckConstraint('identity_provider_check', isOneOf('provider', providers))
      .execute()
    await database.schema
      .createIndex('identity_subject')
      .unique()
      .on('identity')
      .columns(['issuer', 'subject'])
      .execute()
    await database.schema
      .createIndex('identity_user')
      .on('identity')
      .columns(['user_guid', 'created_at'])
      .execute()

    await createTable(database, kind, 'sign_in_flow')
      .addColumn('id_hash', text, key)
      .addColumn('browser_key', text, required)
      .addColumn('provider', text, required)
      .addColumn('connection_guid', text)
      .addColumn('purpose', text, required)
      .addColumn('user_guid', text, (column) => column.references('user.guid').onDelete('cascade'))
      .addColumn('details', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addColumn('used_at', integer)
      .addCheckConstraint('sign_in_flow_provider_check', isOneOf('provider', providers))
      .addCheckConstraint('sign_in_flow_purpose_check', isOneOf('purpose', ['signIn', 'connect', 'confirm']))
      .execute()
    await database.schema
      .createIndex('sign_in_flow_expires_at')
      .on('sign_in_flow')
      .column('expires_at')
      .execute()
    // Without it, deleting an account would read all flows.
    await database.schema.createIndex('sign_in_flow_user').on('sign_in_flow').column('user_guid').execute()
  },
}

const providers = ['google', 'microsoft', 'linkedin', 'sso']
