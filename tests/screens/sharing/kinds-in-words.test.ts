import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeShare, makeUser, openShare, proveAddress, recipientEmail } from '#tests/support/world/make.ts'
import { wav } from '#tests/support/files/media.ts'
import { somebody } from '#tests/support/world/people.ts'
import { contract } from './form.ts'
import { askAccess, decisionLinks } from '#tests/screens/requests/requests.ts'

const sound = { name: 'call.wav', type: 'audio/wav', bytes: wav(2) }
const archive = { name: 'plans.zip', type: 'application/zip', bytes: Buffer.from('PK\x03\x04 plans') }
const streamed = 'Video and audio are streamed without a watermark'

const { app, operator: sender } = await makeWorld()

test('what is looked at before it is sent claims of each file what holds for it', async () => {
  await sender.open('/share')
  sender.attach('File', sound).fill('People', recipientEmail)
  await sender.press('Review first')
  const played = sender.page.root.querySelector('.checked')!.text
  expect(played).toContain(streamed)
  expect(played).not.toMatch(/Pages have|can’t print|can print/)
  await sender.open('/share')
  sender.attach('File', sound, contract).fill('People', recipientEmail)
  await sender.press('Review first')
  const both = sender.page.root.querySelector('.checked')!.text
  for (const words of [
    streamed,
    'Pages have a watermark',
    'Recipients can’t print.',
    'call.wav: No watermark',
  ])
    expect(both).toContain(words)
})

test('nor does the person deciding on a request read of pages, or a list offer to view what is played', async () => {
  const guid = await makeShare(app, sender, {
    file: sound,
    recipients: 'ulrich@example.org',
    watermark: 'off',
  })
  await askAccess(app, guid, 'paul@example.net')
  const { approve } = await decisionLinks(app, 'olivia@example.org')
  const decision = (await app.browser(somebody()).open(approve)).text()
  expect(decision).toContain(streamed)
  expect(decision).not.toMatch(/Pages have|can’t print/)
  const received = await (await makeUser(app)).open('/r')
  expect(received.page.root.querySelector('td[data-label="You can"]')!.text).toBe('Play')
})

test('several files are listed with their kind and how far each of them is', async () => {
  const broken = { name: 'broken.pdf', bytes: Buffer.from('%PDF-1.4 nothing more') }
  await sender.open('/share')
  sender.attach('File', sound, broken).fill('People', recipientEmail)
  await sender.press('Share file')
  await app.settle()
  const list = (await sender.open(sender.path)).text()
  expect(list).toMatch(/call\.wav\s*Active|call\.wav\s*No end/)
  expect(list).toContain('Video or audio, ')
  expect(list).toMatch(/broken\.pdf\s*Can’t be displayed: damaged/)
})

test('versions say what each of them is, and lead nowhere where nothing is shown', async () => {
  const asDownload = { download: 'yes', print: 'no', watermark: 'off' }
  const guid = await makeShare(app, sender, { file: archive, ...asDownload })
  await sender.open(`/s/${guid}/versions`)
  await sender.send('add', { file: sound })
  await app.settle()
  await sender.open(`/s/${guid}/versions`)
  const [newest, first] = sender.page.root.querySelectorAll('tbody tr')
  expect(newest!.text).toContain('Video or audio, ')
  expect(newest!.text).toContain('Play version 2')
  expect(first!.text).toContain('File for download, ')
  expect(first!.text).not.toMatch(/page|Read version|Play version/)
})

test('its owner is led from pages that are not there to the file, with words', async () => {
  const asDownload = { download: 'yes', print: 'no', watermark: 'off' }
  const kept = await makeShare(app, sender, { file: archive, ...asDownload })
  await sender.open(`/view/${kept}`)
  expect([sender.status, sender.path]).toEqual([200, `/s/${kept}`])
  expect(sender.text()).toContain('Files of this type can’t be viewed in the browser, only downloaded.')
  const played = await makeShare(app, sender, { file: sound, watermark: 'off' })
  await sender.open(`/view/${played}/print`)
  expect([sender.status, sender.path]).toEqual([200, `/s/${played}`])
  expect(sender.text()).toContain('Video and audio can’t be printed.')
  await sender.open(`/view/${played}`)
  expect(sender.path).toBe(`/view/${played}/play`)
})

test('the time left stands apart from where one is, in browsers that put all in one line', async () => {
  const guid = await makeShare(app, sender, { expiry: 'destruct', watermark: 'off' })
  const rita = await openShare(app, guid)
  expect(rita.text()).toMatch(/^\d+ \w+ left/m)
})

test('who only gets a download is not told of pages', async () => {
  const asDownload = { download: 'yes', print: 'no', watermark: 'off' }
  const guid = await makeShare(app, sender, { file: archive, ...asDownload })
  const page = (await proveAddress(app, guid)).text()
  expect(page).toContain('The sender sees when you open and download the file')
  expect(page).not.toMatch(/pages/)
})
