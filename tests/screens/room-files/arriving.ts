import type { App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import type { UploadedFile } from '#tests/support/browser/encode.ts'
import type { MadeRoom } from '#tests/support/world/rooms.ts'

/** What is in a folder, in its order. */
export function itemsIn(app: App, parentGuid: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('item')
    .selectAll()
    .where('parent_guid', '=', parentGuid)
    .where('binned_at', 'is', null)
    .orderBy('position')
    .orderBy('guid')
    .execute()
}

/** Files of the installation that wait for a place, or stayed behind. */
export async function untaken(app: App): Promise<number> {
  const rows = await app.strongroom.services.database.kysely
    .selectFrom('file')
    .select('guid')
    .where('taken_at', 'is', null)
    .execute()
  return rows.length
}

/** Adds files to a folder by the form, and answers how they went. */
export async function add(
  browser: Browser,
  room: MadeRoom,
  parentGuid: string,
  files: UploadedFile[],
  sameName: 'version' | 'both' = 'version',
): Promise<Browser> {
  await browser.open(`/rooms/${room.guid}/add/${parentGuid}`)
  browser.attach('Files', ...files)
  if (sameName === 'both') browser.choose('Keep both', 'If a file with the same name exists')
  return browser.press('Add files')
}
