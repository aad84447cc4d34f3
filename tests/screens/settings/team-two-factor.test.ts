import { beforeAll, expect, test } from 'vitest'
import type { Team } from '#server/teams/teams.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeUser, password, userOf } from '#tests/support/world/make.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'

const { app } = await makeWorld()
const { all: teams } = app.strongroom.services.teams
const recoveryCode = /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g
let team: Team
let people = 0

beforeAll(async () => {
  team = await teams.create('Halden & Marsh LLP')
  await makeUser(app, { email: 'owner@halden.example', firstName: 'Kara', lastName: 'Novak' })
  await teams.addMember(team, 'owner@halden.example', 0)
  await app.strongroom.services.teams.secondFactor.set(team, 'now')
})

/** A member who has no second factor yet. */
async function member(): Promise<{ email: string; browser: Browser }> {
  const email = `member${++people}@halden.example`
  const browser = await makeUser(app, { email })
  await teams.addMember(team, email, 2)
  return { email, browser }
}

async function setUp(browser: Browser): Promise<Browser> {
  await browser.press('Set up two-step verification')
  return browser.fill('Code from the app', appCode(app, keyOn(browser))).press('Turn on')
}

test('a member is told which team requires it, why, and whom to ask', async () => {
  const { browser } = await member()
  await browser.open('/s?page=1')
  expect([browser.status, browser.path]).toEqual([200, '/setting?tabActive=twofactor&to=%2Fs%3Fpage%3D1'])
  expect(browser.text()).toContain('Halden & Marsh LLP requires two-step verification')
  expect(browser.text()).toContain('no one can sign in with a stolen password alone')
  expect(browser.text()).toContain('After that, you’ll continue to the page you wanted.')
  expect(browser.page.links('Kara Novak')).toEqual(['mailto:owner@halden.example'])
})

test('they get to the page they wanted, whatever they press on the way', async () => {
  const { browser } = await member()
  await browser.open('/s?page=1')
  await browser.press('Set up two-step verification')
  await browser.press('Cancel setup')
  await browser.follow('Password')
  await browser.follow('Two-step verification')
  await setUp(browser)
  expect(browser.text().match(recoveryCode)).toHaveLength(10)
  expect(browser.page.links('I’ve saved them')).toEqual(['/s?page=1'])
  await browser.follow('I’ve saved them')
  expect([browser.status, browser.path]).toEqual([200, '/s?page=1'])
})

test('who wanted nothing special gets to the home page', async () => {
  const { browser } = await member()
  await browser.open('/home')
  await setUp(browser)
  await browser.follow('I’ve saved them')
  expect([browser.status, browser.path]).toEqual([200, '/home'])
})

test('who signs in on the way to a page is led there too', async () => {
  const { email, browser } = await member()
  const elsewhere = app.browser()
  await elsewhere.open('/requests')
  await elsewhere.fill('Email address', email).fill('Password', password).press('Sign in')
  expect(elsewhere.path).toBe('/setting?tabActive=twofactor&to=%2Frequests')
  await setUp(elsewhere)
  await elsewhere.follow('I’ve saved them')
  expect([elsewhere.status, elsewhere.path]).toEqual([200, '/requests'])
  expect((await browser.open('/requests')).path).toBe('/requests')
})

test('a form that comes too early names the way to the setup, and is sent after it', async () => {
  const { browser } = await member()
  await app.strongroom.services.teams.secondFactor.set(team, 'optional')
  await browser.open('/foldercreate')
  await app.strongroom.services.teams.secondFactor.set(team, 'now')
  await browser.send('createRoom', { name: 'Board papers' })
  expect([browser.status, browser.heading()]).toEqual([403, 'Set up two-step verification'])
  const page = browser.page
  expect(page.links('Set up two-step verification')).toEqual(['/setting?tabActive=twofactor'])
  await browser.follow('Set up two-step verification')
  await setUp(browser)
  await browser.submit(page.press('Try again'))
  expect(browser.text()).toContain('Board papers')
})

test('another team’s member, and one who has it, are told nothing', async () => {
  const { browser } = await member()
  await browser.open('/home')
  await setUp(browser)
  const someone = await makeUser(app, { email: 'someone@example.org' })
  for (const one of [browser, someone]) {
    await one.open('/setting?tabActive=twofactor&to=%2Fs')
    expect(one.text()).not.toContain('Halden')
  }
  expect(await teams.secondFactorRequirement(await userOf(app, 'someone@example.org'))).toBeNull()
})
