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

test('a stranger with as many slow downloads as a network may have is told to wait, and nobody else is', async () => {
  const file = { name: 'long.pdf', type: 'application/pdf', bytes: padded(pdf(['one']), 24 * 1024 * 1024) }
  const fields = { visibility: 'public', download: 'yes', watermark: 'off', file } as const
  const guid = await makeShare(app, sender, fields)
  const visitor = await openPublicShare(app, guid, somebody())
  const { url } = await app.strongroom.listen(0)
  const places = [`/view/${guid}/download`, `/view/${guid}/page/1`]
  const slow = await ask(url, places[0]!, visitor)
  expect(slow.statusCode).toBe(200)
  for (const place of places) {
    const refused = await ask(url, place, visitor)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60'])
    expect(await wordsOf(refused)).toContain(problems.tooManyTransfers.text)
  }
  const own = await ask(url, places[0]!, sender)
  expect(own.statusCode).toBe(200)
  expect(Number(own.headers['content-length'])).toBe(file.bytes.length)
  own.destroy()
  slow.destroy()
  await vi.waitFor(async () => {
    const again = await ask(url, places[0]!, visitor)
    again.destroy()
    expect(again.statusCode).toBe(200)
  }, patience)
})
