import { describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { codeFor } from '#tests/support/world/people.ts'
import {
  makeShare,
  makeUser,
  operatorEmail,
  password,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'

const { app } = await makeWorld()

async function signInAt(browser: Browser, email = operatorEmail, typed = password): Promise<Browser> {
  return browser.send('signIn', { email, password: typed })
}

const wanted = '/s?page=1'

describe('the page that was wanted', () => {
  test('comes after registering and activating in the same browser', async () => {
    const browser = await app.browser().open(wanted)
    await browser.follow('Create one')
    expect(browser.path).toBe(`/access/register?to=${encodeURIComponent(wanted)}`)
    const person = { firstName: 'Nora', lastName: 'New', email: 'nora@example.org', password }
    await browser.send('register', { ...person, password: 'short' })
    expect(browser.status).toBe(400)
    await browser.send('register', person)
    expect(browser.url.pathname).toBe('/access/validation')
    const link = await app.outbox.linkTo(person.email, '/access/activated/')
    expect(new URL(link).search).toBe('')
    await browser.open(link)
    await browser.press('Activate account')
    expect([browser.path, browser.status]).toEqual([wanted, 200])
    expect(browser.cookies.names()).not.toContain('wanted')
  })

  test('comes after registering as the first of an installation', async () => {
    const fresh = await startApp()
    const browser = await fresh.browser().open('/share')
    await browser.follow('Create one')
    await browser.send('register', {
      firstName: 'Olga',
      lastName: 'One',
      email: 'olga@example.org',
      password,
    })
    expect(browser.path).toBe('/share')
  })

  test('is home where the link of the email is opened in another browser', async () => {
    const browser = await app.browser().open(`/access/register?to=${encodeURIComponent(wanted)}`)
    const email = 'nils@example.org'
    await browser.send('register', { firstName: 'Nils', lastName: 'New', email, password })
    const other = await app.browser().open(await app.outbox.linkTo(email, '/access/activated/'))
    await other.press('Activate account')
    expect(other.path).toBe('/home')
  })

  test('comes after a new password and signing in with it', async () => {
    const email = 'ruth@example.org'
    const signInPage = `/access/login?${new URLSearchParams({ to: wanted, email })}`
    await makeUser(app, { email })
    const browser = await app.browser().open(wanted)
    await browser.follow('Forgot your password?')
    await browser.send('request', { email })
    expect(browser.page.links('Back to sign-in')).toEqual([signInPage])
    await browser.open(await app.outbox.linkTo(email, '/access/reset'))
    await browser.send('reset', { newPassword: 'nine patient herons by the canal' })
    expect(browser.path).toBe(signInPage)
    await signInAt(browser, email, 'nine patient herons by the canal')
    expect(browser.path).toBe(wanted)
  })

  test('is kept for a day, no longer, and never by a cookie that someone else wrote', async () => {
    const email = 'dora@example.org'
    const browser = await app.browser().open(`/access/register?to=${encodeURIComponent(wanted)}`)
    await browser.send('register', { firstName: 'Dora', lastName: 'New', email, password })
    app.clock.advance(24 * hour)
    await browser.open(await app.outbox.linkTo(email, '/access/activated/'))
    browser.cookies.keep('wanted=Ii8vZXZpbC5leGFtcGxlIg%3D%3D; Path=/', browser.url)
    await browser.press('Activate account')
    expect(browser.path).toBe('/home')
  })
})

/** No page of ours, however it is written: a sign-in that names it leads home. */
const elsewhere = [
  '//evil.example',
  '//evil.example/s',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '%2f%2fevil.example',
  '/%2f%2fevil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/s/..//evil.example',
  '/s/../..//evil.example',
  '/%2e%2e//evil.example',
  'https://localhost:3000@evil.example',
  'https://localhost:3000:x@evil.example/home',
  '//localhost:3000@evil.example',
  '/@evil.example',
  'https:evil.example',
  'http:/evil.example',
  'https://localhost:3000.evil.example',
  'https://evil.example/s',
  'javascript:alert(1)',
  'JavaScript://%0aalert(1)',
  'data:text/html,x',
  'blob:https://evil.example/x',
  '/／evil.example',
  '／／evil.example',
  '/⁄evil.example',
  '/∕evil.example',
  '/․․//evil.example',
  '。。//evil.example',
  '/\u2028/evil.example',
  '/\ufeff/evil.example',
  'evil.example',
  '?to=//evil.example',
  '#//evil.example',
  '.evil.example',
  '/access/login',
  '/access/login?to=/access/login',
  '/ACCESS/login/',
  '/access/%6cogin',
  '/access/logout',
  '/access/logout?intent=signOut',
  '/access/register',
  '/access/reset?token=x',
  '/access/filelogin?share=x',
  '/access/500',
  '/home.data',
  '/s.data?_routes=shell',
  '/wp-admin',
  `/s?q=${'x'.repeat(3000)}`,
  '',
  '\0',
]

describe('a target that is no page of ours', () => {
  test.each(elsewhere)('%.60j leads home, before and after signing in', async (to) => {
    for (const encoded of [encodeURIComponent(to), encodeURIComponent(encodeURIComponent(to))]) {
      const browser = await app.browser().open(`/access/login?to=${encoded}`)
      await signInAt(browser)
      expect([browser.path, browser.status]).toEqual(['/home', 200])
      const again = await browser.fetch(`/access/login?to=${encoded}`)
      expect([again.status, again.headers.get('location')]).toEqual([302, '/home'])
      expect((await browser.open('/home')).path).toBe('/home')
    }
  })

  test.each(elsewhere)('%.60j does not come along to any other access page either', async (to) => {
    const stranger = app.browser()
    const query = `to=${encodeURIComponent(to)}`
    for (const page of ['login', 'register', 'reset', 'filelogin']) {
      await stranger.open(`/access/${page}?${query}`)
      expect(stranger.status).toBe(200)
      const links = stranger.page.links()
      const wishes = links.flatMap((link) => new URL(link, 'http://localhost').searchParams.getAll('to'))
      expect(wishes.filter((wish) => wish !== '/home')).toEqual([])
      expect(links.filter((link) => !/^(#content$|\/[^/\\])/.test(link))).toEqual([])
    }
  })
})

test('no one is signed out by a target', async () => {
  const browser = await signIn(app, operatorEmail)
  await browser.open('/access/login?to=%2Faccess%2Flogout')
  expect(browser.path).toBe('/home')
  expect((await browser.open('/s')).path).toBe('/s')
})

describe('a stranger', () => {
  const guid = 'f'.repeat(32)

  test.each([
    [`/file/${guid}`, `/access/filelogin?share=${guid}`],
    [`/view/${guid}`, `/access/filelogin?share=${guid}&to=%2Fview%2F${guid}`],
    [`/d/${guid}`, `/access/filelogin?share=${guid}&to=%2Fd%2F${guid}`],
    [`/dr/${guid}`, `/access/filelogin?share=${guid}&to=%2Fdr%2F${guid}`],
    [
      `/filefolder/${guid}/${guid}`,
      `/access/filelogin?share=${guid}&to=${encodeURIComponent(`/filefolder/${guid}/${guid}`)}`,
    ],
    [
      `/drfile/${guid}/${guid}`,
      `/access/filelogin?share=${guid}&to=${encodeURIComponent(`/drfile/${guid}/${guid}`)}`,
    ],
    [`/s/${guid}`, `/access/login?to=%2Fs%2F${guid}`],
    ['/setting?tabActive=password', '/access/login?to=%2Fsetting%3FtabActive%3Dpassword'],
  ])('who asks for %s is led to %s', async (address, door) => {
    expect((await app.browser().open(address)).path).toBe(door)
  })
})

describe('a reader who is not known any more', () => {
  test('proves who they are again, and comes back to the very page', async () => {
    const guid = await makeShare(app, await signIn(app, operatorEmail))
    const ask = async (browser: Browser) => {
      await browser.send('ask', { email: recipientEmail })
      const code = await codeFor(app, recipientEmail)
      return browser.send('prove', { code })
    }
    const rita = await ask(await app.browser().open(`/file/${guid}`))
    await rita.send('open')
    await rita.open(`/view/${guid}?page=2`)
    expect(rita.status).toBe(200)
    rita.cookies.tamper('reader', () => '')
    await rita.reload()
    expect(rita.path).toBe(`/access/filelogin?share=${guid}&to=${encodeURIComponent(`/view/${guid}?page=2`)}`)
    await ask(rita)
    expect([rita.path, rita.status]).toEqual([`/view/${guid}?page=2`, 200])

    app.clock.advance(2 * hour)
    await rita.reload()
    expect([rita.status, rita.heading()]).toEqual([401, 'Confirm your email'])
    expect(rita.text()).toContain('Session expired for your security.')
    app.clock.advance(15 * minute)
    await ask(rita)
    expect([rita.path, rita.status]).toEqual([`/view/${guid}?page=2`, 200])
  })

  test('is led to the door also by a button, and no target of another share is taken', async () => {
    const sender = await signIn(app, operatorEmail)
    const guid = await makeShare(app, sender)
    const other = await makeShare(app, sender)
    const rita = await app.browser().open(`/file/${guid}`)
    await rita.send('ask', { email: recipientEmail })
    await rita.send('prove', { code: await codeFor(app, recipientEmail) })
    const open = rita.page.submission(rita.page.form('open'))
    rita.cookies.tamper('reader', () => '')
    await rita.submit({ ...open, action: `/file/${guid}` })
    expect([rita.status, rita.path]).toEqual([200, `/access/filelogin?share=${guid}`])
    await rita.open(`/access/filelogin?share=${guid}&to=/file/${other}`)
    await rita.send('ask', { email: recipientEmail })
    await rita.send('prove', { code: await codeFor(app, recipientEmail) })
    expect(rita.path).toBe(`/file/${guid}`)
  })

  test('who has an account signs in instead, and comes to the file', async () => {
    const guid = await makeShare(app, await signIn(app, operatorEmail), { recipients: 'aisha@example.org' })
    await makeUser(app, { email: 'aisha@example.org' })
    const aisha = await app.browser().open(`/file/${guid}`)
    await aisha.follow('Sign in instead')
    await signInAt(aisha, 'aisha@example.org')
    expect([aisha.path, aisha.heading()]).toEqual([`/file/${guid}`, 'contract.pdf'])
  })
})
