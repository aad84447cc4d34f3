// @module-tag engines
import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { makeShare, operatorEmail, password, signIn, trySignIn } from '#tests/support/world/make.ts'
import { sessionOf } from '#tests/support/world/ways-in.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'

const { app } = await makeWorld()

/** Another browser with a copy of this one's cookies. */
function copyOf(browser: Browser): Browser {
  const copy = app.browser()
  for (const name of browser.cookies.names()) {
    copy.cookies.keep(`${name}=${browser.cookies.value(name)}; Path=/`, copy.url)
  }
  return copy
}

function sessionLines(answer: Response): string[] {
  return answer.headers.getSetCookie().filter((line) => line.startsWith('session='))
}

test('a remembered browser gets a new cookie by use after an hour, to the same end, out of reach of scripts', async () => {
  const browser = await trySignIn(app, operatorEmail, password, { isRemembered: 'on' })
  const first = browser.cookies.value('session')
  expect(sessionLines(await browser.fetch('/home'))).toEqual([])
  app.clock.advance(hour + minute)
  const lines = sessionLines(await browser.fetch('/home'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
  expect(Date.parse(/Expires=([^;]+)/.exec(lines[0]!)![1]!)).toBeLessThan(app.clock.now() + 30 * 24 * hour)
  expect(browser.cookies.value('session')).not.toBe(first)
  expect((await browser.open('/home')).heading()).toBe('Good morning, Olivia')
})

test('of requests that race, one brings a new cookie, and all are answered', async () => {
  const browser = await trySignIn(app, operatorEmail, password, { isRemembered: 'on' })
  app.clock.advance(2 * hour)
  const racing = copyOf(browser)
  const answers = await Promise.all(Array.from({ length: 6 }, () => racing.fetch('/home')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
  expect(answers.flatMap(sessionLines)).toHaveLength(1)
  expect((await racing.open('/home')).status).toBe(200)
  // The other copy still has the cookie of before, as a request does that was under way.
  expect((await browser.open('/home')).status).toBe(200)
})

test('an old copy of the cookie ends the session for the thief and the owner alike', async () => {
  const owner = await trySignIn(app, operatorEmail, password, { isRemembered: 'on' })
  const other = await trySignIn(app, operatorEmail, password, { isRemembered: 'on' })
  const thief = copyOf(owner)
  app.clock.advance(2 * hour)
  await owner.open('/home')
  await owner.open('/s')
  app.clock.advance(minute)
  await thief.open('/home')
  expect([thief.status, thief.heading()]).toEqual([401, 'Sign in again'])
  const recorded = await app.strongroom.services.database.kysely
    .selectFrom('event')
    .select('kind')
    .where('kind', '=', 'SessionCopied')
    .execute()
  expect(recorded).toHaveLength(1)
  await owner.open('/home')
  expect([owner.status, owner.heading()]).toEqual([401, 'Sign in again'])
  expect((await other.open('/home')).status).toBe(200)
})

test('a form that was opened before the cookie changed still works', async () => {
  const browser = await trySignIn(app, operatorEmail, password, { isRemembered: 'on' })
  const guid = await makeShare(app, browser)
  await browser.open(`/s/${guid}`)
  const unshare = { ...browser.page.press('Unshare'), action: `/s/${guid}` }
  const before = browser.cookies.value('session')
  app.clock.advance(2 * hour)
  await browser.open('/home')
  expect(browser.cookies.value('session')).not.toBe(before)
  await browser.submit(unshare)
  expect(browser.text()).toContain('Unshared. Only you can open it now.')
})

test('a file that is sent while the cookie changes arrives', async () => {
  const browser = await trySignIn(app, operatorEmail, password, { isRemembered: 'on' })
  await browser.open('/share')
  app.clock.advance(2 * hour)
  const file = { name: 'note.txt', bytes: Buffer.from('words') }
  await browser.send('share', { recipients: 'rita@example.net', file })
  expect(browser.path).toMatch(/^\/s\//)
})

test('signing in gives a new session: a cookie that someone planted before is worth nothing', async () => {
  const attacker = await signIn(app, operatorEmail)
  const planted = attacker.cookies.value('session')!
  const { guid } = sessionOf(attacker)
  await attacker.press('Sign out')
  const victim = await app.browser().open('/access/login')
  victim.cookies.keep(`session=${planted}; Path=/`, victim.url)
  await victim.open('/access/login')
  const token = tokenOn(victim)
  await victim.send('signIn', { email: operatorEmail, password })
  expect(sessionOf(victim).guid).not.toBe(guid)
  attacker.cookies.keep(`session=${planted}; Path=/`, attacker.url)
  expect((await attacker.open('/home')).status).toBe(401)
  await victim.open('/access/logout')
  await victim.press('Sign out', (entries) =>
    entries.map((entry) => (entry.name === 'token' ? { ...entry, value: token } : entry)),
  )
  expect(victim.status).toBe(403)
})

test('someone who guesses ends no session of the true owner', async () => {
  const owner = await signIn(app, operatorEmail)
  for (let at = 1; at <= 12; at++) {
    const guesser = await app.browser({ ip: `192.0.2.${at}` }).open('/access/login')
    await guesser.send('signIn', { email: operatorEmail, password: 'not the right phrase at all' })
    expect(guesser.status).toBe(at <= 10 ? 400 : 429)
  }
  expect((await owner.open('/home')).status).toBe(200)
  app.clock.advance(16 * minute)
})
