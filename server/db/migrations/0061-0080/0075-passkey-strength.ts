import { columnTypes, flag, type Migration } from '#server/db/tables/columns.ts'

/** Whether a passkey is so strong that guesses from many networks need no limit in total. */
export const passkeyStrength: Migration = {
  name: '0075-passkey-strength',
  async up(database, kind) {
    const { integer } = columnTypes(kind)
    const { schema } = database
    await schema.alterTable('passkey').addColumn('is_very_strong', integer, flag('is_very_strong')).execute()
  },
}
