import { expect, test } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day } from '#tests/support/world/clock.ts'
import {
  makeOperator,
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  operatorEmail,
  password,
  proveAddress,
  recipientEmail,
  signIn,
  trySignIn,
} from '#tests/support/world/make.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'
import { eventKinds } from '#tests/support/world/events.ts'

const email = 'ulrich@example.org'

async function start(): Promise<{ app: App; browser: Browser; operator: Browser }> {
  const app = await startApp()
  const operator = await makeOperator(app)
  return { app, operator, browser: await makeUser(app, { email }) }
}

async function deleteAccount(browser: Browser): Promise<Browser> {
  await browser.open('/setting/delete')
  browser.fill('Your password', password).choose(/^I understand/)
  return browser.press('Delete my account')
}

/** What the daily care for the house does. */
async function nextDay(app: App): Promise<void> {
  await app.strongroom.services.sweepStorage()
  await app.settle()
}

test('before deleting the account one reads, in figures, what happens, and nothing happens by looking', async () => {
  const { app, browser } = await start()
  await makeShare(app, browser, { recipients: 'rita@example.net, bob@example.net' })
  await makeShare(app, browser, { recipients: 'rita@example.net' })
  const killed = await makeShare(app, browser, { recipients: 'zoe@example.net' })
  await browser.open(`/s/${killed}`)
  await browser.press('Unshare')
  await browser.open('/setting?tabActive=data')
  await browser.follow('Delete my account …')
  const words = browser.text()
  expect(words).toContain('2 shares stop working: no one can open them any more.')
  expect(words).toContain('2 recipients lose access')
  expect(words).toMatch(/3 files \(.+\) and their pages: deleted\./)
  expect(words).toContain('3 shares with recipients, messages and all recorded activity')
  expect(words).toContain('Until 4 Dec 2026, 09:00 (UTC) you can keep your account')
  expect(words).toContain('Files that others sent you stay with them')
  expect((await browser.reload()).status).toBe(200)
  expect((await browser.open('/home')).path).toBe('/home')
})

test('a deleted account is shut from the next request on: its devices, its links, its shares', async () => {
  const { app, browser } = await start()
  const phone = await signIn(app, email)
  const guid = await makeShare(app, browser)
  const publicGuid = await makeShare(app, browser, { visibility: 'public' })
  const [reader, visitor] = [await openShare(app, guid), await openPublicShare(app, publicGuid)]
  await deleteAccount(browser)
  expect([browser.status, browser.path]).toEqual([200, '/access/login'])
  expect(browser.text()).toContain(
    'Your account is closed and will be deleted permanently on 4 Dec 2026, 09:00 (UTC).',
  )
  expect((await browser.open('/home')).path).toBe('/access/login?to=%2Fhome')
  expect((await phone.open('/home')).status).toBe(401)
  for (const one of [reader, visitor]) {
    expect((await one.reload()).status).toBe(410)
    expect(one.text()).toMatch(/ stopped sharing this file\./)
  }
  await expect(proveAddress(app, guid)).rejects.toThrow(' stopped sharing this file.')
  const emails = await app.outbox.to(email)
  const mail = emails.find(({ subject }) => subject === 'Your Strongroom account is closed')
  expect(mail?.text).toContain('will be deleted after 2026-12-04 09:00 UTC')
})

test('the password and the tick are both needed', async () => {
  const { browser } = await start()
  await browser.open('/setting/delete')
  browser.fill('Your password', password)
  await browser.press('Delete my account')
  expect([browser.status, browser.text()]).toEqual([400, expect.stringContaining('Tick the box')])
  browser.fill('Your password', 'not the password at all').choose(/^I understand/)
  await browser.press('Delete my account')
  expect([browser.status, browser.text()]).toEqual([400, expect.stringContaining('Wrong password.')])
  expect(Buffer.from(browser.bytes).toString()).not.toContain('not the password at all')
  expect((await browser.open('/home')).path).toBe('/home')
})

test('an account without a password is deleted by typing a word, and kept by the operator', async () => {
  const { app, browser } = await start()
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('user').set({ has_password: 0 }).where('email', '=', email).execute()
  await browser.open('/setting/delete')
  expect(browser.page.root.querySelector('input[type=password]')).toBeNull()
  browser.fill('Enter the word delete', 'remove').choose(/^I understand/)
  await browser.press('Delete my account')
  expect([browser.status, browser.text()]).toEqual([400, expect.stringContaining('Enter the word delete.')])
  browser.fill('Enter the word delete', ' Delete ').choose(/^I understand/)
  expect((await browser.press('Delete my account')).path).toBe('/access/login')
  const mail = await app.outbox.newest(email)
  expect(mail.text).toContain('contact the administrator before then')
  expect(mail.links).toEqual([])
  expect(await app.strongroom.services.accounts.administration.enable(email)).toBe(true)
})

test('guessing the password there is limited', async () => {
  const { browser } = await start()
  await browser.open('/setting/delete')
  const wrong = { password: 'a wrong guess of it', isUnderstood: 'on' }
  for (let number = 0; number < 10; number++)
    expect((await browser.send('deleteAccount', wrong)).status).toBe(400)
  await browser.send('deleteAccount', { ...wrong, password })
  expect([browser.status, browser.text()]).toEqual([429, expect.stringContaining('Too many attempts')])
  expect((await browser.open('/home')).path).toBe('/home')
})

test('forms from elsewhere, without the token, and of others delete no one', async () => {
  const { app, browser, operator } = await start()
  const fields = { intent: 'deleteAccount', password, isUnderstood: 'on' }
  const send = (one: Browser, more: Record<string, string>, headers: Record<string, string> = {}) =>
    one.fetch('/setting/delete', {
      method: 'POST',
      body: new URLSearchParams({ ...fields, ...more }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  await browser.open('/setting/delete')
  const token = tokenOn(browser)
  expect((await send(browser, {})).status).toBe(403)
  expect((await send(operator, { token })).status).toBe(403)
  expect((await send(app.browser(), { token })).status).toBe(403)
  expect((await send(browser, { token }, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await send(browser, { token }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (const one of [browser, operator]) expect((await one.open('/home')).path).toBe('/home')
  expect((await app.browser().open('/setting/delete')).path).toBe('/access/login?to=%2Fsetting%2Fdelete')
})

test('within 14 days the owner signs in, learns until when, and keeps the account as it was', async () => {
  const { app, browser } = await start()
  const guid = await makeShare(app, browser)
  await deleteAccount(browser)
  app.clock.advance(13 * day)
  await nextDay(app)
  const back = await trySignIn(app, email)
  expect([back.status, back.url.pathname, back.heading()]).toEqual([200, '/access/keep', 'Keep my account'])
  expect(back.text()).toContain('This account will be deleted on 4 Dec 2026, 09:00 (UTC).')
  expect(back.cookies.names()).not.toContain('session')
  // Opening the page proves nothing.
  await back.send('keep', { email, password: 'somebody who only knows the address' })
  expect([back.status, back.text()]).toEqual([
    400,
    expect.stringContaining('Wrong email address or password.'),
  ])
  await back.send('keep', { email, password })
  expect([back.url.pathname, back.text()]).toEqual([
    '/access/login',
    expect.stringContaining('Account restored.'),
  ])
  expect(back.cookies.names()).not.toContain('session')
  expect((await app.outbox.to(email)).map(({ subject }) => subject)).toContain(
    'Your Strongroom account is active again',
  )
  const inside = await trySignIn(app, email)
  expect((await inside.open(`/s/${guid}`)).heading()).toBe('contract.pdf')
  expect((await proveAddress(app, guid)).page.form('open')).not.toBeNull()
  app.clock.advance(2 * day)
  await nextDay(app)
  expect((await trySignIn(app, email)).path).toBe('/home')
})

test('strangers learn from the page for keeping no more than from signing in', async () => {
  const { app, browser } = await start()
  const words = async (address: string) => {
    const stranger = await app.browser().open('/access/keep')
    await stranger.send('keep', { email: address, password: 'not the password of it' })
    return [stranger.status, stranger.text()]
  }
  const ofNobody = await words('nobody@example.org')
  expect(ofNobody).toEqual([400, expect.stringContaining('Wrong email address or password.')])
  expect(await words(operatorEmail)).toEqual(ofNobody)
  await deleteAccount(browser)
  expect(await words(email)).toEqual(ofNobody)
})

test('after 14 days everything is erased, the address is free, and what others shared with it is theirs', async () => {
  const { app, browser, operator } = await start()
  const own = await makeShare(app, browser)
  await openShare(app, own)
  const received = await makeShare(app, operator, { recipients: email })
  await openShare(app, received, email)
  await deleteAccount(browser)
  app.clock.advance(14 * day)
  const tooLate = await app.browser().open('/access/keep')
  await tooLate.send('keep', { email, password })
  expect([tooLate.status, tooLate.text()]).toEqual([403, expect.stringContaining('The 14 days are over')])
  await nextDay(app)

  const { kysely } = app.strongroom.services.database
  const users = await kysely.selectFrom('user').select('email').execute()
  expect(users).toEqual([{ email: operatorEmail }])
  const shares = await kysely.selectFrom('share').select('guid').execute()
  expect(shares).toEqual([{ guid: received }])
  expect(await eventKinds(app, own)).toEqual([])
  expect((await app.outbox.to(email)).map(({ subject }) => subject)).toContain(
    'Your Strongroom account was deleted',
  )
  // To its recipients it is as if it had never been.
  const reader = await app.browser().open(`/file/${own}`)
  expect(reader.path).toMatch(/^\/access\/filelogin/)

  const sender = await signIn(app, operatorEmail)
  await sender.open(`/s/${received}`)
  expect(sender.text()).toContain(email)
  expect(sender.text()).toMatch(/Views\s+1/)
  expect((await proveAddress(app, received, email)).page.form('open')).not.toBeNull()
  const anew = await makeUser(app, { email })
  expect((await anew.open('/s')).text()).toContain('Files you share appear here')
})

test('the only operator cannot delete the account: the page says why, and the form is refused', async () => {
  const { app, browser, operator } = await start()
  await operator.open('/setting/delete')
  expect(operator.text()).toContain('You’re the only administrator of this server')
  expect(() => operator.page.form('deleteAccount')).toThrow('deleteAccount')
  await browser.open('/setting/delete')
  await operator.open('/setting?tabActive=password')
  const token = tokenOn(operator)
  const answer = await operator.fetch('/setting/delete', {
    method: 'POST',
    body: new URLSearchParams({
      token,
      intent: 'deleteAccount',
      password,
      isUnderstood: 'on',
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining('You’re the only administrator of this server'),
  ])
  expect((await operator.open('/home')).path).toBe('/home')
  // With a second operator, the first one can.
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('user').set({ is_operator: 1 }).where('email', '=', email).execute()
  expect((await deleteAccount(operator)).path).toBe('/access/login')
})

test('who received files as someone with an account reads on while the account is deleted', async () => {
  const { app, browser, operator } = await start()
  const guid = await makeShare(app, operator, { recipients: `${email}, ${recipientEmail}` })
  const reader = await openShare(app, guid)
  await deleteAccount(browser)
  expect((await reader.reload()).status).toBe(200)
})
