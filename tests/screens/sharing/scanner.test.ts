import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../support/browser.ts'
import { operatorEmail, signIn } from '../../support/make.ts'
import { atOrigin, proveAddressAt, secrets, tellStory, type Story } from './letter-story.ts'
import { everything } from './everything.ts'

let story: Story

beforeEach(async () => {
  story = await tellStory()
}, 60_000)
afterEach(() => story.app.close())

/** The addresses that letters to somebody lead to, in their words, their HTML and their headers. */
function links(to = ''): string[] {
  const letters = story.letters.filter((letter) => letter.to.includes(to))
  const found = letters.flatMap(({ links: inText, html, headers }) => [
    ...inText,
    ...[...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&')),
    ...[...(headers.get('list-unsubscribe') ?? '').matchAll(/<([^>]+)>/g)].map(([, href]) => href!),
  ])
  return [...new Set(found)]
}

const ways: { method?: string; headers?: Record<string, string> }[] = [
  { method: 'HEAD' },
  { method: 'GET' },
  { headers: { 'sec-purpose': 'prefetch' } },
  { headers: { 'sec-purpose': 'prefetch;prerender' } },
  { headers: { purpose: 'preview' } },
  { headers: { purpose: 'prefetch', accept: '*/*' } },
]

/** Looks at a link as programs do that see a letter before its reader, or instead of him. */
async function scan(browser: Browser, link: string): Promise<void> {
  for (const way of ways) {
    let next = link
    for (let hops = 0; hops < 5; hops++) {
      const answer = await browser.fetch(next, { site: 'none', ...way })
      await answer.body?.cancel()
      expect([next, answer.status]).not.toEqual([next, 500])
      const location = answer.headers.get('location')
      if (!location) break
      next = new URL(location, next).href
    }
  }
  // With the cookies that it was given, and on to whatever the page shows.
  await browser.open(link)
  await browser.open(link)
  for (const image of browser.page.root.querySelectorAll('img, source')) {
    const source = image.getAttribute('src') ?? ''
    if (source !== '') await (await browser.fetch(source)).body?.cancel()
  }
}

test('a mail scanner that looks at every link of every letter changes nothing, and each link still does what it is for', async () => {
  const before = await everything(story.app)
  expect(links().length).toBeGreaterThan(20)
  for (const link of links()) {
    // Twice, each time from a network of its own and a browser without a past.
    for (const _ of [1, 2]) await scan(story.app.browser(atOrigin()), link)
  }
  const after = await everything(story.app)
  for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
  expect(await story.app.outbox.all()).toHaveLength(story.letters.length)
  await useEach()
})

test('nor does one that has the browser of the person herself', async () => {
  const { app, guids } = story
  const [nora, rita] = ['nora@example.net', 'rita@example.net']
  const people: [string, Browser][] = [
    [operatorEmail, await signIn(app, operatorEmail, atOrigin())],
    [nora, await proveAddressAt(app, guids.main, nora)],
    [rita, await proveAddressAt(app, guids.main, rita)],
  ]
  const before = await everything(story.app)
  for (const [email, browser] of people) for (const link of links(email)) await scan(browser, link)
  const after = await everything(story.app)
  for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
})

/** What the letters lead to is done by whom it is meant for. */
async function useEach(): Promise<void> {
  const { app, guids, waiting } = story
  const pat = await app.browser(atOrigin()).open(waiting.access.approve)
  await pat.press('Approve')
  expect(pat.heading()).toBe('This request is decided')
  const nick = await app.browser(atOrigin()).open(waiting.forward.reject)
  await nick.press('Reject')
  expect(nick.heading()).toBe('This request is decided')

  const adam = await proveAddressAt(app, guids.main, 'adam@example.net')
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

  for (const link of links().filter((one) => one.includes('/p/letters/'))) {
    const reader = await app.browser(atOrigin()).open(link)
    if (reader.text().includes('do not come')) continue
    await reader.press('Stop these letters')
    expect(reader.text()).toContain('do not come to this address')
  }

  const olivia = await signIn(app, operatorEmail, atOrigin())
  await olivia.open(`/s/${guids.main}/terms#letters`)
  await olivia.press('Stop these letters')
  expect(olivia.text()).toContain('You get no letter')
  await olivia.open('/setting?tabActive=notifications')
  await olivia.clear('somebody opens a file').press('Save notifications')
  expect(olivia.page.isChosen('somebody opens a file')).toBe(false)
}
