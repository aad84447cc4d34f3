import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, password, recipientEmail } from '#tests/support/world/make.ts'
import { stranger } from '#tests/support/world/people.ts'

const known = 'known@example.org'
const pending = 'waits@example.org'
const suspended = 'ended@example.org'
const unknown = 'never@example.org'

const person = { firstName: 'Vera', lastName: 'Voss', password }

const { app, operator: sender } = await makeWorld({ people: [known, suspended] })
await app.strongroom.services.accounts.administration.disable(suspended)
await at('/access/register', 'register', { ...person, email: pending })
const guid = await makeShare(app, sender, { recipients: recipientEmail })

/** Sends a form of a page from a network of its own, so that no limit is met. */
async function at(page: string, intent: string, typed: Record<string, string>): Promise<Browser> {
  const browser = await stranger(app).open(page)
  return browser.send(intent, typed)
}

/** All that a stranger can see of an answer, but what is each page's own: the token, and what was typed. */
function seen(browser: Browser, email: string) {
  const html = Buffer.from(browser.bytes)
    .toString()
    .replaceAll(/value="[\w-]{86}"/g, 'TOKEN')
  const headers = [...browser.headers].filter(
    ([name]) => !['set-cookie', 'content-security-policy'].includes(name),
  )
  const cookies = browser.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''))
  return {
    status: browser.status,
    path: browser.path.replace(encodeURIComponent(email), 'EMAIL').replace(/[0-9a-f]{32}/, 'SHARE'),
    html: html.replaceAll(email, 'EMAIL').replaceAll(encodeURIComponent(email), 'EMAIL'),
    headers: headers.map(([name, value]) => [name, name === 'content-length' ? 'some' : value]),
    cookies,
  }
}

async function expectSame(emails: string[], ask: (email: string) => Promise<Browser>): Promise<void> {
  const answers = []
  for (const email of emails) answers.push(seen(await ask(email), email))
  for (const answer of answers) expect(answer).toEqual(answers[0])
}

const everybody = [known, pending, suspended, unknown]

test('a wrong password is the same answer for every address', async () => {
  await expectSame(everybody, (email) =>
    at('/access/login', 'signIn', { email, password: 'not the right phrase at all' }),
  )
})

test('a registration is the same answer for every address', async () => {
  await expectSame(everybody, (email) => at('/access/register', 'register', { ...person, email }))
})

test('a registration that is refused for its password is the same answer for every address', async () => {
  await expectSame(everybody, (email) =>
    at('/access/register', 'register', { ...person, email, password: 'password1234' }),
  )
})

test('asking for a new password, or for another activation, is the same answer for every address', async () => {
  await expectSame(everybody, (email) => at('/access/reset', 'request', { email }))
  await expectSame(everybody, (email) => at('/access/validation', 'resend', { email }))
})

test('the file door is the same answer for addresses on the list and off it, with a link and without', async () => {
  const readers = [recipientEmail, known, unknown]
  await expectSame(readers, (email) => at(`/access/filelogin?share=${guid}`, 'ask', { email }))
  await expectSame(readers, (email) => at('/access/filelogin', 'ask', { email }))
  const nowhere = 'f'.repeat(32)
  const answers = []
  for (const share of [guid, nowhere]) {
    const browser = await at(`/access/filelogin?share=${share}`, 'ask', { email: unknown })
    answers.push(JSON.stringify(seen(browser, unknown)).replaceAll(share, 'SHARE'))
  }
  expect(answers[1]).toBe(answers[0])
})

test('a dead link is the same answer whether it was used, is too old, or never was', async () => {
  const email = 'last@example.org'
  await at('/access/register', 'register', { ...person, email })
  const link = await app.outbox.linkTo(email, '/access/activated/')
  const browser = await app.browser().open(link)
  await browser.press('Activate account')
  const pages = []
  for (const dead of [link, `/access/activated/${'x'.repeat(43)}`, '/access/activated/x']) {
    pages.push(seen(await app.browser().open(dead), email))
  }
  for (const page of pages) expect(page).toEqual(pages[0])
  expect(pages[0]!.path).toBe('/access/login')
})
