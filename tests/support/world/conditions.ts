import { createHash } from 'node:crypto'
import type { Updateable } from 'kysely'
import { newGuid } from '#server/db/guid.ts'
import type { ShareTable } from '#server/db/share-tables.ts'
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
  const row = {
    guid: newGuid(),
    team_guid: null,
    owner_guid,
    version: 1,
    text,
    sha256: sha256Of(text),
    created_at: app.clock.now(),
  }
  await kysely.insertInto('terms').values(row).execute()
  await changeShare(app, guid, { terms_mode: 'custom', terms_guid: row.guid })
  return row.guid
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The kinds of what happened to a share, in order. */
export async function eventKinds(app: App, guid: string): Promise<string[]> {
  const rows = await app.strongroom.services.database.kysely
    .selectFrom('event')
    .select('kind')
    .where('subject_guid', '=', guid)
    .orderBy('sequence')
    .execute()
  return rows.map(({ kind }) => kind)
}
