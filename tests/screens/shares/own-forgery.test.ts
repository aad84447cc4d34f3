import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { personPage } from './own-pages.ts'

const { app, operator: sender, share: guid } = await makeWorld({ share: {} })
const person = (await personPage(sender, guid, 'rita@example.net')).path

const forms: [string, string][] = [
  ['edit', 'edit'],
  ['add', 'versions'],
  ['check', 'activity'],
  ['revoke', ''],
  ['sendAgain', ''],
  ['setViewOnly', ''],
  ['setEnd', ''],
]

/** Sends the form of a page with other values, or as another site would. */
async function forge(intent: string, page: string, token: string | null, headers: Record<string, string>) {
  await sender.open(page === '' ? person : `/s/${guid}/${page}`)
  const { entries } = sender.page.submission(sender.page.form(intent))
  const fields = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
  return sender.fetch(sender.path, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, ...(token === null ? {} : { token }), name: 'forged' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

test.each(forms)(
  'the form "%s" is refused from another site, and with another token',
  async (intent, page) => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await forge(intent, page, null, foreign)).status).toBe(403)
    expect((await forge(intent, page, 'x'.repeat(43), {})).status).toBe(403)
    expect(await eventKinds(app, guid)).toEqual(['Shared', 'Mailed'])
  },
)

test.each(['edit', 'versions', 'activity', 'people'])(
  'opening "%s" by address changes nothing',
  async (page) => {
    const address = page === 'people' ? person : `/s/${guid}/${page}`
    for (const query of ['', '?intent=revoke', '?intent=edit&name=x', '?intent=check'])
      for (const method of ['GET', 'HEAD'])
        expect((await sender.fetch(address + query, { method })).status).toBe(200)
    expect(await eventKinds(app, guid)).toEqual(['Shared', 'Mailed'])
  },
)
