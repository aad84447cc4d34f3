import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour } from '#tests/support/world/clock.ts'
import {
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  operatorEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'
import { pixels } from '#tests/support/browser/pixels.ts'

let sender: Browser

const { app } = await makeWorld()
beforeEach(async () => {
  sender = await signIn(app, operatorEmail, somebody())
})

function firstPicture(browser: Browser): string {
  return browser.page.root.querySelector('ol.pages img')!.getAttribute('src')!
}

test('its sender sees the pages without the mark, on record, and with it again', async () => {
  const guid = await makeShare(app, sender, { watermark: 'on' })
  const plain = await makeShare(app, sender, { watermark: 'off' })
  await sender.open(`/view/${plain}`)
  expect(sender.page.root.textContent).not.toContain('Show without watermark')
  const unmarked = await pixels(sender, firstPicture(sender))
  await sender.open(`/view/${guid}`)
  const marked = await pixels(sender, firstPicture(sender))
  expect(marked.equals(unmarked)).toBe(false)
  await sender.press('Show without watermark')
  expect([sender.status, sender.path]).toEqual([200, `/view/${guid}?mark=off`])
  for (const image of sender.page.root.querySelectorAll('ol.pages img'))
    expect(image.getAttribute('src')).toContain('mark=off')
  expect((await pixels(sender, firstPicture(sender))).equals(unmarked)).toBe(true)
  expect((await eventKinds(app, guid)).filter((kind) => kind === 'Unmarked')).toHaveLength(1)
  await sender.follow('Show with watermark')
  expect((await pixels(sender, firstPicture(sender))).equals(marked)).toBe(true)
  await sender.open(`/s/${guid}/activity`)
  expect(sender.text()).toContain('requested the file without a watermark')
})

test('an address alone shows no page without its mark: it was not asked for, or long ago', async () => {
  const guid = await makeShare(app, sender, { watermark: 'on' })
  const addresses = [`/view/${guid}?mark=off`, `/view/${guid}/page/1?width=800&mark=off`]
  for (const address of addresses) expect((await sender.fetch(address)).status).toBe(404)
  await sender.open(`/view/${guid}`)
  await sender.press('Show without watermark')
  for (const address of addresses) {
    expect((await sender.fetch(address)).status).toBe(200)
    expect((await sender.fetch(address, { method: 'HEAD' })).status).toBe(200)
  }
  app.clock.advance(12 * hour)
  for (const address of addresses) expect((await sender.fetch(address)).status).toBe(404)
})

test('no one else gets one, whatever the sender asked for', async () => {
  const guid = await makeShare(app, sender, { watermark: 'on', visibility: 'public' })
  const named = await makeShare(app, sender, { watermark: 'on' })
  for (const share of [guid, named]) {
    await sender.open(`/view/${share}`)
    await sender.press('Show without watermark')
  }
  const visitor = await openPublicShare(app, guid, somebody())
  const reader = await openShare(app, named, undefined, somebody())
  const user = await makeUser(app)
  for (const [browser, share] of [
    [visitor, guid],
    [reader, named],
    [user, guid],
    [user, named],
    [app.browser(somebody()), named],
  ] as const) {
    expect(browser.page.root.textContent).not.toContain('Show without watermark')
    for (const address of [
      `/view/${share}?mark=off`,
      `/view/${share}/page/1?width=800&mark=off`,
      `/view/${share}/page/2?mark=off&width=200`,
      `/view/${share}/page/1?mark=off&version=1`,
    ]) {
      for (const method of ['GET', 'HEAD'])
        expect((await browser.fetch(address, { method })).status, address).toBe(404)
    }
  }
  const kindsBefore = await eventKinds(app, named)
  await sendUnoffered(reader, `/view/${named}`, 'unmark')
  expect(reader.path).not.toContain('mark=off')
  await sendUnoffered(user, `/view/${named}`, 'unmark')
  expect(user.status).toBe(404)
  expect(await eventKinds(app, named)).toEqual(kindsBefore)
})
