import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, password, signIn, trySignIn } from '#tests/support/world/make.ts'

const { app, operator } = await makeWorld()
const { kysely } = app.strongroom.services.database

let count = 0
async function makeAccount(): Promise<{ email: string; browser: Browser; address: string }> {
  const email = `rita${++count}@example.net`
  const browser = await makeUser(app, { email, firstName: 'Rita', lastName: 'Reyes' })
  const { guid } = await kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { email, browser, address: `/operator/accounts/${guid}` }
}

/** Does what a page about an account asks for. */
async function act(address: string, name: string, button: string): Promise<Browser> {
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open(`${address}/${name}`)
  return olivia.press(button)
}

/** What is on record of a command, the latest first. */
async function recorded(): Promise<{ email: string | null; detail: string; ip: string }[]> {
  return kysely
    .selectFrom('event')
    .select(['email', 'detail', 'ip'])
    .where('kind', '=', 'Commanded')
    .orderBy('sequence', 'desc')
    .execute()
}

test('accounts are found by the beginning of their address or name', async () => {
  const { email } = await makeAccount()
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open('/operator/accounts')
  expect(olivia.text()).toContain(email)
  for (const search of [email.slice(0, 7), email.toUpperCase(), 'rita', 'Reyes', 'reye']) {
    await olivia.open(`/operator/accounts?q=${search}`)
    expect([search, olivia.text().includes(email)]).toEqual([search, true])
  }
  for (const search of ['example.net', '%', '_', 'nothing']) {
    await olivia.open(`/operator/accounts?q=${encodeURIComponent(search)}`)
    expect([search, olivia.text().includes('No accounts match.')]).toEqual([search, true])
  }
  await olivia.open('/operator/accounts?show=operators')
  expect(olivia.text()).toContain('olivia@example.org')
  expect(olivia.text()).not.toContain(email)
})

test('an account’s page says what it is, and nothing of what is in it', async () => {
  const { email, address } = await makeAccount()
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open('/operator/accounts')
  const links = olivia.page.links('Rita Reyes')
  expect(links).toContain(address)
  await olivia.open(address)
  expect(olivia.text()).toContain(email)
  expect(olivia.text()).toContain('Two-step verification')
  await olivia.open('/operator/accounts/00000000000000000000000000000000')
  expect(olivia.status).toBe(404)
  await olivia.open(`${address}/explode`)
  expect(olivia.status).toBe(404)
})

test('what is done to an account is asked first, and is on record before it is done', async () => {
  const { email, browser, address } = await makeAccount()
  const olivia = await signIn(app, 'olivia@example.org', { ip: '192.0.2.7' })
  await olivia.open(`${address}/disable`)
  expect(olivia.text()).toContain('What it shares is closed to recipients')
  await browser.open('/home')
  expect(browser.status).toBe(200)
  await olivia.press('Disable')
  expect([olivia.path, olivia.text().includes('Account disabled.')]).toEqual([address, true])
  await browser.open('/home')
  expect(browser.status).toBe(401)
  const [last] = await recorded()
  expect(last).toMatchObject({ email: 'olivia@example.org', ip: '192.0.2.7' })
  expect(JSON.parse(last!.detail)).toEqual({
    command: 'user disable',
    given: `user disable ${email}`,
    by: 'olivia@example.org',
  })
  await olivia.open(`${address}/disable`)
  expect(olivia.text()).toContain('no longer applies')
  await olivia.open(`${address}/enable`)
  await olivia.press('Enable')
  expect((await signIn(app, email)).path).toBe('/home')
})

test('a link to choose a new password goes to the account, never to the operator', async () => {
  const { email, address } = await makeAccount()
  const olivia = await act(address, 'reset-password', 'Send link')
  expect(olivia.text()).toContain('Link sent.')
  expect(olivia.text()).not.toContain('/access/reset')
  const { links } = await app.outbox.newest(email)
  expect(links.some((link) => link.includes('/access/reset'))).toBe(true)
})

test('a new password can be required, and the plan changed after its consequences were shown', async () => {
  const { browser, address } = await makeAccount()
  await act(address, 'require-password-change', 'Require new password')
  await browser.open('/home')
  expect(browser.url.pathname).toBe('/access/changepassword')
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open(`${address}/plan`)
  await olivia.select('Plan', 'Free').press('Continue')
  expect(olivia.text()).toContain('uploads up to 25 MB')
  await olivia.press('Change plan')
  expect([olivia.path, olivia.text().includes('Plan changed to Free.')]).toEqual([address, true])
  const given = (await recorded()).map(({ detail }) => JSON.parse(detail).command)
  expect(given).toEqual(expect.arrayContaining(['user tier', 'user require-password-change']))
})

test('an operator makes an account for someone, who sets it up by the emailed link', async () => {
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open('/operator/accounts/new')
  await olivia.send('createAccount', { email: 'nora@example.net', firstName: '', lastName: 'North' })
  expect(olivia.status).toBe(400)
  expect(olivia.text()).toContain('Enter their first name.')
  await olivia.send('createAccount', { email: 'nora@example.net', firstName: 'Nora', lastName: 'North' })
  expect(olivia.text()).toContain('Account created.')
  const { links } = await app.outbox.newest('nora@example.net')
  expect(links.some((link) => link.includes('/access/setup/'))).toBe(true)
  await olivia.open('/operator/accounts/new')
  await olivia.send('createAccount', { email: 'nora@example.net', firstName: 'Nora', lastName: 'North' })
  expect(olivia.text()).toContain('nora@example.net already has an account.')
})

test('a second operator can be made; the last one who can sign in is neither removed nor disabled nor deleted', async () => {
  const { email, browser, address } = await makeAccount()
  const { guid } = await kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', 'olivia@example.org')
    .executeTakeFirstOrThrow()
  const own = `/operator/accounts/${guid}`
  for (const [name, button] of [
    ['end-operator', 'Remove administrator'],
    ['disable', 'Disable'],
    ['delete', 'Delete account'],
  ] as const) {
    const olivia = await act(own, name, button)
    expect([name, olivia.status]).toEqual([name, 400])
    expect(olivia.text()).toMatch(/is the only (administrator|operator) who can sign in/)
  }
  await act(address, 'make-operator', 'Make administrator')
  await browser.open('/operator')
  expect(browser.heading()).toBe('Overview')
  await act(own, 'end-operator', 'Remove administrator')
  await operator.open('/operator')
  expect(operator.path).toBe('/home')
  await browser.open(`${own}/make-operator`)
  await browser.press('Make administrator')
  await browser.open(`${address}/end-operator`)
  await browser.press('Remove administrator')
  expect((await trySignIn(app, email)).path).toBe('/home')
})

test('a form that is sent after 15 minutes is kept, and is accepted once it is confirmed who sends it', async () => {
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open('/operator/accounts/new')
  app.clock.advance(16 * minute)
  await olivia.send('createAccount', { email: 'kept@example.net', firstName: 'Kim', lastName: 'Kept' })
  expect([olivia.status, olivia.heading()]).toEqual([403, 'Confirm it’s you'])
  const kept = olivia.page
  const submission = kept.press('Try again')
  expect(submission.entries.map(({ value }) => value)).toContain('kept@example.net')
  await olivia.follow('Confirm it’s you')
  await olivia.send('confirmPassword', { password })
  await olivia.submit(submission)
  expect(olivia.text()).toContain('Account created.')
})
