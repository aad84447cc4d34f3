import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute, second } from '#tests/support/world/clock.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { heartbeat } from '#tests/support/browser/heartbeats.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { makeShare, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { rowsUnder } from '#tests/support/browser/shown.ts'

const { app, operator: sender } = await makeWorld()

test('each page of a share has its name, facts, actions and tabs, the same on all', async () => {
  const guid = await makeShare(app, sender)
  const tabs = ['', '/edit', '/requests', '/comments', '/versions', '/activity', '/terms']
  const heads: string[] = []
  for (const tab of tabs) {
    await sender.open(`/s/${guid}${tab}`)
    expect(sender.page.root.querySelector('h1')!.text).toBe('contract.pdf')
    heads.push(sender.page.root.querySelector('.head')!.text)
    const names = sender.page.root.querySelectorAll('nav.tabs[aria-label="About this file"] a')
    expect(names.map((name) => name.text.trim())).toEqual([
      'Overview',
      'Protection',
      'Requests',
      'Comments',
      'Versions',
      'Activity',
    ])
  }
  expect(new Set(heads).size).toBe(1)
})

test('a file is unshared from each of its pages', async () => {
  const guid = await makeShare(app, sender)
  await sender.open(`/s/${guid}/activity`)
  await sender.press('Unshare')
  expect([sender.path, sender.text()]).toEqual([
    `/s/${guid}`,
    expect.stringContaining('Unshared. Only you can open it now.'),
  ])
})

test('pictures of pages are the owner’s looking, which no one is notified of', async () => {
  const guid = await makeShare(app, sender)
  await sender.open(`/s/${guid}`)
  const before = await eventKinds(app, guid)
  const picture = sender.page.root.querySelector('.head img')!.getAttribute('src')!
  expect((await sender.fetch(picture)).status).toBe(200)
  expect(await eventKinds(app, guid)).toEqual(before)
  expect((await app.browser().fetch(picture)).status).not.toBe(200)
})

test('of a long file forty pages are pictured at a time, and a page that it has not is none', async () => {
  const bytes = pdf(Array.from({ length: 45 }, (_, at) => `Page ${at + 1}`))
  const guid = await makeShare(app, sender, { file: { name: 'long.pdf', bytes } })
  expect((await sender.open(`/s/${guid}?from=41`)).status).toBe(404)
  const rita = await openShare(app, guid, recipientEmail)
  await loadPictures(rita, [1, 2])
  app.clock.advance(minute)
  await heartbeat(rita, guid, '1:42000,2:7000')
  app.clock.advance(10 * second)
  await sender.open(`/s/${guid}`)
  const columns = () => sender.page.root.querySelectorAll('.reading thead a').map((one) => one.text.trim())
  expect([columns().length, columns()[0], columns().at(-1)]).toEqual([40, '1', '40'])
  expect(rowsUnder(sender, 'Page')[1]).toMatch(/^rita@example\.net ?42 ?7/)
  expect(sender.text()).toContain('Pages 1–40 of 45')
  await sender.open(`/s/${guid}?from=41`)
  expect(columns()).toEqual(['41', '42', '43', '44', '45'])
  expect((await sender.open(`/s/${guid}?from=46`)).status).toBe(404)
})
