import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, signIn, trySignIn } from '#tests/support/world/make.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { sessionOf } from '#tests/support/world/ways-in.ts'

const { app } = await makeWorld()
let people = 0

/** A person of this test's own. */
async function person(): Promise<{ email: string; browser: Browser }> {
  const email = `vera${++people}@example.org`
  return { email, browser: await makeUser(app, { email, firstName: 'Vera', lastName: 'Vogel' }) }
}

/** What the person reads on their activity page, the newest first. */
async function read(browser: Browser): Promise<string[]> {
  await app.settle()
  await browser.open('/setting/activity')
  return browser.page.root
    .querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('td')[2]!.text.replace(/\s+/g, ' ').trim())
}

test('signing out is on record: here, at another device, and everywhere', async () => {
  const { email, browser } = await person()
  const [second, third] = [await signIn(app, email), await signIn(app, email)]
  await second.open('/access/logout')
  await second.press(/^Sign out$/)
  await browser.open('/setting?tabActive=sessions')
  await browser.send('endSession', { key: sessionOf(third).guid })
  await signIn(app, email)
  await browser.open('/setting?tabActive=sessions')
  await browser.send('endOtherSessions')
  const lines = await read(browser)
  expect(lines[0]).toBe('signed out 1 device')
  expect(lines.filter((line) => line === 'signed out 1 device')).toHaveLength(2)
  expect(lines).toContain('signed out')
})

test('a changed profile and notifications are on record with what they were before', async () => {
  const { browser } = await person()
  await browser.open('/setting')
  browser.fill('Last name', 'Veilchen')
  await browser.press('Save')
  await browser.open('/setting?tabActive=notifications')
  browser.clear(/opens one of my files/)
  await browser.press('Save')
  const [notifications, profile] = await read(browser)
  expect(profile).toBe('changed the profile, last name: Vogel → Veilchen')
  expect(notifications).toBe('changed the notifications, first openings: on → off')
  await browser.open('/setting')
  await browser.press('Save')
  expect((await read(browser))[0]).toBe(notifications)
})

test('a wrong password or code of someone who is signed in is on record', async () => {
  const { browser } = await person()
  await browser.open('/setting?tabActive=password')
  await browser.send('changePassword', {
    password: 'wrong wrong wrong',
    newPassword: 'nine loud lamps at the harbour',
  })
  expect(browser.status).toBe(400)
  await browser.open('/setting?tabActive=twofactor')
  await browser.press('Set up two-step verification')
  const secret = keyOn(browser)
  await browser.send('confirmSecondFactor', { twoFactorCode: 'abcdef' })
  browser.fill('Code from the app', appCode(app, secret))
  await browser.press('Turn on')
  expect((await read(browser)).slice(0, 3)).toEqual([
    'turned on two-step verification',
    'entered a wrong code, while signed in',
    'entered a wrong password, while signed in',
  ])
})

test('strangers who guess at a password leave two records an hour, however many they are', async () => {
  const { email, browser } = await person()
  for (let at = 0; at < 7; at++) {
    await trySignIn(app, email, `not the password ${at}`)
    await trySignIn(app, 'nobody@example.org', 'x')
  }
  expect((await read(browser)).slice(0, 2)).toEqual(['Blocked entered a wrong password', expect.anything()])
  app.clock.advance(hour)
  await app.settle()
  await trySignIn(app, email, 'again')
  const lines = await read(await signIn(app, email))
  expect(lines.filter((line) => line.startsWith('Blocked'))).toEqual([
    'Blocked entered a wrong password',
    'Blocked entered 6 more wrong passwords within the same hour',
    'Blocked entered a wrong password',
  ])
  app.clock.advance(minute)
})

test('a right password that does not let in is on record with the reason', async () => {
  const { email, browser } = await person()
  const { administration } = app.strongroom.services.accounts
  await administration.disable(email)
  await trySignIn(app, email)
  await administration.enable(email)
  expect(await read(await signIn(app, email))).toContain(
    'could not sign in with a password: the account is suspended',
  )
  expect(browser.status).toBe(200)
})

test('every list that someone takes with them is on record', async () => {
  const { browser } = await person()
  const share = await makeShare(app, browser)
  for (const path of [
    '/s/export',
    `/s/${share}/export?format=csv`,
    `/s/${share}/export?table=people`,
    `/s/${share}/terms/export`,
    '/setting/activity/export',
    '/setting/export',
  ])
    expect((await browser.fetch(path)).status).toBe(200)
  const lines = (await read(browser)).filter((line) => line.startsWith('exported'))
  expect(lines.toReversed()).toEqual([
    'exported the list of sent files',
    `exported the activity of a file (${share})`,
    `exported the recipients of a file (${share})`,
    `exported who accepted terms of access (${share})`,
    'exported the activity of the account',
    'exported the account’s data',
  ])
})
