import { detailOf } from '#server/tracking/event.ts'
import type { App } from '#tests/support/world/app.ts'
import type { Browser } from './browser.ts'

/** The token that this browser's forms carry, as its own pages give it. */
export async function formToken(browser: Browser): Promise<string> {
  const html = await (await browser.fetch('/access/logout')).text()
  return /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''
}

/** What the viewer's script sends each minute: status and answer. */
export async function heartbeat(browser: Browser, guid: string, read?: string): Promise<[number, unknown]> {
  const token = await formToken(browser)
  const answer = await browser.fetch(`/view/${guid}/pulse`, {
    method: 'POST',
    body: new URLSearchParams(read === undefined ? { token } : { token, read }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
  })
  return [answer.status, await answer.json()]
}

/** What was recorded as measured, in its order. */
export async function readEvents(app: App, guid: string): Promise<unknown[]> {
  const rows = await app.strongroom.services.database.kysely
    .selectFrom('event')
    .select('detail')
    .where('subject_guid', '=', guid)
    .where('kind', '=', 'Read')
    .orderBy('sequence')
    .execute()
  return rows.map((row) => detailOf(row)['pages'])
}
