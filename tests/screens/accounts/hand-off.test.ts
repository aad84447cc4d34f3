import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail } from '#tests/support/world/make.ts'

const { app } = await makeWorld()

async function code(): Promise<string> {
  const { services } = app.strongroom
  const row = await services.database.kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', operatorEmail)
    .executeTakeFirstOrThrow()
  return services.accounts.signIn.makeHandOff({ guid: row.guid } as never, 'password')
}

function open(handOff: string, browser: Browser = app.browser(), to = ''): Promise<Browser> {
  return browser.open(`/access/handoff?code=${encodeURIComponent(handOff)}${to}`)
}

test('a hand-off asks whether to continue as its person, and only the button signs in', async () => {
  const handOff = await code()
  for (let looks = 0; looks < 3; looks++) {
    const looking = await open(handOff)
    expect([looking.status, looking.heading()]).toEqual([200, `Continue as ${operatorEmail}?`])
    expect(looking.cookies.names()).not.toContain('session')
  }
  const browser = await open(handOff, app.browser(), '&to=%2Fs')
  await browser.press('Continue')
  expect([browser.status, browser.path]).toEqual([200, '/s'])
})

test('a hand-off is good once', async () => {
  const handOff = await code()
  const [one, other] = [await open(handOff), await open(handOff)]
  expect((await one.press('Continue')).path).toBe('/home')
  await other.press('Continue')
  expect([other.path, other.cookies.names().includes('session')]).toEqual(['/access/login', false])
  expect(other.text()).toContain('Problem: That link has expired or was already used')
})

test('a hand-off that is late, changed, or of another number of parts leads to sign-in', async () => {
  const handOff = await code()
  const [hash, token, date] = handOff.split('|')
  for (const wrong of [
    '',
    `${hash}|${token}`,
    `${handOff}|x`,
    `${hash}|${token}x|${date}`,
    `${token}|${hash}|${date}`,
    'x'.repeat(5000),
  ]) {
    const browser = await open(wrong)
    expect([browser.status, browser.path]).toEqual([200, '/access/login'])
    expect(browser.text()).toContain('That link has expired or was already used')
  }
  const waiting = await open(handOff)
  app.clock.advance(minute)
  expect((await open(handOff)).path).toBe('/access/login')
  await waiting.press('Continue')
  expect([waiting.path, waiting.cookies.names().includes('session')]).toEqual(['/access/login', false])
})

test('who is signed in as someone else is notified, and becomes the other person', async () => {
  const browser = await makeUser(app)
  await open(await code(), browser)
  expect(browser.text()).toContain('You’re signed in as ulrich@example.org right now')
  await browser.press('Continue')
  expect(browser.heading()).toBe('Good morning, Olivia')
})

test('a hand-off leads to no other host', async () => {
  const browser = await open(await code(), app.browser(), '&to=%2F%2Fevil.example')
  expect((await browser.press('Continue')).path).toBe('/home')
})
