import type { App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { newGuid } from '#server/db/guid.ts'
import { makeShare, openShare } from '#tests/support/world/make.ts'

/** Adds people on the page of a room's people. */
export async function addPeople(
  browser: Browser,
  roomGuid: string,
  people: string,
  fields: Record<string, string> = {},
): Promise<Browser> {
  await browser.open(`/rooms/${roomGuid}/people?panel=add`)
  return browser.send('add', { people, ...fields })
}

/** What the page says came of each line. */
export function outcomes(browser: Browser): string[] {
  return browser.page.root
    .querySelectorAll('output li')
    .map((line) => line.structuredText.replace(/\s+/g, ' ').trim())
}

/** What the summary of a refused form says. */
export function problem(browser: Browser): string {
  return browser.page.root.querySelector('.summary')?.text ?? ''
}

/** The row of one person in a room. */
export function memberRow(app: App, roomGuid: string, email: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('member')
    .selectAll()
    .where('room_guid', '=', roomGuid)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

/** The records of a room, the kinds and the detail, in their order. */
export async function records(app: App, roomGuid: string): Promise<[string, unknown][]> {
  const rows = await app.strongroom.services.database.kysely
    .selectFrom('event')
    .select(['kind', 'detail'])
    .where('subject_guid', '=', roomGuid)
    .orderBy('sequence')
    .execute()
  return rows.map(({ kind, detail }) => [kind, JSON.parse(detail)])
}

/** A member who proved the address, and has a visit of the room. */
export async function memberInside(
  app: App,
  sender: Browser,
  roomGuid: string,
  email: string,
): Promise<Browser> {
  const share = await makeShare(app, sender, { recipients: email })
  const browser = await openShare(app, share, email)
  await beginVisit(app, roomGuid, email, share)
  return browser
}

/** A visit of the room by the browser that opened the share. */
export async function beginVisit(
  app: App,
  roomGuid: string,
  email: string,
  shareGuid: string,
): Promise<void> {
  const { kysely } = app.strongroom.services.database
  const { reader_key } = await kysely
    .selectFrom('visit')
    .select('reader_key')
    .where('share_guid', '=', shareGuid)
    .executeTakeFirstOrThrow()
  const member = await memberRow(app, roomGuid, email)
  const now = app.clock.now()
  await kysely
    .insertInto('visit')
    .values({
      guid: newGuid(),
      share_guid: null,
      room_guid: roomGuid,
      recipient_guid: null,
      member_guid: member.guid,
      reader_key,
      started_at: now,
      seen_at: now,
      measured_until: null,
    })
    .execute()
}
