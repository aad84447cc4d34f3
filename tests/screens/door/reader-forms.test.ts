import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare } from '#tests/support/world/make.ts'
import { askTerms, changeShare } from '#tests/support/world/conditions.ts'
import { proved } from '#tests/support/world/people.ts'

const max = 20 * 1024

const { app, operator: sender } = await makeWorld()
beforeEach(() => app.clock.advance(16 * minute))

/** A reader before each form of a reader's pages, with what the form wants. */
const forms: [string, (guid: string) => Promise<[Browser, string, Record<string, string>]>][] = [
  [
    'accepts terms',
    async (guid) => {
      await askTerms(app, guid, 'Keep it to yourself.')
      return [await proved(app, guid), 'accept', { isAccepted: 'on' }]
    },
  ],
  [
    'gives a name',
    async (guid) => {
      await changeShare(app, guid, { asks_name: 1 })
      return [await proved(app, guid), 'introduce', { firstName: 'Ann', lastName: 'Example' }]
    },
  ],
  [
    'writes a comment',
    async (guid) => [
      await (await proved(app, guid)).open(`/file/${guid}/comments`),
      'write',
      { text: 'Hello' },
    ],
  ],
  ['forgets the address', async (guid) => [await (await proved(app, guid)).open('/files'), 'forget', {}]],
]

test.each(forms)('a form that %s is refused from another site and without the token', async (_, prepare) => {
  const guid = await makeShare(app, sender)
  const [reader, intent, values] = await prepare(guid)
  const { action, entries } = reader.page.submission(reader.page.form(intent))
  const fields = { ...Object.fromEntries(entries.map(({ name, value }) => [name, String(value)])), ...values }
  const before = await counts()
  for (const [sent, headers] of [
    [fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [{ ...fields, token: 'A'.repeat(86) }, {}],
  ] as const) {
    const answer = await reader.fetch(action || reader.path, {
      method: 'POST',
      body: new URLSearchParams(sent).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    expect(answer.status).toBe(403)
  }
  expect(await counts()).toEqual(before)
})

async function counts(): Promise<number[]> {
  const { kysely } = app.strongroom.services.database
  const tables = ['acceptance', 'introduction', 'comment', 'reader'] as const
  const rows = await Promise.all(tables.map((table) => kysely.selectFrom(table).selectAll().execute()))
  return rows.map(({ length }) => length)
}

test('each page of a reader ships no script, one heading, and with its style sheet at most 20 KB', async () => {
  const guid = await makeShare(app, sender)
  const reader = await proved(app, guid)
  for (const address of [`/file/${guid}`, `/file/${guid}/comments`, '/files', `/files/${guid}`]) {
    await reader.open(address)
    expect([reader.status, reader.path]).toEqual([200, address])
    const { root } = reader.page
    expect(root.querySelectorAll('script, iframe, [style], link[rel=modulepreload]'), address).toEqual([])
    expect(root.querySelectorAll('h1'), address).toHaveLength(1)
    expect(reader.headers.get('cache-control')).toContain('no-store')
    const sheet = root.querySelector('link[rel=stylesheet]')!.getAttribute('href')!
    const styles = new Uint8Array(await (await reader.fetch(sheet)).arrayBuffer())
    expect(gzipSync(reader.bytes).length + gzipSync(styles).length, address).toBeLessThanOrEqual(max)
  }
})
