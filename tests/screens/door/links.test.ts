import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeShare, operatorEmail, recipientEmail } from '#tests/support/world/make.ts'
import { askCode, somebody } from '#tests/support/world/people.ts'

// Every kind of email that there is: activation, reset, shared file, code.
const { app, operator: sender } = await makeWorld({
  people: [{ email: 'active@example.org', browser: somebody() }],
})
const pending = await app.browser(somebody()).open('/access/register')
await pending.send('register', {
  email: 'pending@example.org',
  firstName: 'Paula',
  lastName: 'Pending',
  password: 'seven quiet lamps over the harbour',
})
const forgetful = await app.browser(somebody()).open('/access/reset')
await forgetful.send('request', { email: operatorEmail })
const people = await makeShare(app, sender, { expiry: 'destruct', destructAmount: '1' })
await makeShare(app, sender, {
  visibility: 'public',
  expiry: 'destruct',
  destructAmount: '1',
  recipients: 'rob@example.net',
})
await askCode(app, people, recipientEmail)
const emails = await app.outbox.all()
const links = [...new Set(emails.flatMap((mail) => mail.links))]

/** All that the server knows, table by table. */
async function everything(): Promise<Record<string, unknown[]>> {
  const { kysely } = app.strongroom.services.database
  const tables = await kysely.introspection.getTables()
  const contents: Record<string, unknown[]> = {}
  for (const { name } of tables)
    contents[name] = (await sql`select * from ${sql.table(name)} order by 1, 2`.execute(kysely)).rows
  return contents
}

test('the emails bring all the links there are', () => {
  const kinds = links.map((link) => new URL(link).pathname.replaceAll(/[\w-]{20,}/g, '…'))
  expect([...new Set(kinds)].toSorted()).toEqual([
    '/access/activated/…',
    '/access/reset',
    '/file/…',
    '/file/…/for/…',
  ])
})

test.each([
  ['opens', 'GET', {}],
  ['asks for the head of', 'HEAD', {}],
  ['fetches beforehand', 'GET', { 'sec-purpose': 'prefetch', purpose: 'prefetch' }],
])(
  'a scanner that %s every link in every email uses up, starts and counts nothing',
  async (_, method, headers) => {
    const before = await everything()
    for (const link of links) {
      const scanner = app.browser(somebody({ userAgent: 'Mozilla/5.0 (compatible; LinkScanner/1.0)' }))
      const answer = await scanner.fetch(link, { method, headers, site: 'none' })
      expect(answer.status).toBeLessThan(500)
      // It goes on to what the page refers to.
      const html = await answer.text()
      for (const [, address] of html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g))
        await (await scanner.fetch(address!.replaceAll('&amp;', '&'), { method, headers })).arrayBuffer()
    }
    expect(await everything()).toEqual(before)
  },
)

test('a scanner that opens the pages of a public link and its images before anyone is told to open it first', async () => {
  const link = links.find((one) => one.includes('/file/'))!
  const guid = new URL(link).pathname.split('/')[2]!
  const shares = await app.strongroom.services.database.kysely.selectFrom('share').selectAll().execute()
  const open = shares.find(({ visibility }) => visibility === 'public')!
  const before = await everything()
  const scanner = app.browser(somebody())
  expect((await scanner.fetch(`/view/${open.guid}/page/1`)).status).toBe(409)
  expect((await scanner.fetch(`/view/${open.guid}/download`)).status).toBe(403)
  expect((await scanner.fetch(`/view/${open.guid}/print`)).status).toBe(403)
  expect((await scanner.fetch(`/view/${guid}/page/1`)).status).toBeGreaterThanOrEqual(400)
  const after = await everything()
  expect([after['share'], after['recipient'], after['visit']]).toEqual([
    before['share'],
    before['recipient'],
    before['visit'],
  ])
})
