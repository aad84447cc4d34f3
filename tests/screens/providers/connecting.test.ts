import { describe, expect, test } from 'vitest'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, password, signIn } from '#tests/support/world/make.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'
import { claimsOf, expectIn, expectRefused, setOut, signInAt, makeProviderWorld } from './providers.ts'

const { app, providers } = await makeProviderWorld()

async function identities(email: string) {
  const { kysely } = app.strongroom.services.database
  return kysely
    .selectFrom('identity')
    .innerJoin('user', 'user.guid', 'identity.user_guid')
    .select(['identity.subject', 'identity.provider'])
    .where('user.email', '=', email)
    .execute()
}

/** Someone new at the provider whose address there is that of an account here. */
async function arriveAs(email: string, to?: string) {
  providers.google.person = claimsOf('google', email, `google of ${email}`)
  return signInAt(app.browser(), 'google', providers.google, to)
}

describe('a person whose address has an account here', () => {
  test('is asked to sign in to it in the old way, then whether it shall be connected', async () => {
    const email = 'nora@example.org'
    await makeUser(app, { email })
    const browser = await arriveAs(email, '/s')
    expect([browser.status, browser.heading()]).toEqual([200, 'Connect Google to your account'])
    expect(browser.text()).toContain(`${email} already has an account here`)
    expect(browser.page.root.querySelectorAll('[value^=Connect]')).toEqual([])
    await browser.follow('Sign in')
    await browser.send('signIn', { email, password })
    expect(browser.heading()).toBe('Connect Google to your account')
    expect(await identities(email)).toEqual([])
    await browser.press('Connect Google')
    expect([browser.path, browser.status]).toEqual(['/s', 200])
    expect(browser.text()).toContain('Google is now connected to your account.')
    expect(await identities(email)).toEqual([{ subject: `google of ${email}`, provider: 'google' }])
    const mail = await app.outbox.newest(email)
    expect(mail.subject).toContain('Google now opens your')
    expect(mail.text).toContain(`Google as ${email} was connected to your account`)
    await expectIn(await signInAt(app.browser(), 'google', providers.google), email)
  })

  test('is not let in by the address alone', async () => {
    const browser = await arriveAs(operatorEmail)
    expect((await browser.open('/home')).url.pathname).toBe('/access/login')
    expect(await identities(operatorEmail)).toEqual([])
  })

  test('cannot connect it to an account of someone else', async () => {
    await makeUser(app, { email: 'olga@example.org' })
    const browser = await arriveAs('olga@example.org')
    const page = browser.path
    await browser.open('/access/login')
    await browser.send('signIn', { email: operatorEmail, password })
    await browser.open(page)
    expect(browser.text()).toContain(`You’re signed in as ${operatorEmail}.`)
    const token = browser.page.root.querySelector('input[name=token]')?.getAttribute('value')
    expect(token).toBeUndefined()
    await browser.open('/s')
    const own = tokenOn(browser)
    const answer = await browser.fetch(page, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: own, intent: 'confirm' }).toString(),
    })
    expect(answer.status).toBe(404)
    expect(await identities(operatorEmail)).toEqual([])
    expect(await identities('olga@example.org')).toEqual([])
  })

  test('whose page is opened in another browser, or after ten minutes, finds that it is over', async () => {
    const email = 'paula@example.org'
    const owner = await makeUser(app, { email })
    const browser = await arriveAs(email)
    await owner.open(browser.path)
    expect([owner.status, owner.heading()]).toEqual([410, 'This link no longer works'])
    app.clock.advance(10 * minute)
    await browser.reload()
    expect([browser.status, browser.heading()]).toEqual([410, 'This link no longer works'])
    expect(await identities(email)).toEqual([])
  })

  test('which is suspended is told so', async () => {
    const email = 'sven@example.org'
    await makeUser(app, { email })
    const { kysely } = app.strongroom.services.database
    await kysely.updateTable('user').set({ status: 'Suspended' }).where('email', '=', email).execute()
    await expectRefused(await arriveAs(email), 'This account is suspended.')
  })
})

test('someone who registered an address without proving it keeps nothing when its owner comes by a provider', async () => {
  const email = 'quentin@example.org'
  const hijacker = await app.browser().open('/access/register')
  const form = {
    firstName: 'Hans',
    lastName: 'Hijack',
    email,
    password: 'a password that the attacker knows',
  }
  await hijacker.send('register', form)
  const { links } = await app.outbox.newest(email)
  const browser = await arriveAs(email)
  await expectIn(browser, email)
  expect(browser.text()).not.toContain('Hijack')
  await hijacker.open('/access/login')
  await hijacker.send('signIn', { email, password: form.password })
  expect(hijacker.status).toBe(400)
  await hijacker.open(links.find((link) => link.includes('/access/activated/'))!)
  expect(hijacker.path).toBe('/access/login')
})

describe('the settings', () => {
  async function openTab(email: string) {
    const browser = await signIn(app, email)
    return browser.open('/setting?tabActive=connected')
  }

  test('connect a provider of any address, list it with its last use, and remove it', async () => {
    const email = 'rosa@example.org'
    await makeUser(app, { email })
    const browser = await openTab(email)
    expect(browser.text()).toContain('No accounts connected.')
    providers.linkedin.person = {
      ...claimsOf('linkedin', 'rosa@home.example', 'rosa'),
      email_verified: false,
    }
    await browser.open(await providers.linkedin.signIn(await setOut(browser, 'linkedin', 'Connect')))
    expect(browser.path).toBe('/setting?tabActive=connected')
    expect(browser.text()).toContain('LinkedIn is now connected to your account.')
    expect(browser.text()).toContain('LinkedIn: rosa@home.example')
    expect(browser.text()).toMatch(/Connected .*last used/)
    expect((await app.outbox.to(email)).map(({ subject }) => subject).join('\n')).toContain(
      'LinkedIn now opens your',
    )
    await expectIn(await signInAt(app.browser(), 'linkedin', providers.linkedin), email)
    await browser.press('Disconnect LinkedIn (rosa@home.example)')
    expect(browser.text()).toContain('No accounts connected.')
    expect((await app.outbox.to(email)).map(({ subject }) => subject).join('\n')).toContain(
      'A sign-in was removed',
    )
    await expectRefused(
      await signInAt(app.browser(), 'linkedin', providers.linkedin),
      'didn’t confirm your email address',
    )
  })

  test('say so when it is connected already', async () => {
    const email = 'sara@example.org'
    providers.google.person = claimsOf('google', email, 'sara')
    const browser = await signInAt(app.browser(), 'google', providers.google)
    await browser.open('/setting?tabActive=connected')
    await browser.open(await providers.google.signIn(await setOut(browser, 'google', 'Connect')))
    expect(browser.text()).toContain('Google was already connected to your account.')
    expect(await identities(email)).toHaveLength(1)
  })

  test('refuse a sign-in that opens another account', async () => {
    providers.google.person = claimsOf('google', 'tess@example.org', 'tess')
    await signInAt(app.browser(), 'google', providers.google)
    const browser = await openTab(operatorEmail)
    await browser.open(await providers.google.signIn(await setOut(browser, 'google', 'Connect')))
    expect(browser.path).toBe('/setting?tabActive=connected')
    expect(browser.text()).toContain('That sign-in is already connected to another account.')
    expect(await identities(operatorEmail)).toEqual([])
  })

  test('do not remove the only way in, until there is a password or another', async () => {
    const email = 'uwe@example.org'
    providers.google.person = claimsOf('google', email, 'uwe')
    const browser = await signInAt(app.browser(), 'google', providers.google)
    await browser.open('/setting?tabActive=connected')
    expect(browser.text()).toContain('This is your only sign-in method.')
    expect(browser.page.root.querySelectorAll('[value^=Disconnect]')).toEqual([])
    const { kysely } = app.strongroom.services.database
    const row = await kysely.selectFrom('identity').select('guid').where('subject', '=', 'uwe').execute()
    const token = tokenOn(browser)
    const body = new URLSearchParams({ token, intent: 'disconnect', identity: row[0]!.guid }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await browser.fetch('/setting?tabActive=connected', { method: 'POST', headers, body })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('This is your only sign-in method.')
    providers.microsoft.person = { ...claimsOf('microsoft', email, 'uwe'), oid: 'uwe' }
    await browser.open(await providers.microsoft.signIn(await setOut(browser, 'microsoft', 'Connect')))
    await browser.press(/Disconnect Google/)
    expect(await identities(email)).toEqual([{ subject: 'uwe', provider: 'microsoft' }])
  })

  test('remove only what is one’s own', async () => {
    providers.google.person = claimsOf('google', 'vera@example.org', 'vera')
    await signInAt(app.browser(), 'google', providers.google)
    const { kysely } = app.strongroom.services.database
    const [row] = await kysely.selectFrom('identity').select('guid').where('subject', '=', 'vera').execute()
    const browser = await openTab(operatorEmail)
    const token = tokenOn(browser)
    const body = new URLSearchParams({ token, intent: 'disconnect', identity: row!.guid }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await browser.fetch('/setting?tabActive=connected', { method: 'POST', headers, body })
    expect(answer.status).toBe(404)
    expect(await identities('vera@example.org')).toHaveLength(1)
  })
})

describe('a way in that is being added', () => {
  async function begin(email: string) {
    const browser = await makeUser(app, { email })
    await browser.open('/setting?tabActive=connected')
    providers.google.person = claimsOf('google', `other-${email}`, `google of ${email}`)
    return { browser, back: await providers.google.signIn(await setOut(browser, 'google', 'Connect')) }
  }

  test('is not added once the session has ended', async () => {
    const { browser, back } = await begin('wanda@example.org')
    await browser.open('/home')
    await browser.press('Sign out')
    await browser.open(back)
    await expectRefused(browser)
    expect(await identities('wanda@example.org')).toEqual([])
  })

  test('is not added in another session of the same person, nor to another account', async () => {
    for (const [email, next] of [
      ['xaver@example.org', 'xaver@example.org'],
      ['yara@example.org', operatorEmail],
    ] as const) {
      const { browser, back } = await begin(email)
      await browser.open('/home')
      await browser.press('Sign out')
      await browser.open('/access/login')
      await browser.send('signIn', { email: next, password })
      await browser.open(back)
      expect(browser.text()).toContain('That sign-in didn’t work. Nothing was changed.')
      expect([...(await identities(email)), ...(await identities(next))]).toEqual([])
    }
  })
})
