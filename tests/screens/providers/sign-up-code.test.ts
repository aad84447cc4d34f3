import { beforeEach, expect, test } from 'vitest'
import type { CodeTerms } from '#server/accounts/registering/signup-codes.ts'
import { startApp } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { makeOperator, operatorEmail, password } from '#tests/support/world/make.ts'
import { accountOf, claimsOf, expectIn, makeProviderWorld, setOut, signInAt } from './providers.ts'

const { providers } = await makeProviderWorld()
const { google } = providers
const app = await startApp({ config: { registration: 'code', providers: { google: google.config } } })
await makeOperator(app)

let people = 0
// All come from one network, whose limits are tried elsewhere.
beforeEach(() => app.clock.advance(hour))

async function newCode(terms: Partial<CodeTerms> = {}): Promise<string> {
  const standard = { tierCode: null, usesLeft: 1, expiresAt: null, note: '' }
  return (await app.strongroom.services.accounts.signupCodes.create({ ...standard, ...terms })).code
}

/** Someone new, back from the provider. */
async function newcomer(to?: string): Promise<{ email: string; browser: Browser }> {
  const email = `new${++people}@example.org`
  google.person = claimsOf('google', email, `new${people}`)
  return { email, browser: await signInAt(app.browser(), 'google', google, to) }
}

const enter = (browser: Browser, code: string) => browser.fill('Sign-up code', code).press('Create account')

test('someone new reads that it takes a code, enters it there, and gets to the page that was wanted', async () => {
  const { email, browser } = await newcomer('/s?page=1')
  expect([browser.status, browser.heading()]).toEqual([200, 'Enter your sign-up code'])
  expect(browser.text()).toContain(`an account for ${email} that you open with Google`)
  expect(browser.page.links('Create an account with a password instead')).toEqual([
    '/access/register?to=%2Fs%3Fpage%3D1',
  ])
  expect(await accountOf(app, email)).toBeUndefined()
  await enter(browser, await newCode({ tierCode: 2 }))
  expect([browser.status, browser.path]).toEqual([200, '/s?page=1'])
  await expectIn(browser, email)
  expect(await accountOf(app, email)).toMatchObject({ status: 'Active', tier_code: 2, has_password: 0 })
  await expectIn(await signInAt(app.browser(), 'google', google), email)
})

test('the code of the link that someone followed is there already', async () => {
  const code = await newCode()
  const email = `new${++people}@example.org`
  google.person = claimsOf('google', email, `new${people}`)
  const browser = await app.browser().open(`/access/register?code=${code}`)
  await browser.open(await google.signIn(await setOut(browser, 'google')))
  expect([browser.heading(), browser.page.valueOf('Sign-up code')]).toEqual(['Enter your sign-up code', code])
  expect(browser.page.links('Create an account with a password instead')).toEqual([
    `/access/register?code=${code}`,
  ])
  await browser.press('Create account')
  await expectIn(browser, email)
})

test('a code that is wrong, used or missing is refused at its field, and can be corrected', async () => {
  const used = await newCode()
  await enter((await newcomer()).browser, used)
  const { email, browser } = await newcomer()
  for (const code of ['7KQ2-M9XD-0TRA-41ZW', used]) {
    await enter(browser, code)
    expect([browser.status, browser.page.valueOf('Sign-up code')]).toEqual([400, code])
    expect(browser.text()).toContain('That sign-up code is wrong, expired or already used.')
  }
  await enter(browser, '')
  expect(browser.text()).toContain('Enter your sign-up code.')
  expect(await accountOf(app, email)).toBeUndefined()
  await enter(browser, await newCode())
  await expectIn(browser, email)
})

test('codes cannot be guessed here either', async () => {
  const { browser } = await newcomer()
  const statuses = []
  for (let at = 0; at < 30; at++) {
    await enter(browser, `7KQ2-M9XD-0TRA-${String(at).padStart(4, '0')}`)
    statuses.push(browser.status)
    if (browser.status === 429) break
  }
  expect(statuses.at(-1)).toBe(429)
  expect(Number(browser.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the page is for the browser that came back, and for ten minutes', async () => {
  const { email, browser } = await newcomer()
  const { path } = browser
  const other = await app.browser().open(path)
  expect([other.status, other.text()]).toEqual([410, expect.stringContaining('Start again')])
  expect(other.text()).not.toContain(email)
  const code = await newCode()
  app.clock.advance(10 * minute)
  await enter(browser, code)
  expect([browser.status, browser.text()]).toEqual([410, expect.stringContaining('Start again')])
  expect(await accountOf(app, email)).toBeUndefined()
})

test('it makes no account where the address has got one since, and asks its owner instead', async () => {
  const { email, browser } = await newcomer()
  await app.strongroom.services.accounts.administration.create({ email, firstName: 'Nina', lastName: 'New' })
  const code = await newCode()
  await enter(browser, code)
  expect(browser.heading()).toBe('Connect Google to your account')
  expect(browser.text()).toContain(`${email} already has an account here`)
  const next = await newcomer()
  await enter(next.browser, code)
  await expectIn(next.browser, next.email)
})

test('someone who has signed in to another account meanwhile is asked to sign out first', async () => {
  const { email, browser } = await newcomer()
  const { path } = browser
  await browser.open('/access/login')
  await browser.send('signIn', { email: operatorEmail, password })
  await browser.open(path)
  expect([browser.status, browser.heading()]).toEqual([200, 'Connect Google to your account'])
  expect(browser.text()).toContain(`You’re signed in as ${operatorEmail}.`)
  expect(browser.page.root.querySelector('[name=code]')).toBeNull()
  expect(await accountOf(app, email)).toBeUndefined()
})

test('who has an account needs no code', async () => {
  const { email, browser } = await newcomer()
  await enter(browser, await newCode())
  const again = await signInAt(app.browser(), 'google', google, '/s')
  expect([again.path, again.status]).toEqual(['/s', 200])
  expect(again.text()).not.toContain('Sign-up code')
  await expectIn(again, email)
})
