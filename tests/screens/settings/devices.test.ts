import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, password, signIn } from '#tests/support/world/make.ts'
import { sessionOf } from '#tests/support/world/ways-in.ts'

const { app } = await makeWorld()

const tab = '/setting?tabActive=sessions'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const desk = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('a person sees where the account is signed in, and which of it is this device', async () => {
  const email = 'vera@example.org'
  const browser = await makeUser(app, { email, browser: { userAgent: desk, ip: '8.8.8.8' } })
  const mobile = app.browser({ userAgent: phone, ip: '192.168.1.7' })
  await mobile.open('/access/login')
  await mobile.send('signIn', { email, password, isRemembered: 'on' })
  await browser.open(tab)
  const text = browser.text()
  expect(text).toMatch(/Firefox on Linux\s+This device/)
  expect(text).toMatch(/United States \(8\.8\.8\.8\) · New account/)
  expect(text).toMatch(/Safari on iOS/)
  expect(text).toMatch(/Unknown location \(192\.168\.1\.7\) · Password · stays signed in for 30 days/)
  expect(text).not.toMatch(/Safari on iOS\s+This device/)
  for (const one of [browser, mobile]) {
    expect(Buffer.from(browser.bytes).toString()).not.toContain(sessionOf(one).secret)
  }
})

test('one device is signed out by its button, and its next request says so', async () => {
  const [here, there, third] = [
    await signIn(app, operatorEmail, { userAgent: desk }),
    await signIn(app, operatorEmail, { userAgent: phone }),
    await signIn(app, operatorEmail, { userAgent: phone }),
  ]
  app.clock.advance(minute)
  await there.open(tab)
  const key = sessionOf(third).guid
  await there.send('endSession', { key })
  expect(there.text()).toContain('Device signed out.')
  await there.send('endSession', { key })
  expect(there.text()).toContain('That device was already signed out.')
  expect((await third.open('/home')).status).toBe(401)
  for (const one of [here, there]) expect((await one.open('/home')).status).toBe(200)
})

test('a device that is signed out from another is a stranger afterwards, and this one is not', async () => {
  const [here, lost] = [await signIn(app, operatorEmail), await signIn(app, operatorEmail)]
  const known = async () =>
    (await app.strongroom.services.database.kysely.selectFrom('known_browser').selectAll().execute()).length
  const before = await known()
  await here.open(tab)
  await here.send('endSession', { key: sessionOf(lost).guid })
  expect(here.text()).toContain('Device signed out.')
  expect(await known()).toBe(before - 1)
})

test('all other devices are signed out at once, this one stays', async () => {
  const [here, there] = [await signIn(app, operatorEmail), await signIn(app, operatorEmail)]
  await here.open(tab)
  await here.press('Sign out all other devices')
  expect([here.path, here.text().includes('All other devices signed out.')]).toEqual([tab, true])
  expect(here.text()).toContain('You’re not signed in anywhere else.')
  expect((await there.open('/home')).status).toBe(401)
})

test('no one ends the session of someone else by its key', async () => {
  const victim = await signIn(app, operatorEmail)
  const key = sessionOf(victim).guid
  const attacker = await makeUser(app, { email: 'mallory@example.org' })
  await signIn(app, 'mallory@example.org')
  await attacker.open(tab)
  await attacker.send('endSession', { key })
  expect(attacker.text()).toContain('was already signed out')
  expect((await victim.open('/home')).status).toBe(200)
})
