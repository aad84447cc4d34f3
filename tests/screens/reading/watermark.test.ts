import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, openPublicShare, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const twoPeople = `${recipientEmail}, rob@example.net`

const { app, operator: sender } = await makeWorld()

async function pixels(browser: Browser, guid: string, page = 1, width = 1200): Promise<Buffer> {
  const answer = await browser.fetch(`/view/${guid}/page/${page}?width=${width}`)
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer()
}

/** The part of the pixels in which two pictures of one size differ. */
function difference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length)
  let differing = 0
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) differing++
  return differing / one.length
}

test('each reader’s pages carry that reader’s mark in their pixels', async () => {
  const plain = await makeShare(app, sender, { watermark: 'off', recipients: twoPeople })
  const marked = await makeShare(app, sender, { watermark: 'on', recipients: twoPeople })
  const rita = await openShare(app, marked, recipientEmail, somebody())
  const rob = await openShare(app, marked, 'rob@example.net', somebody())
  await rita.open(`/file/${plain}`)
  await rita.send('open')
  await rob.open(`/file/${plain}`)
  await rob.send('open')
  for (const [page, width] of [
    [1, 800],
    [1, 1600],
    [2, 1200],
  ]) {
    const unmarked = await pixels(rita, plain, page, width)
    expect(difference(unmarked, await pixels(rob, plain, page, width))).toBe(0)
    const [ritas, robs] = [await pixels(rita, marked, page, width), await pixels(rob, marked, page, width)]
    expect(difference(unmarked, ritas)).toBeGreaterThan(0.01)
    expect(difference(unmarked, robs)).toBeGreaterThan(0.01)
    expect(difference(ritas, robs)).toBeGreaterThan(0.001)
  }
})

test('the mark says when: the same page a minute later differs', async () => {
  const guid = await makeShare(app, sender, { watermark: 'on' })
  const rita = await openShare(app, guid, recipientEmail, somebody())
  const now = await pixels(rita, guid)
  expect(difference(now, await pixels(rita, guid))).toBe(0)
  app.clock.advance(minute)
  expect(difference(now, await pixels(rita, guid))).toBeGreaterThan(0)
})

test('visitors of a link are told apart by their network address', async () => {
  const guid = await makeShare(app, sender, { watermark: 'on', visibility: 'public' })
  const [one, other] = [
    await openPublicShare(app, guid, somebody()),
    await openPublicShare(app, guid, somebody()),
  ]
  expect(difference(await pixels(one, guid), await pixels(other, guid))).toBeGreaterThan(0)
})

test('the sender sees the pages with their own mark', async () => {
  const guid = await makeShare(app, sender, { watermark: 'on' })
  const rita = await openShare(app, guid, recipientEmail, somebody())
  expect(difference(await pixels(sender, guid), await pixels(rita, guid))).toBeGreaterThan(0)
})

test.each(['grey', 'red', 'blue'])('a %s mark has that colour', async (watermarkColour) => {
  const guid = await makeShare(app, sender, {
    watermark: 'on',
    watermarkSize: 'large',
    watermarkColour,
    visibility: 'public',
  })
  const visitor = await openPublicShare(app, guid, somebody())
  const page = await pixels(visitor, guid)
  let [reddish, bluish] = [0, 0]
  for (let at = 0; at < page.length; at += 3) {
    if (page[at]! > page[at + 2]! + 12) reddish++
    if (page[at + 2]! > page[at]! + 12) bluish++
  }
  expect({ red: reddish > 500, blue: bluish > 500 }).toEqual({
    red: watermarkColour === 'red',
    blue: watermarkColour === 'blue',
  })
})
