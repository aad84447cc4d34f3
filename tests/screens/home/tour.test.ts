import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute, second } from '#tests/support/world/clock.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { makeShare, makeUser } from '#tests/support/world/make.ts'

let person = 0

const { app } = await makeWorld()

async function somebody(): Promise<Browser & { email: string }> {
  person += 1
  const email = `tourist${person}@example.org`
  return Object.assign(await makeUser(app, { email }), { email })
}

/** At the tour file, sent and prepared. */
async function atTourFile(browser: Browser): Promise<string> {
  await browser.open('/tour?step=3')
  await browser.press('Send tour file')
  await app.settle()
  await browser.reload()
  return browser.url.pathname
}

test('a new person goes through the tour: four steps, the file, its end', async () => {
  const browser = await somebody()
  await browser.open('/home')
  expect(browser.text()).toContain('First steps')
  await browser.follow('Take the tour')
  expect(browser.text()).toContain('step 1 of 4')
  expect(browser.heading()).toBe('Welcome')
  await browser.press('Start tour')
  expect([browser.path, browser.heading()]).toEqual(['/tour?step=2', 'Start by sharing a file'])
  await browser.follow('Next')
  expect(browser.heading()).toBe('Open a secure file')
  await browser.press('Send tour file')
  expect(browser.url.pathname).toMatch(/^\/file\/[0-9a-f]{32}$/)
  await app.settle()
  await browser.reload()
  expect(browser.heading()).toBe('Strongroom tour.pdf')
  expect(browser.text()).toContain('self-destructs 1 minute after you open it')
  const file = browser.url.pathname
  await browser.press('Open and start the timer')
  expect(browser.page.pageImages()).toHaveLength(4)
  expect(browser.page.links()).toContain('/tour/done')
  const image = browser.page.pageImages()[0]!
  expect((await browser.fetch(image)).status).toBe(200)
  app.clock.advance(minute + second)
  expect((await browser.fetch(image)).status).toBe(410)
  await browser.open(file)
  expect([browser.status, browser.heading()]).toEqual([410, 'Destructed'])
  await browser.open('/tour?step=4')
  expect(browser.heading()).toBe('Close the viewer')
  await browser.press('Finish tour')
  expect(browser.path).toBe('/tour/done')
  await browser.open('/home')
  expect(browser.text()).toContain('Take the tour (done)')
})

test('the tour file goes to its own owner by email, and to no one else', async () => {
  const browser = await somebody()
  const file = await atTourFile(browser)
  const { links } = await app.outbox.newest(browser.email)
  expect(links.some((link) => link.includes(file))).toBe(true)
  const other = await somebody()
  await other.open(file)
  expect([other.status, other.heading()]).toEqual([403, 'Not shared with you'])
  const stranger = await app.browser().open(file)
  expect(stranger.url.pathname).toBe('/access/filelogin')
})

test('looking at the tour changes nothing; only its buttons do', async () => {
  const browser = await somebody()
  const { kysely } = app.strongroom.services.database
  async function state() {
    const row = await kysely
      .selectFrom('user')
      .select('onboarding')
      .where('email', '=', browser.email)
      .executeTakeFirst()
    const shares = await kysely.selectFrom('share').select('guid').execute()
    return [row?.onboarding, shares.length]
  }
  const before = await state()
  for (const address of ['/tour', '/tour?step=3', '/tour?step=4', '/tour?step=99', '/tour/done'])
    expect((await browser.open(address)).status).toBe(200)
  expect(await state()).toEqual(before)
  await browser.open('/tour')
  await browser.press('Start tour')
  expect(await state()).toEqual([1, before[1]])
})

test('the owner follows the reading of the tour file like that of any other', async () => {
  const browser = await somebody()
  const file = await atTourFile(browser)
  await browser.press('Open and start the timer')
  await loadPictures(browser)
  await browser.open(file.replace('/file/', '/s/'))
  expect(browser.text()).toContain('Pages 1–4')
})

test('who asks for tour files without end is told to wait', async () => {
  const browser = await somebody()
  for (let tries = 0; tries < 10; tries++) {
    await browser.open('/tour?step=3')
    await browser.press('Send tour file')
    expect(browser.url.pathname).toMatch(/^\/file\//)
  }
  await browser.open('/tour?step=3')
  await browser.press('Send tour file')
  expect(browser.status).toBe(429)
})

test('the checklist knows the first share, and goes when it is put away', async () => {
  const browser = await somebody()
  await makeShare(app, browser)
  await browser.open('/home')
  expect(browser.text()).toContain('Share your first file (done)')
  expect(browser.text()).toContain('1 of 3 steps done')
  await browser.press('Dismiss')
  expect(browser.path).toBe('/home')
  expect(browser.text()).not.toContain('First steps')
})

test('anyone can look at the page after the tour; the tour itself wants an account', async () => {
  const stranger = await app.browser().open('/tour/done')
  expect([stranger.status, stranger.heading()]).toEqual([200, 'Tour complete'])
  await stranger.open('/tour')
  expect(stranger.url.pathname).toBe('/access/login')
})
