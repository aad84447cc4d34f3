import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { day } from '#tests/support/world/clock.ts'
import { makeShare, operatorEmail, password, signIn } from '#tests/support/world/make.ts'
import { makePerson } from '#tests/support/world/addresses.ts'

let people = 0

const { app } = await makeWorld()

/** An account of this test's own, made by the operator without a password; the path of the link in its letter. */
async function inSetup(): Promise<{ email: string; link: string }> {
  const email = `new${++people}@example.org`
  const account = { email, firstName: 'Nora', lastName: 'Neu', isSent: true }
  await app.strongroom.services.accounts.administration.create(account)
  const mail = await app.outbox.newest(email)
  expect(mail.subject).toBe('Your Strongroom account')
  return { email, link: new URL(mail.links.find((one) => one.includes('/access/setup/'))!).pathname }
}

async function flag(email: string, set: { needs_setup?: 1; must_change_password?: 1; has_password?: 0 }) {
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('user').set(set).where('email', '=', email).execute()
}

describe('an account that the operator made', () => {
  test('is set up by the link in its letter: name, password, and in', async () => {
    const { email, link } = await inSetup()
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await app.browser().fetch(link, { method })).status).toBe(200)
    }
    const browser = await app.browser().open(link)
    expect([browser.heading(), browser.text().includes(email)]).toEqual(['Set up your account', true])
    expect(browser.page.valueOf('First name')).toBe('Nora')
    browser.fill('First name', 'Leonora').fill('Password', password)
    await browser.press('Set up account')
    expect([browser.path, browser.heading()]).toEqual(['/home', 'Good morning, Leonora'])
    expect((await app.browser().open(link)).status).toBe(410)
    expect((await signIn(app, email)).heading()).toBe('Good morning, Leonora')
  })

  test('keeps the names typed when the password is refused', async () => {
    const { link } = await inSetup()
    const browser = await app.browser().open(link)
    browser.fill('Last name', 'Neumann').fill('Password', 'short')
    await browser.press('Set up account')
    expect(browser.status).toBe(400)
    expect(browser.text()).toContain('Use at least 12 characters.')
    expect([browser.page.valueOf('Last name'), browser.page.valueOf('Password')]).toEqual(['Neumann', ''])
    await browser.send('setUp', { password })
    expect(browser.path).toBe('/home')
  })

  test('has no other way in before that', async () => {
    const { email } = await inSetup()
    const browser = await app.browser().open('/access/login')
    await browser.send('signIn', { email, password })
    expect(browser.status).toBe(400)
    await browser.open('/access/reset')
    await browser.send('request', { email })
    const { links } = await app.outbox.newest(email)
    expect(links.some((one) => one.includes('/access/setup/'))).toBe(true)
    expect(links.some((one) => one.includes('/access/reset'))).toBe(false)
  })

  test('is told when the link is too old or invented', async () => {
    const { link } = await inSetup()
    const open = await app.browser().open(link)
    app.clock.advance(7 * day)
    await open.send('setUp', { password })
    expect([open.status, open.heading()]).toEqual([410, 'This link no longer works'])
    for (const address of [link, '/access/setup/x', `/access/setup/${'x'.repeat(43)}`]) {
      expect((await app.browser().open(address)).status).toBe(410)
    }
  })
})

describe('who is signed in and has something to do first', () => {
  test('is led to setup from every page, and afterwards to the page that was wanted', async () => {
    const { email, browser } = await makePerson(app)
    await flag(email, { needs_setup: 1 })
    for (const address of ['/home', '/share', '/s', '/setting', '/']) {
      expect((await browser.open(address)).url.pathname).toBe('/access/setup')
    }
    await browser.open('/s?page=1')
    expect([browser.path, browser.heading()]).toEqual([
      '/access/setup?to=%2Fs%3Fpage%3D1',
      'Set up your account',
    ])
    await browser.send('setUp', { firstName: '', lastName: 'Neu' })
    expect(browser.status).toBe(400)
    await browser.send('setUp', { firstName: 'Nora', lastName: 'Neu' })
    expect([browser.status, browser.path]).toEqual([200, '/s?page=1'])
    expect((await browser.open('/home')).heading()).toBe('Good morning, Nora')
    expect((await browser.open('/access/setup?token=x')).path).toBe('/home')
  })

  test('signs in, sets up, changes the password, and only then gets where it wanted', async () => {
    const { email } = await makePerson(app)
    await flag(email, { needs_setup: 1, must_change_password: 1 })
    const browser = await app.browser().open('/share')
    await browser.send('signIn', { email, password })
    expect(browser.path).toBe('/access/setup?to=%2Fshare')
    await browser.send('setUp')
    expect(browser.path).toBe('/access/changepassword?to=%2Fshare')
    expect(browser.text()).toContain('requires a new password before you continue')
    await browser.send('changePassword', { password, newPassword: password })
    expect(browser.text()).toContain('That’s your current password.')
    await browser.send('changePassword', { password, newPassword: 'nine patient herons by the canal' })
    expect([browser.status, browser.path]).toEqual([200, '/share'])
    expect(browser.text()).toContain('Password changed.')
  })

  test('can choose a password in setup where there is none, or none', async () => {
    const { email, browser } = await makePerson(app)
    await flag(email, { needs_setup: 1, has_password: 0 })
    await browser.open('/home')
    await browser.send('setUp', { password: 'short' })
    expect([browser.status, browser.text().includes('Use at least 12 characters.')]).toEqual([400, true])
    await browser.send('setUp', { password: '' })
    expect(browser.path).toBe('/home')
    await browser.open('/access/changepassword')
    expect(browser.text()).toContain('This account has no password yet.')
  })

  test.each(['needs_setup', 'must_change_password'] as const)(
    'by %s can do nothing else: no form, no upload, no file, no bytes',
    async (name) => {
      const { email, browser } = await makePerson(app)
      const own = await makeShare(app, browser, { recipients: email })
      await browser.open(`/s/${own}`)
      const unshare = { ...browser.page.press('Unshare'), action: `/s/${own}` }
      await browser.open('/share')
      const { entries } = browser.page.submission(browser.page.form('share'))
      const token = entries.find((entry) => entry.name === 'token')!
      await flag(email, { [name]: 1 })
      await browser.submit(unshare)
      expect([browser.status, browser.heading()]).toEqual([403, 'One more step first'])
      const file = { name: 'file', value: { name: 'late.txt', bytes: Buffer.from('words') } }
      await browser.submit({
        action: '/share',
        method: 'post',
        encoding: 'multipart/form-data',
        entries: [token, { name: 'intent', value: 'share' }, file],
      })
      expect(browser.status).toBe(403)
      const { kysely } = app.strongroom.services.database
      expect(await kysely.selectFrom('file').select('guid').where('name', '=', 'late.txt').execute()).toEqual(
        [],
      )
      const share = await kysely.selectFrom('share').select('status').where('guid', '=', own).execute()
      expect(share).toEqual([{ status: 'Active' }])
      for (const bytes of [`/view/${own}/page/1`, `/view/${own}/download`]) {
        expect((await browser.fetch(bytes)).status).toBe(401)
      }
      expect((await browser.open(`/file/${own}`)).url.pathname).toBe('/access/filelogin')
    },
  )

  test('can sign out instead', async () => {
    const { email, browser } = await makePerson(app)
    await flag(email, { must_change_password: 1 })
    await browser.open('/home')
    await browser.follow('Sign out')
    await browser.press('Sign out')
    expect(browser.path).toBe('/access/login')
  })
})

test('a password is changed at its own address too, for the account that is signed in', async () => {
  const { email, browser } = await makePerson(app)
  await browser.open(`/access/changepassword?email=${email}`)
  expect(browser.text()).not.toContain('This link was for')
  await browser.open(`/access/changepassword?email=${operatorEmail}`)
  expect(browser.text()).toContain(`This link was for ${operatorEmail}.`)
  await browser.send('changePassword', { password: 'wrong', newPassword: 'nine patient herons by the canal' })
  expect([browser.status, browser.text().includes('That isn’t your current password.')]).toEqual([400, true])
  await browser.send('changePassword', { password, newPassword: 'nine patient herons by the canal' })
  expect(browser.path).toBe('/home')
})
