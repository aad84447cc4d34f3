import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare } from '#tests/support/world/make.ts'

const {
  app,
  operator: sender,
  people: [rita],
  share: guid,
} = await makeWorld({
  people: [{ email: 'rita@example.net', firstName: 'Rita', lastName: 'Rossi' }],
  share: {
    file: { name: 'Offer.txt', bytes: Buffer.from('offer') },
    message: 'Please read today',
    download: 'yes',
  },
})

function names(browser: Browser): string[] {
  return browser.page.root.querySelectorAll('.table tbody .name').map((name) => name.text)
}

test('what others sent is listed, with what one can do and the words of the sender', async () => {
  await rita.open('/incoming')
  expect([rita.path, rita.heading(), names(rita)]).toEqual(['/r', 'Received files', ['Offer.txt']])
  for (const words of ['Olivia Ortega', 'New', 'View, Download', 'No end', 'Please read today'])
    expect(rita.text()).toContain(words)
  await rita.follow('Offer.txt')
  expect(rita.path).toBe(`/file/${guid}`)
})

test('modes and the sender are links and words of an address', async () => {
  await rita.open('/r')
  await rita.follow('New')
  expect([rita.path, names(rita)]).toEqual(['/r?mode=new', ['Offer.txt']])
  await rita.follow('Opened')
  expect(rita.text()).toContain('No files match')
  await rita.open(`/file/${guid}`)
  await rita.send('open')
  expect(names(await rita.open('/r?mode=opened'))).toEqual(['Offer.txt'])
  await rita.fill('Find by sender', 'ortega').press('Search')
  expect([rita.path, names(rita)]).toEqual(['/r?mode=opened&sender=ortega', ['Offer.txt']])
  expect(names(await rita.open('/r?sender=rossi'))).toEqual([])
})

test('what was closed before it was opened keeps its name to itself', async () => {
  const closed = await makeShare(app, sender, { file: { name: 'Unread.txt', bytes: Buffer.from('x') } })
  await sender.open(`/s/${closed}`)
  await sender.press('Unshare')
  await rita.open('/r?mode=over')
  expect(names(rita)).toEqual(['A protected file from Olivia Ortega'])
  expect(rita.text()).toContain('Access ended')
  expect(Buffer.from(rita.bytes).toString()).not.toContain('Unread')
})

test('no one sees what others received, and who received nothing is told what the place is for', async () => {
  await sender.open('/r')
  expect(names(sender)).toEqual([])
  expect(sender.text()).toContain('Files shared with olivia@example.org')
})
