import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { problems } from '#server/rules/problems.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { padded, pdf } from '#tests/support/files/documents.ts'
import { makeShare, openPublicShare } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld({
  config: { host: '127.0.0.1', transfers: 5 },
})

async function ask(url: string, address: string, browser: Browser): Promise<IncomingMessage> {
  const headers = { cookie: browser.cookies.header(browser.url)! }
  const [response] = (await once(get(new URL(address, url), { headers }), 'response')) as [IncomingMessage]
  return response
}

async function wordsOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function expectRefusal(refused: IncomingMessage): Promise<void> {
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60'])
  expect(await wordsOf(refused)).toContain(problems.tooManyTransfers.text)
}

test('a stranger with as many slow downloads as a network can have is told to wait, but reads on, and no one else is', async () => {
  const file = { name: 'long.pdf', type: 'application/pdf', bytes: padded(pdf(['one']), 24 * 1024 * 1024) }
  const fields = { visibility: 'public', download: 'yes', watermark: 'off', file } as const
  const guid = await makeShare(app, sender, fields)
  const visitor = await openPublicShare(app, guid, somebody())
  const { url } = await app.strongroom.listen(0)
  const place = `/view/${guid}/download`
  const slow = await ask(url, place, visitor)
  expect(slow.statusCode).toBe(200)
  await expectRefusal(await ask(url, place, visitor))
  const page = await ask(url, `/view/${guid}/page/1`, visitor)
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'image/png'])
  page.destroy()
  const own = await ask(url, place, sender)
  expect(own.statusCode).toBe(200)
  expect(Number(own.headers['content-length'])).toBe(file.bytes.length)
  own.destroy()
  slow.destroy()
  await vi.waitFor(async () => {
    const again = await ask(url, place, visitor)
    again.destroy()
    expect(again.statusCode).toBe(200)
  }, patience)
})

test('of a network to which too many pages are under way a stranger is told to wait, and the sender is not', async () => {
  const file = { name: 'short.pdf', type: 'application/pdf', bytes: pdf(['one']) }
  const guid = await makeShare(app, sender, { visibility: 'public', file })
  const visitor = await openPublicShare(app, guid, somebody())
  const { url } = await app.strongroom.listen(0)
  const ends: (() => void)[] = []
  const whenOver = (then: () => void): void => void ends.push(then)
  const neighbour = { ip: '127.0.0.1', userAgent: '', whenOver }
  for (let page = 1; page <= 3; page++) app.strongroom.services.pageTransfers.enter(neighbour, null)
  await expectRefusal(await ask(url, `/view/${guid}/page/1`, visitor))
  for (const browser of [sender, visitor]) {
    if (browser === visitor) for (const end of ends) end()
    const page = await ask(url, `/view/${guid}/page/1`, browser)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'image/png'])
    page.destroy()
  }
})

test('who asks for a workbook while as many as can be are under way is told to wait, and gets the same list as CSV', async () => {
  const guid = await makeShare(app, sender, {})
  const { url } = await app.strongroom.listen(0)
  const ends: (() => void)[] = []
  const client = { ip: '192.0.2.1', userAgent: '', whenOver: (then: () => void) => void ends.push(then) }
  const rows = async function* () {}
  const list = { name: 'list', tables: [{ name: 'List', head: [], rows }], format: 'xlsx' } as const
  const { downloads } = app.strongroom.services.exports
  downloads.send(new Request(url), { client, person: null }, { ...list, tables: [...list.tables] })
  await expectRefusal(await ask(url, `/s/${guid}/export`, sender))
  const csv = await ask(url, `/s/${guid}/export?format=csv`, sender)
  expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  csv.destroy()
  for (const end of ends) end()
  // The list before has a slot of the sender until the server knows that it has arrived.
  await vi.waitFor(async () => {
    const workbook = await ask(url, `/s/${guid}/export`, sender)
    workbook.destroy()
    expect(workbook.statusCode).toBe(200)
  }, patience)
})
