import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { sharePasskey } from '#tests/support/world/passkeys.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { unzipped } from '#tests/support/files/unzipped.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { proved } from '#tests/support/world/people.ts'
import { makeShare } from '#tests/support/world/make.ts'

const rita = 'rita@example.net'
const {
  app,
  operator: sender,
  people: [reader, other],
} = await makeWorld({ people: [rita, 'otto@example.net'] })

function share(name: string, fields: Record<string, string> = {}): Promise<string> {
  const file = { name, type: 'application/pdf', bytes: pdf([`the words of ${name}`]) }
  return makeShare(app, sender, { recipients: rita, download: 'yes', watermark: 'off', ...fields, file })
}

async function received(browser: Browser, ...guids: string[]): Promise<Browser> {
  await browser.open('/r')
  await browser.press('Download as ZIP', (entries) => [
    ...entries,
    ...guids.map((value) => ({ name: 'share', value })),
  ])
  await app.settle()
  return browser.reload()
}

async function filesOf(browser: Browser): Promise<Record<string, Buffer>> {
  const answer = await browser.fetch(browser.page.links('Download')[0]!)
  return unzipped(Buffer.from(await answer.arrayBuffer()))
}

test('several received files come as one archive: each is opened and recorded as if alone', async () => {
  const [one, two] = [await share('offer.pdf'), await share('offer.pdf')]
  const files = await filesOf(await received(reader, one, two))
  expect(Object.keys(files)).toEqual(['offer.pdf', 'offer (2).pdf', 'index.html', 'index.csv'])
  expect(files['offer.pdf']!.includes('the words of offer.pdf')).toBe(true)
  await app.settle()
  for (const guid of [one, two]) {
    const kinds = await eventKinds(app, guid)
    expect(kinds.filter((kind) => kind === 'View' || kind === 'Download')).toEqual(['View', 'Download'])
  }
})

test('what cannot be downloaded is named with the reason, and not opened', async () => {
  const allowed = await share('allowed.pdf', { watermark: 'on' })
  const [readOnly, withTerms] = [
    await share('read only.pdf', { download: 'no' }),
    await share('secret name.pdf', { terms: 'custom', termsText: 'Be kind.' }),
  ]
  const browser = await received(reader, allowed, readOnly, withTerms)
  expect(browser.text()).toContain('Not included')
  expect(browser.text()).toContain('read only.pdf')
  expect(browser.text()).not.toContain('secret name')
  expect(Object.keys(await filesOf(browser))).toEqual(['allowed.pdf', 'index.html', 'index.csv'])
  expect(await eventKinds(app, readOnly)).not.toContain('View')
})

test('who has no account downloads several files with the address they confirmed', async () => {
  const nora = { recipients: 'nora@example.net' }
  const [one, two] = [await share('one.pdf', nora), await share('two.pdf', nora)]
  const readOnly = await share('only to read.pdf', { ...nora, download: 'no' })
  const browser = await proved(app, one, 'nora@example.net')
  await browser.open('/files')
  expect(browser.text()).not.toContain('Select only to read.pdf')
  await browser.send('zip', {})
  expect([browser.status, browser.text()]).toEqual([
    400,
    expect.stringContaining('Select at least one file.'),
  ])
  for (const name of ['one.pdf', 'two.pdf']) browser.choose(`Select ${name}`)
  await browser.press('Download selected as ZIP')
  await app.settle()
  await browser.reload()
  expect(Object.keys(await filesOf(browser)).toSorted()).toEqual([
    'index.csv',
    'index.html',
    'one.pdf',
    'two.pdf',
  ])
  await app.settle()
  expect(await eventKinds(app, two)).toContain('Download')
  const others = await proved(
    app,
    await share('other.pdf', { recipients: 'otto@example.net' }),
    'otto@example.net',
  )
  await others.open('/files')
  await others.press('Download selected as ZIP', (entries) => [
    ...entries,
    ...[one, readOnly].map((value) => ({ name: 'share', value })),
  ])
  expect(others.text()).toContain('There’s nothing here that you can download.')
})

test('a form of the sent list that is sent twice makes one archive', async () => {
  const guid = await share('twice.pdf')
  await sender.open('/s')
  const { action, entries } = sender.page.submission(sender.page.form('bulk'))
  const fields = entries.map(({ name, value }): [string, string] => [name, String(value)])
  const body = new URLSearchParams([...fields, ['share', guid], ['act', 'Download as ZIP']]).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = () => sender.fetch(action || sender.path, { method: 'POST', body, headers })
  const [first, second] = [await post(), await post()]
  expect(first.headers.get('location')).toMatch(/^\/zips\//)
  expect(second.headers.get('location')).toBe(first.headers.get('location'))
})

test('of what was shared with someone else there is nothing', async () => {
  const guid = await share('not yours.pdf')
  await other.open('/r')
  const mine = await makeShare(app, sender, { recipients: 'otto@example.net', download: 'yes' })
  await other.reload()
  await other.press('Download as ZIP', (entries) => [...entries, { name: 'share', value: guid }])
  expect(other.text()).toContain('There’s nothing here that you can download.')
  expect(Object.keys(await filesOf(await received(other, guid, mine)))).toEqual([
    'contract.pdf',
    'index.html',
    'index.csv',
  ])
  expect(other.text()).not.toContain('not yours')
})

test('the sender gets the originals of several sent files, but not what a passkey locks', async () => {
  const marked = await share('marked.pdf', { watermark: 'on' })
  const locked = await sharePasskey(app, sender)
  await sender.open('/s')
  await sender.press('Download as ZIP', (entries) => [
    ...entries,
    { name: 'share', value: marked },
    { name: 'share', value: locked },
  ])
  await app.settle()
  await sender.reload()
  expect(sender.text()).toContain('Not included')
  const files = await filesOf(sender)
  expect(Object.keys(files)).toEqual(['marked.pdf', 'index.html', 'index.csv'])
  expect(files['marked.pdf']!.includes('the words of marked.pdf')).toBe(true)
})

test('unsharing one of them refuses the whole, before and in the middle', async () => {
  const [one, two] = [await share('one.pdf'), await share('two.pdf')]
  const browser = await received(reader, one, two)
  const part = browser.page.links('Download')[0]!
  const under = (await browser.fetch(part)).body!.getReader()
  await sender.open(`/s/${two}`)
  await sender.send('unshare')
  expect((await browser.fetch(part)).status).toBe(409)
  await expect(under.read()).rejects.toMatchObject({ problem: 'zipChanged' })
})
