import { once } from 'node:events'
import { get } from 'node:http'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { padded, pdf } from '#tests/support/files/documents.ts'
import { openFilesOf } from '#tests/support/files/open-files.ts'
import { makeShare, openPublicShare } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { patience } from '#tests/support/world/patience.ts'

const big = padded(pdf(['one', 'two', 'three']), 24 * 1024 * 1024)

const { app, operator: sender } = await makeWorld({ config: { host: '127.0.0.1' } })

/** The stored objects that this process has open. */
function openObjects(): string[] {
  return openFilesOf(path.join(app.dataDir, 'objects'))
}

function shared(watermark: 'on' | 'off'): Promise<string> {
  const file = { name: 'big.pdf', type: 'application/pdf', bytes: big }
  return makeShare(app, sender, { visibility: 'public', download: 'yes', watermark, file })
}
const guids = { on: await shared('on'), off: await shared('off') }

async function opened(watermark: 'on' | 'off'): Promise<{ visitor: Browser; address: string }> {
  const guid = guids[watermark]
  const visitor = await openPublicShare(app, guid, somebody())
  return { visitor, address: `/view/${guid}/download` }
}

test.each([
  ['leaves in the middle of the original', 'off', {}],
  ['leaves in the middle of a range', 'off', { range: 'bytes=1000-' }],
  ['leaves in the middle of the marked copy', 'on', {}],
] as const)('a reader who %s leaves nothing open', async (_, watermark, headers) => {
  const { visitor, address } = await opened(watermark)
  const { url } = await app.strongroom.listen(0)
  const answer = get(new URL(address, url), {
    headers: { ...headers, cookie: visitor.cookies.header(visitor.url)! },
  })
  const [response] = await once(answer, 'response')
  expect([200, 206]).toContain(response.statusCode)
  await once(response, 'data')
  response.destroy()
  await vi.waitFor(() => expect(openObjects()).toEqual([]), patience)
  expect((await visitor.fetch(address, { method: 'HEAD' })).status).toBe(200)
})

test('an answer that is not read through is closed when it is given up', async () => {
  const { visitor, address } = await opened('off')
  const answer = await visitor.fetch(address)
  const reader = answer.body!.getReader()
  await reader.read()
  expect(openObjects()).toHaveLength(1)
  await reader.cancel()
  expect(openObjects()).toEqual([])
})

test.each([
  ['HEAD', {}],
  ['GET', { range: 'bytes=999999999-' }],
])('%s with %o opens nothing for long', async (method, headers) => {
  const { visitor, address } = await opened('off')
  await visitor.fetch(address, { method, headers })
  expect(openObjects()).toEqual([])
})
