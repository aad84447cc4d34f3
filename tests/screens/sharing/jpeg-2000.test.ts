import { expect, test } from 'vitest'
import { j2k, jp2 } from '#tests/support/files/jpeg-2000.ts'
import { makeShare, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld()

test.each([
  ['scan.jp2', jp2],
  ['scan.j2k', j2k],
])('a JPEG 2000 picture is shown, and its copy carries the mark in its pixels: %s', async (name, bytes) => {
  const guid = await makeShare(app, sender, { file: { name, bytes }, download: 'yes' })
  const rita = await openShare(app, guid, recipientEmail)
  const page = await rita.fetch(`/view/${guid}/page/1?w=1200`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
  const copy = await rita.fetch(`/view/${guid}/download`)
  const words = Buffer.from(await copy.arrayBuffer()).toString('latin1')
  expect([copy.status, words.slice(0, 5), words.includes('JPXDecode')]).toEqual([200, '%PDF-', false])
})

test('a damaged one says so', async () => {
  const guid = await makeShare(app, sender, { file: { name: 'a.jp2', bytes: jp2.subarray(0, 50) } })
  expect((await sender.open(`/s/${guid}`)).text()).toContain('The file can’t be displayed: it’s damaged')
})
