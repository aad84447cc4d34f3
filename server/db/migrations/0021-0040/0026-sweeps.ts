import { sql } from 'kysely'
import type { Migration } from '#server/db/tables/columns.ts'

/**
 * What is searched every ten minutes is found by an index; and shares under a team's terms keep the text that applies.
 */
export const sweeps: Migration = {
  name: '0026-sweeps',
  async up(database) {
    await database.schema.createIndex('share_ends').on('share').columns(['listed_as', 'ends_at']).execute()
    await database.schema.createIndex('sending_created').on('sending').column('created_at').execute()
    await sql`update share set terms_guid = coalesce((
        select terms.guid from terms join "user" as owner on owner.team_guid = terms.team_guid
        where owner.guid = share.owner_guid and owner.invite_status = 'Active'
        order by terms.version desc limit 1), terms_guid)
      where terms_mode = 'team'`.execute(database)
  },
}
