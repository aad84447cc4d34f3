import { expect, test } from 'vitest'
import {
  makeShare,
  operatorEmail,
  password,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { askTerms } from '#tests/support/world/conditions.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const links = 'Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)'

test('no page is shown again from what a browser has kept, nor to who has signed out', async () => {
  const reader = await signIn(app, operatorEmail)
  for (const address of ['/home', '/s', '/setting', '/nothing', '/access/logout']) {
    await reader.open(address)
    expect(reader.headers.get('cache-control')).toBe('no-store, no-cache, max-age=0')
    expect(reader.headers.get('vary')).toContain('Cookie')
  }
  const redirect = await app.browser().fetch('/home')
  expect(redirect.headers.get('cache-control')).toBe('no-store, no-cache, max-age=0')
})

test('what signs out takes each cookie with a value and a date that every browser understands', async () => {
  const reader = await signIn(app, operatorEmail)
  await reader.open('/access/logout')
  const [answer] = await reader.sendTwice('signOut')
  const lines = answer.headers.getSetCookie().filter((line) => !line.startsWith('notice='))
  expect(lines.map((line) => line.replace(/=.*/, ''))).toEqual(['session', 'challenge', 'reader', 'keys'])
  for (const line of lines) {
    expect(line).toMatch(/^\w+=\S+; Max-Age=0; Path=\/; Expires=Sat, 01 Jan 2000 00:00:00 GMT;/)
  }
})

test('a browser that keeps the cookie of a session that has ended signs in again all the same', async () => {
  const reader = await signIn(app, operatorEmail)
  const kept = `session=${reader.cookies.value('session')}; Path=/`
  await reader.open('/access/logout')
  await reader.send('signOut')
  reader.cookies.keep(kept, reader.url)
  await reader.open('/access/login')
  reader.cookies.keep(kept, reader.url)
  await reader.send('signIn', { email: operatorEmail, password })
  expect([reader.status, reader.path]).toEqual([200, '/home'])
})

test('a browser that keeps a cookie which was taken from it has none', async () => {
  const reader = await signIn(app, operatorEmail)
  await reader.open('/access/logout')
  const [answer] = await reader.sendTwice('signOut')
  const [session = ''] = answer.headers.getSetCookie()
  reader.cookies.keep(`${session.split(';')[0]}; Path=/`, reader.url)
  await reader.open('/home')
  expect(reader.url.pathname).toBe('/access/login')
})

test('a page for which one has to sign in names a scheme for which no browser asks by itself', async () => {
  const reader = await signIn(app, operatorEmail)
  app.clock.advance(31 * 60_000)
  await reader.open('/home')
  expect(reader.status).toBe(401)
  expect(reader.headers.get('www-authenticate')).toBe('Page realm="Strongroom"')
})

test('after the right code a browser that keeps redirects is led to an address that it has not seen', async () => {
  const guid = await makeShare(app, await signIn(app, operatorEmail))
  const reader = await proveAddress(app, guid, recipientEmail, { userAgent: links })
  expect(reader.path).toMatch(new RegExp(`^/file/${guid}\\?now=\\w+$`))
  await reader.send('open')
  expect(reader.path).toMatch(new RegExp(`^/view/${guid}\\?now=\\w+$`))
  expect(reader.status).toBe(200)
})

test('lynx is led by whole addresses, which are those of the installation and never of who asks', async () => {
  const { origin, host } = app.strongroom.services.config.publicUrl
  const lynx = app.browser({ userAgent: 'Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1' })
  const whereTo = async (browser: typeof lynx, asked: string) =>
    (await browser.fetch('/home', { headers: { host: asked } })).headers.get('location')
  expect(await whereTo(lynx, host)).toBe(`${origin}/access/login?to=%2Fhome`)
  expect(await whereTo(lynx, 'elsewhere.example')).toBe('/access/login?to=%2Fhome')
  expect(await whereTo(app.browser(), host)).toBe('/access/login?to=%2Fhome')
  const reader = await signIn(app, operatorEmail, { userAgent: 'Lynx/2.9.0dev.12' })
  expect([reader.status, reader.path]).toEqual([200, '/home'])
})

test('terms are accepted by a browser that sends a tick box without a value', async () => {
  const sender = await signIn(app, operatorEmail)
  const guid = await makeShare(app, sender)
  await askTerms(app, guid, 'Keep it to yourself.')
  const reader = await proveAddress(app, guid)
  await reader.open(`/file/${guid}/terms`)
  expect(reader.page.root.querySelector('input[name=isAccepted]')?.getAttribute('value')).toBe('on')
  await reader.send('accept', { isAccepted: '' })
  expect(reader.url.pathname).toBe(`/file/${guid}`)
})

test('in a page read from top to bottom a field follows its label, and nothing is there to be skipped at the door', async () => {
  const reader = await app.browser().open('/access/register')
  const [field] = reader.page.root.querySelectorAll('.field').filter((one) => one.querySelector('.hint'))
  expect(field?.children.map(({ rawTagName }) => rawTagName)).toEqual(['label', 'input', 'p'])
  expect(reader.text()).not.toContain('Skip to content')
  expect((await signIn(app, operatorEmail)).text()).toContain('Skip to content')
})
