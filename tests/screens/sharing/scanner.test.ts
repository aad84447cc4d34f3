import { afterAll, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { secrets, tellStory } from './email-story.ts'
import { everything } from '#tests/support/world/everything.ts'
import { linksOf, scan } from '#tests/support/browser/scanning.ts'
import { proved } from '#tests/support/world/people.ts'
import { atOrigin } from '#tests/support/world/email-table.ts'

const story = await tellStory()
afterAll(() => story.app.close())

test('a mail scanner that looks at every link of every email changes nothing, and each link still does what it is for', async () => {
  const before = await everything(story.app)
  expect(linksOf(story.emails).length).toBeGreaterThan(20)
  for (const link of linksOf(story.emails)) {
    // Twice, each time from a network of its own and a browser without a past.
    for (const _ of [1, 2]) await scan(story.app.browser(atOrigin()), link)
  }
  const after = await everything(story.app)
  for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
  expect(await story.app.outbox.all()).toHaveLength(story.emails.length)
  await useEach()
})

const madeByLooking = ['object', 'page_image']

test('nor does one that has the browser of the person themselves', async () => {
  const { app, guids } = story
  const [nora, rita] = ['nora@example.net', 'rita@example.net']
  const people: [string, Browser][] = [
    [operatorEmail, await signIn(app, operatorEmail, atOrigin())],
    [nora, await proved(app, guids.main, nora, atOrigin())],
    [rita, await proved(app, guids.main, rita, atOrigin())],
  ]
  const before = await everything(story.app)
  for (const [email, browser] of people)
    for (const link of linksOf(story.emails, email)) await scan(browser, link)
  const after = await everything(story.app)
  // The page of the sender shows small pictures of the pages, which are kept once they are made.
  for (const [table, rows] of Object.entries(before).filter(([name]) => !madeByLooking.includes(name)))
    expect(after[table], table).toEqual(rows)
})

/** What the emails lead to is done by whom it is meant for. */
async function useEach(): Promise<void> {
  const { app, guids, waiting } = story
  const pat = await app.browser(atOrigin()).open(waiting.access.approve)
  await pat.press('Approve')
  expect(pat.heading()).toBe('This request has been decided')
  const nick = await app.browser(atOrigin()).open(waiting.forward.reject)
  await nick.press('Reject')
  expect(nick.heading()).toBe('This request has been decided')

  const adam = await proved(app, guids.main, 'adam@example.net', atOrigin())
  expect(adam.heading()).toBe('Terms of access')
  await adam.send('accept', { isAccepted: 'on' })
  await adam.press('Open')
  expect(adam.path).toBe(`/view/${guids.main}`)

  const visitor = await app.browser(atOrigin()).open(`/file/${guids.open}`)
  await visitor.press('Open')
  expect(visitor.path).toBe(`/view/${guids.open}`)

  const petra = await app.browser(atOrigin()).open(`/file/${guids.passkey}`)
  await petra.send('unlock', { passkey: secrets.passkey, email: 'petra@example.net' })
  expect(petra.path).toBe(`/file/${guids.passkey}`)

  for (const link of linksOf(story.emails).filter((one) => one.includes('/p/letters/'))) {
    const reader = await app.browser(atOrigin()).open(link)
    if (reader.text().includes('are off for this address')) continue
    await reader.press('Unsubscribe')
    expect(reader.text()).toContain('are off for this address')
  }

  const olivia = await signIn(app, operatorEmail, atOrigin())
  await olivia.open(`/s/${guids.main}/terms#letters`)
  await olivia.press('Turn emails off')
  expect(olivia.text()).toContain('You don’t get an email when someone accepts this file’s terms.')
  await olivia.open('/setting?tabActive=notifications')
  await olivia.clear('someone opens one of my files').press('Save notifications')
  expect(olivia.page.isChosen('someone opens one of my files')).toBe(false)
}
