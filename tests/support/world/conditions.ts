import { createHash } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import { newGuid } from '#server/db/guid.ts'
import type { RoomTable } from '#server/db/tables/room-tables.ts'
import type { ShareTable, TermsTable } from '#server/db/tables/share-tables.ts'
import type { App } from './app.ts'

/** Changes a share as its sender may, whatever the forms for that offer. */
export async function changeShare(app: App, guid: string, changes: Updateable<ShareTable>): Promise<void> {
  await app.strongroom.services.database.kysely
    .updateTable('share')
    .set((share) => ({ ...changes, revision: share('revision', '+', 1) }))
    .where('guid', '=', guid)
    .execute()
}

/** Has readers of a share accept a text of the sender's own first; answers the guid of the text. */
export async function askTerms(app: App, guid: string, text: string): Promise<string> {
  const { kysely } = app.strongroom.services.database
  const { owner_guid } = await kysely
    .selectFrom('share')
    .select('owner_guid')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  const terms_guid = await writeTerms(app, text, { owner_guid })
  await changeShare(app, guid, { terms_mode: 'custom', terms_guid })
  return terms_guid
}

/** The same of a room, whose further settings change with it. */
export async function askRoomTerms(
  app: App,
  roomGuid: string,
  text: string,
  changes: Updateable<RoomTable> = {},
): Promise<void> {
  const terms_guid = await writeTerms(app, text)
  await app.strongroom.services.database.kysely
    .updateTable('room')
    .set({ ...changes, terms_mode: 'custom', terms_guid })
    .where('guid', '=', roomGuid)
    .execute()
}

/**
 * A version of terms as its writer left it: a sender, a team or, where none is named, no one; answers its
 * guid.
 */
export async function writeTerms(
  app: App,
  text: string,
  { owner_guid = null, team_guid = null, version = 1 }: Partial<Selectable<TermsTable>> = {},
): Promise<string> {
  const guid = newGuid()
  await app.strongroom.services.database.kysely
    .insertInto('terms')
    .values({
      guid,
      team_guid,
      owner_guid,
      version,
      text,
      sha256: sha256Of(text),
      created_at: app.clock.now(),
    })
    .execute()
  return guid
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
