import { expect, test } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { encodeForm } from '#tests/support/browser/encode.ts'
import {
  makeOperator,
  makeShare,
  makeUser,
  openShare,
  operatorEmail,
  signIn,
} from '#tests/support/world/make.ts'

const KB = 1024

function text(name: string, bytes: number) {
  return { name, type: 'text/plain', bytes: Buffer.alloc(bytes, 'some words\n') }
}

async function startWith(storageQuota: number | null): Promise<{ app: App; browser: Browser }> {
  const app = await startApp({ config: { storageQuota } })
  return { app, browser: await makeOperator(app) }
}

function openPlan(browser: Browser): Promise<Browser> {
  return browser.open('/setting?tabActive=plan')
}

test('the plan, what it allows, and how full the storage is are in the settings in words and as a picture', async () => {
  const { app, browser } = await startWith(100 * KB)
  await openPlan(browser)
  expect(browser.text()).toContain('Your plan is Enterprise')
  expect(browser.text()).toMatch(/Largest file\s+1 GB/)
  expect(browser.text()).toContain('0 bytes of 100 KB used')
  await makeShare(app, browser, { file: text('small.txt', 10 * KB) })
  await makeShare(app, browser, { file: text('large.txt', 50 * KB) })
  await openPlan(browser)
  expect(browser.text()).toContain('60 KB of 100 KB used')
  expect(browser.text()).toContain('40 KB left.')
  const part = browser.page.root.querySelector('figure.storage svg rect')!.getAttribute('width')
  expect(Number(part)).toBe(0.6 * 400)
  // The largest first; each leads to where it was shared.
  expect(browser.page.links(/\.txt$/)).toHaveLength(2)
  expect(browser.text()).toMatch(/large\.txt[^]*50 KB[^]*small\.txt[^]*10 KB/)
  expect((await browser.follow('large.txt')).heading()).toBe('large.txt')
})

test('where there is no quota, the settings say so and show no bar', async () => {
  const { browser } = await startWith(null)
  await openPlan(browser)
  expect(browser.text()).toContain('No storage limit.')
  expect(browser.page.root.querySelector('figure.storage svg')).toBeNull()
})

test('a file for which there is no room is refused in words, and the form comes back filled', async () => {
  const { app, browser } = await startWith(20 * KB)
  await makeShare(app, browser, { file: text('first.txt', 15 * KB) })
  await browser.open('/share')
  browser.fill('People', 'rita@example.net').fill('Message', 'Please read')
  browser.attach('File', text('second.txt', 6 * KB))
  await browser.press('Share file')
  expect([browser.status, browser.path]).toEqual([413, '/share'])
  expect(browser.text()).toContain('Not enough storage for this file, so it wasn’t saved.')
  expect(browser.text()).toContain('Your limit is 20 KB, and you’re using 15 KB.')
  expect(browser.page.valueOf('People')).toBe('rita@example.net')
  expect(browser.page.valueOf('Message')).toBe('Please read')
  await browser.send('share', { file: text('second.txt', 5 * KB) })
  expect(browser.path).toMatch(/^\/s\//)
  await openPlan(browser)
  expect(browser.text()).toContain('Storage is full, so you can’t upload more.')
})

test('a length that cannot fit is refused before the file is looked at', async () => {
  const { browser } = await startWith(20 * KB)
  await browser.open('/share')
  const { entries } = browser.page.submission(browser.page.form('share'))
  // What is inside would be refused in other words: nothing of it was read.
  const file = { name: 'file', value: { name: 'movie.mp4', bytes: Buffer.alloc(1000) } }
  const { contentType, body } = encodeForm([...entries, file], 'multipart/form-data')
  const length = { 'content-type': contentType, 'content-length': String(3 * 1024 * KB) }
  const answer = await browser.fetch('/share', { method: 'POST', headers: length, body })
  expect(answer.status).toBe(413)
  expect(await answer.text()).toContain('Not enough storage for this file, so it wasn’t saved.')
})

test('of two who send the last bytes at once one gets the room', { tags: ['engines'] }, async () => {
  const { app, browser } = await startWith(20 * KB)
  const forms = await Promise.all(
    ['one.txt', 'two.txt'].map(async (name) => {
      const other = await signIn(app, operatorEmail)
      await other.open('/share')
      return { other, name }
    }),
  )
  await Promise.all(
    forms.map(({ other, name }) =>
      other.send('share', { recipients: 'rita@example.net', file: text(name, 12 * KB) }),
    ),
  )
  expect(forms.map(({ other }) => other.status).toSorted()).toEqual([200, 413])
  await openPlan(browser)
  expect(browser.text()).toContain('12 KB of 20 KB used')
})

test('files stay readable for everyone when the plan sinks below what is used, and no more can be sent', async () => {
  const app = await startApp()
  const browser = await makeOperator(app)
  const guid = await makeShare(app, browser, { file: text('first.txt', 15 * KB) })
  // As if the file were larger than a free account may keep.
  const { kysely } = app.strongroom.services.database
  await kysely
    .updateTable('user')
    .set({ tier_code: 0, storage_bytes: 2 * 1024 ** 3 })
    .execute()
  await openPlan(browser)
  expect(browser.text()).toContain('2 GB of 1 GB used')
  const reader = await openShare(app, guid)
  expect(reader.status).toBe(200)
  expect((await browser.fetch(`/view/${guid}/download`)).status).toBe(200)
  await browser.open('/share')
  await browser.send('share', { recipients: 'rita@example.net', file: text('second.txt', 1) })
  expect(browser.status).toBe(413)
})

test("another's files do not count, and are not listed", async () => {
  const { app, browser } = await startWith(20 * KB)
  await makeShare(app, browser, { file: text('first.txt', 15 * KB) })
  const other = await makeUser(app)
  await openPlan(other)
  expect(other.text()).toContain('0 bytes of 20 KB used')
  expect(other.text()).not.toContain('first.txt')
})
