import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { gif } from '#tests/support/files/documents.ts'
import { makeShare, openShare, proveAddress, type ShareFields } from '#tests/support/world/make.ts'
import { movingGif } from '#tests/support/files/media.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { somebody } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'

const { app, operator: olivia } = await makeWorld()

const moving = { name: 'turn.gif', type: 'image/gif', bytes: movingGif() }
const asImage = { headers: { 'sec-fetch-dest': 'image' } }

function share(fields: ShareFields): Promise<string> {
  return makeShare(app, olivia, { file: moving, ...fields })
}

test('a picture that moves is shown standing still, and moving to anyone who can download it', async () => {
  const guid = await share({ download: 'yes', watermark: 'off' })
  const rita = await openShare(app, guid, undefined, somebody())
  expect(rita.page.links('Play the animation')).toEqual([`/view/${guid}/animation`])
  const answer = await rita.fetch(`/view/${guid}/animation`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect(answer.headers.get('content-disposition')).toContain('inline')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await answer.arrayBuffer()).equals(moving.bytes)).toBe(true)
  expect(await eventKinds(app, guid)).toContain('Download')
  const head = await rita.fetch(`/view/${guid}/animation`, { method: 'HEAD' })
  expect((await head.arrayBuffer()).byteLength).toBe(0)
  expect(
    (await rita.fetch(`/view/${guid}/animation`, { headers: { 'sec-purpose': 'prefetch' } })).status,
  ).toBe(503)
  await changeShare(app, guid, { status: 'Killed' })
  expect((await rita.fetch(`/view/${guid}/animation`, asImage)).status).toBeGreaterThan(399)
})

test.each<[string, ShareFields, number]>([
  ['it may not be downloaded', { watermark: 'off' }, 403],
  ['it carries a mark', { download: 'yes', watermark: 'on' }, 404],
  ['it does not move', { download: 'yes', watermark: 'off', file: { ...moving, bytes: gif() } }, 404],
])('it is not played where %s', async (_, fields, status) => {
  const guid = await share(fields)
  const rita = await openShare(app, guid, undefined, somebody())
  expect(rita.page.links('Play the animation')).toEqual([])
  expect((await rita.fetch(`/view/${guid}/animation`, asImage)).status).toBe(status)
})

test('no one else gets it: a stranger, who has not opened it, another recipient', async () => {
  const guid = await share({ download: 'yes', watermark: 'off' })
  const others = await share({ download: 'yes', watermark: 'off', recipients: 'otto@example.net' })
  const people = [
    app.browser(somebody()),
    await proveAddress(app, guid, undefined, somebody()),
    await openShare(app, others, 'otto@example.net', somebody()),
  ]
  for (const person of people)
    for (const method of ['GET', 'HEAD'])
      expect((await person.fetch(`/view/${guid}/animation`, { ...asImage, method })).status).toBeGreaterThan(
        399,
      )
})
