import type { App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'

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
  return browser.page.root.querySelector('[role=alert]')?.text ?? ''
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
