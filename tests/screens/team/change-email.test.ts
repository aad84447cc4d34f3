import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, makeUser, signIn, trySignIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { codeFor, somebody, stranger } from '#tests/support/world/people.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database
const domain = 'birch.example'
const path = '/team/domainlock/email'
let people = 0

const admin = await makeUser(app, { email: `admin@${domain}`, browser: somebody() })
const team = await makeTeam(app, [`admin@${domain}`])
await kysely
  .insertInto('team_domain')
  .values({ domain, team_guid: team, is_locked: 0, asserted_at: 1, proof: 'dns' })
  .execute()

/** Someone with an account at the domain who is not in its team, while it is locked. */
async function outsider(): Promise<{ email: string; browser: Browser }> {
  const email = `outside${++people}@${domain}`
  await lock(0)
  const browser = await makeUser(app, { email, browser: somebody() })
  return { email, browser }
}

async function lock(isLocked: 0 | 1): Promise<void> {
  await kysely.updateTable('team_domain').set({ is_locked: isLocked }).execute()
}

test('who is shut out moves the account to another address, and keeps what it has', async () => {
  const { email, browser } = await outsider()
  const share = await makeShare(app, browser, { visibility: 'public' })
  await lock(1)
  const shut = await trySignIn(app, email)
  expect(shut.path).toContain('/team/domainlock')
  await shut.follow('Change my email …')
  expect(shut.path).toBe(path)
  await shut.send('changeEmail', { email: 'free@home.example' })
  expect(shut.text()).toContain('Enter the code we emailed to free@home.example')
  await app.settle()
  await shut.send('confirmEmail', { code: '000000' })
  expect(shut.status).toBe(400)
  await shut.send('confirmEmail', { code: await codeFor(app, 'free@home.example') })
  expect([shut.path, shut.text()]).toEqual([
    '/access/login',
    expect.stringContaining('Your email is now free@home.example. Sign in with it.'),
  ])
  const moved = await signIn(app, 'free@home.example')
  expect(moved.path).toBe('/home')
  expect((await moved.open(`/s/${share}`)).status).toBe(200)
  // The mailbox at the domain is the team's: it opens nothing of this account any more.
  expect((await trySignIn(app, email)).path).not.toBe('/home')
  expect((await app.outbox.to(email)).some(({ text }) => text.includes('free@home.example'))).toBe(true)
  expect((await moved.open('/setting?tabActive=addresses')).text()).not.toContain(email)
})

test('an address at the locked domain, or someone else’s, is no way out', async () => {
  const { email } = await outsider()
  await makeUser(app, { email: 'taken@home.example', browser: somebody() })
  await lock(1)
  const shut = await trySignIn(app, email)
  await shut.open(path)
  await shut.send('changeEmail', { email: `other@${domain}` })
  expect(shut.status).toBe(400)
  expect(shut.text()).toContain(`Only members of a certain team can sign in with addresses at ${domain}`)
  await shut.send('changeEmail', { email: 'taken@home.example' })
  await app.settle()
  // The answer is the same as for a free one; its owner reads about it.
  expect(shut.text()).toContain('Enter the code we emailed to taken@home.example')
  expect((await app.outbox.to('taken@home.example')).at(-1)!.code).toBeFalsy()
  await shut.send('confirmEmail', { code: '123456' })
  expect(shut.status).toBe(400)
  expect(await emailOf(email)).toBe(email)
})

test('with two-step verification the password alone moves nothing', async () => {
  const { email, browser } = await outsider()
  await browser.open('/setting?tabActive=twofactor')
  await browser.send('beginSecondFactor')
  const key = keyOn(browser)
  await browser.send('confirmSecondFactor', { twoFactorCode: appCode(app, key) })
  await lock(1)
  const half = await trySignIn(app, email)
  await half.open(path)
  for (const twoFactorCode of ['', '000000']) {
    await half.send('changeEmail', { email: 'second@home.example', twoFactorCode })
    expect(half.status).toBe(400)
  }
  await app.settle()
  expect(await app.outbox.to('second@home.example')).toEqual([])
  app.clock.advance(60_000)
  await half.send('changeEmail', { email: 'second@home.example', twoFactorCode: appCode(app, key) })
  await app.settle()
  await half.send('confirmEmail', { code: await codeFor(app, 'second@home.example') })
  expect(await emailOf('second@home.example')).toBe('second@home.example')
})

test('strangers, members and who may sign in anyway start at the sign-in page', async () => {
  const { email } = await outsider()
  await lock(0)
  const free = await signIn(app, email)
  for (const browser of [stranger(app), admin, free]) {
    await browser.open(path)
    expect(browser.path).not.toBe(path)
    await forge(browser)
    expect(browser.path).not.toBe(path)
  }
  expect(await emailOf(email)).toBe(email)
  await app.settle()
  expect(await app.outbox.to('forged@home.example')).toEqual([])
})

/** Posts the form with the token of another page. */
async function forge(browser: Browser): Promise<void> {
  await browser.open('/c/feedback')
  const { entries } = browser.page.submission(browser.page.form('feedback'))
  const kept = entries.filter(({ name }) => name === 'token' || name === 'build')
  const given = Object.entries({ intent: 'changeEmail', email: 'forged@home.example' })
  await browser.submit({
    action: path,
    method: 'post',
    encoding: 'application/x-www-form-urlencoded',
    entries: [...kept, ...given.map(([name, value]) => ({ name, value }))],
  })
}

async function emailOf(email: string): Promise<string | undefined> {
  const row = await kysely.selectFrom('user').select('email').where('email', '=', email).executeTakeFirst()
  return row?.email
}
