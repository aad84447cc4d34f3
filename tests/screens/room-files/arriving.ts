import { createHash } from 'node:crypto'
import { newGuid } from '#server/db/guid.ts'
import type { App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import type { UploadedFile } from '#tests/support/browser/encode.ts'
import { makeShare, proveAddress } from '#tests/support/world/make.ts'
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

/** A member without an account, who proved the address and is in the room. */
export async function comeIn(app: App, owner: Browser, room: MadeRoom, email: string): Promise<Browser> {
  const share = await makeShare(app, owner, { recipients: email })
  const browser = await proveAddress(app, share, email)
  await beIn(app, browser, room, email)
  return browser
}

/** Has a member's browser be in the room, as if it had gone through the door. */
export async function beIn(app: App, browser: Browser, room: MadeRoom, email: string): Promise<void> {
  const { database, clock } = app.strongroom.services
  const cookie = /(?:^|; )browser=([^;]+)/.exec(browser.cookies.header(browser.url) ?? '')?.[1] ?? ''
  const browserId = JSON.parse(
    Buffer.from(decodeURIComponent(cookie).split('.')[0]!, 'base64').toString(),
  ) as string
  await database.kysely
    .insertInto('visit')
    .values({
      guid: newGuid(),
      share_guid: null,
      room_guid: room.guid,
      recipient_guid: null,
      member_guid: room.members[email]!,
      reader_key: createHash('sha256').update(browserId).digest('hex'),
      started_at: clock(),
      seen_at: clock(),
      measured_until: null,
    })
    .execute()
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
  if (sameName === 'both') browser.choose('Keep both', 'If there is a file with the same name')
  return browser.press('Add files')
}
