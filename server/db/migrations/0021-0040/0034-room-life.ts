import { columnTypes, createTable, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Rooms that are offered to a new owner, and who looks into one as a team administrator. */
export const roomLife: Migration = {
  name: '0034-room-life',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    // One offer at a time. By address: whether there is an account is found when it is accepted, and revealed to no one
    // else.
    await createTable(database, kind, 'room_offer')
      .addColumn('room_guid', text, (column) => key(column).references('room.guid').onDelete('cascade'))
      .addColumn('email', text, required)
      .addColumn('offered_by', text, required)
      .addColumn('offered_at', integer, required)
      .execute()
    await database.schema
      .createIndex('room_offer_email')
      .on('room_offer')
      .columns(['email', 'offered_at'])
      .execute()
    await createTable(database, kind, 'room_look')
      .addColumn('room_guid', text, ownedBy('room.guid'))
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('reason', text, required)
      .addColumn('began_at', integer, required)
      .addPrimaryKeyConstraint('room_look_key', ['room_guid', 'user_guid'])
      .execute()
    await database.schema.createIndex('room_look_user').on('room_look').column('user_guid').execute()
  },
}
