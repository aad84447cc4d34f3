import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, password, signIn } from '#tests/support/world/make.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { codeOf, Program } from '#tests/api/program.ts'

const { app } = await makeWorld()
const tab = '/setting?tabActive=tokens'
let people = 0

async function somebody() {
  const email = `keeper${++people}@example.org`
  const browser = await makeUser(app, { email, browser: { ip: `198.51.100.${people}` } })
  return { email, browser: await browser.open(tab) }
}

/** Creates a token on the page, and answers it as the page shows it, once. */
async function create(browser: Browser, values: Record<string, string> = {}): Promise<string> {
  await browser.open(tab)
  await browser.send('makeAccessToken', { tokenName: 'Nightly report', scope: 'read', password, ...values })
  return /strongroom_pat_[\da-f]{72}/.exec(html(browser))?.[0] ?? ''
}

function html(browser: Browser): string {
  return Buffer.from(browser.bytes).toString()
}

async function answerTo(token: string): Promise<[number, number]> {
  const program = new Program(app)
  program.token = token
  return codeOf(await program.get('/v1/account/validate'))
}

test('a token is created with a password, shown once, and then works; its owner gets an email', async () => {
  const { browser, email } = await somebody()
  expect(browser.text()).toContain('You have no access tokens.')
  const token = await create(browser, { tokenEnd: app.clock.dateIn(30) })
  expect(browser.text()).toContain('Copy the token now: it’s shown only once.')
  expect(await answerTo(token)).toEqual([200, 10000])
  await browser.open(tab)
  expect(browser.text()).toContain('Nightly report')
  expect(browser.text()).toMatch(/Last used .* from /)
  expect(html(browser)).not.toContain(token)
  const mail = await app.outbox.newest(email)
  expect(mail.subject).toBe('New access token for your Strongroom account')
  expect(mail.text).toContain('“Nightly report”')
  expect(mail.text).not.toContain(token)
})

test('without the right password, a scope, a name or a date to come there is none, and what was typed comes back', async () => {
  const { browser } = await somebody()
  const refused = async (values: Record<string, string>, words: string) => {
    expect(await create(browser, values)).toBe('')
    expect([browser.status, browser.text().includes(words)]).toEqual([400, true])
  }
  await refused({ password: 'not the password' }, 'Wrong password. Enter it again.')
  expect(html(browser)).toContain('value="Nightly report"')
  expect(html(browser)).not.toContain('not the password')
  await refused({ scope: '' }, 'Select at least one.')
  await refused({ scope: 'everything' }, 'Select at least one.')
  await refused({ tokenName: '  ' }, 'Enter a name.')
  await refused({ tokenEnd: '2020-01-01' }, 'This date has passed.')
  await browser.open(tab)
  expect(browser.text()).toContain('You have no access tokens.')
})

test('with two-step verification it also takes a code', async () => {
  const { browser } = await somebody()
  await browser.open('/setting?tabActive=twofactor')
  await browser.press('Set up two-step verification')
  const key = keyOn(browser)
  await browser.send('confirmSecondFactor', { twoFactorCode: appCode(app, key) })
  app.clock.advance(minute)
  expect(await create(browser, { twoFactorCode: '000000' })).toBe('')
  app.clock.advance(minute)
  expect(await create(browser, { twoFactorCode: appCode(app, key) })).toMatch(/^strongroom_pat_/)
})

test('one is ended by its button, all of them by another, and programs are refused at once', async () => {
  const { browser } = await somebody()
  const [first, second, third] = [
    await create(browser, { tokenName: 'First' }),
    await create(browser, { tokenName: 'Second' }),
    await create(browser, { tokenName: 'Third' }),
  ]
  await browser.open(tab)
  const key = /name="accessToken" value="([\da-f]{32})"/.exec(html(browser))![1]!
  await browser.send('endAccessToken', { accessToken: key })
  expect(browser.text()).toMatch(/“\w+” ended\./)
  await browser.send('endAccessToken', { accessToken: key })
  expect(browser.text()).toContain('That access token had already ended.')
  const working = async () =>
    (await Promise.all([first, second, third].map(answerTo))).filter(([http]) => http === 200).length
  expect(await working()).toBe(2)
  await browser.press('End all access tokens')
  expect(browser.text()).toContain('All access tokens ended.')
  expect(await working()).toBe(0)
})

test('no one ends the token of someone else, or creates one by a forged form', async () => {
  const [owner, other] = [await somebody(), await somebody()]
  const token = await create(owner.browser)
  await owner.browser.open(tab)
  const key = /name="accessToken" value="([\da-f]{32})"/.exec(html(owner.browser))![1]!
  await create(other.browser)
  await other.browser.open(tab)
  await other.browser.send('endAccessToken', { accessToken: key })
  expect(other.browser.text()).toContain('That access token had already ended.')
  expect(await answerTo(token)).toEqual([200, 10000])
  await other.browser.open(tab)
  await other.browser.send('makeAccessToken', { tokenName: 'x', scope: 'read', password, token: 'forged' })
  expect(other.browser.status).toBe(403)
})

test('its calls are on the account’s activity, with its name', async () => {
  const { browser } = await somebody()
  await answerTo(await create(browser))
  await browser.open('/setting/activity')
  expect(browser.text()).toContain('created the access token “Nightly report”')
  expect(browser.text()).toContain('called GET /v1/account/validate with the access token “Nightly report”')
})

test('a new password by an emailed link ends all of them; one chosen in the settings does not', async () => {
  const { browser, email } = await somebody()
  const token = await create(browser)
  await browser.open('/setting?tabActive=password')
  const newPassword = 'nine bright rivers under the hill'
  await browser.send('changePassword', { password, newPassword })
  expect(await answerTo(token)).toEqual([200, 10000])
  const forgetful = await app.browser({ ip: '203.0.113.7' }).open('/access/reset')
  await forgetful.send('request', { email })
  const link = await app.outbox.linkTo(email, '/access/reset?token=')
  await forgetful.open(link!)
  await forgetful.send('reset', { newPassword: 'eight quiet lakes behind the wood' })
  expect(await answerTo(token)).toEqual([401, 10001])
})

test('an operator ends all tokens of an account, after a page that asks', async () => {
  const { browser, email } = await somebody()
  const token = await create(browser)
  const operator = await signIn(app, operatorEmail)
  const { guid } = (await app.strongroom.services.database.kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', email)
    .executeTakeFirst())!
  const page = `/operator/accounts/${guid}/end-access-tokens`
  await browser.open(page)
  expect(browser.path).toBe('/home')
  await operator.open(page)
  expect(operator.text()).toContain(`Programs that use an access token of ${email} are blocked`)
  await operator.press('End access tokens')
  expect(operator.text()).toContain('Access tokens ended.')
  expect(await answerTo(token)).toEqual([401, 10001])
})
