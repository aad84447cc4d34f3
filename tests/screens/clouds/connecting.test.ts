import { afterAll, describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { BoxServer } from '#tests/services/box.ts'
import { GoogleServer } from '#tests/services/google.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'
import { makeUser, password } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const [box, google] = [await new BoxServer().listen(), await new GoogleServer().listen()]
afterAll(() => Promise.all([box.close(), google.close()]))
const { app, operator } = await makeWorld({ config: { clouds: { box: box.config, google: google.config } } })
const settings = '/setting?tabActive=clouds'

/** Presses the button of the page, and returns where the provider sends the browser back to. */
async function allowed(browser: Browser, label: 'Box' | 'Google Drive' = 'Box'): Promise<string> {
  await browser.press(`Continue to ${label}`)
  const [address] = browser.page.links(`Continue to ${label}`)
  return (label === 'Box' ? box : google).allow(address!)
}

/** Signs in where someone has signed out. */
async function enter(browser: Browser, email: string): Promise<void> {
  await browser.open('/access/login')
  await browser.send('signIn', { email, password })
}

async function connected(browser: Browser): Promise<string[]> {
  await browser.open(settings)
  return ['Box', 'Google Drive'].filter((label) => browser.text().includes(`${label}: anna@cloud.example`))
}

describe('someone with an account', () => {
  test('connects Box from the settings, and disconnects it again', async () => {
    await operator.open(settings)
    expect(operator.text()).toContain('No cloud storage connected.')
    expect(operator.text()).toContain('Dropbox: this server isn’t registered there.')
    await operator.follow('Connect Box')
    expect(operator.text()).toContain('allow this server to read your files there. It can’t change anything')
    await operator.open(await allowed(operator))
    expect(operator.url.pathname + operator.url.search).toBe(settings)
    expect(operator.text()).toContain('Box is now connected as anna@cloud.example.')
    expect(box.requests.some(({ query }) => query.get('scope') === 'root_readonly')).toBe(true)
    await operator.send('disconnectCloud', { cloud: 'box' })
    expect(operator.text()).toContain('Box was disconnected. Files that were copied stay.')
    expect(await connected(operator)).toEqual([])
    await app.strongroom.services.jobs.drain()
    expect(box.openTokens).toEqual([])
    await operator.open('/setting/activity')
    expect(operator.text()).toContain('connected Box as anna@cloud.example')
    expect(operator.text()).toContain('disconnected Box')
  })

  test('connects on the way from the share form, which is as it was when the files are there', async () => {
    const sender = await makeUser(app, { email: 'sender@example.net' })
    box.addFile('plan.txt', 'the plan')
    await sender.open('/share')
    await sender.fill('Message', 'Have a look').press(/^Box/)
    expect(sender.text()).toContain('Connect Box to choose files there. What you’ve entered is kept.')
    expect(sender.text()).not.toContain('Copy files')
    await sender.follow('Connect Box')
    await sender.open(await allowed(sender))
    await sender.choose('Select plan.txt').press('Copy files')
    await app.settle()
    await sender.reload()
    await sender.follow('Go on with the share')
    expect(sender.page.valueOf('Message')).toBe('Have a look')
    expect(sender.page.isChosen('plan.txt')).toBe(true)
  })

  test('comes back to the page they were on', async () => {
    await operator.open('/add/connect/google?to=%2Fshare%3Fwrite%3Dnote')
    await operator.open(await allowed(operator, 'Google Drive'))
    expect(operator.url.pathname + operator.url.search).toBe('/share?write=note')
    expect(operator.text()).toContain('Google Drive is now connected as anna@cloud.example.')
    await operator.open('/add/connect/box?to=https%3A%2F%2Fevil.example%2F')
    await operator.open(await allowed(operator))
    expect(operator.url.pathname).toBe('/home')
  })

  test('who does not allow it is back with nothing connected, and without the words of the provider', async () => {
    const browser = await makeUser(app, { email: 'denies@example.org' })
    await browser.open('/add/connect/box?to=%2Fs')
    box.refusal = 'access_denied'
    await browser.open(await allowed(browser))
    box.refusal = null
    expect(browser.url.pathname).toBe('/s')
    expect(browser.text()).toContain('You didn’t allow access at Box, so nothing was connected.')
    expect(browser.text()).not.toContain('said')
    expect(await connected(browser)).toEqual([])
  })

  test('a code works once, for ten minutes, and for no one else', async () => {
    const browser = await makeUser(app, { email: 'once@example.org' })
    const other = await makeUser(app, { email: 'other@example.org' })
    await browser.open('/add/connect/box')
    const back = await allowed(browser)
    await other.open(back)
    expect(other.text()).toContain('Nothing was connected.')
    expect(await connected(other)).toEqual([])
    await browser.open(back)
    expect(await connected(browser)).toEqual(['Box'])
    await browser.open(back)
    expect(browser.text()).toContain('Nothing was connected.')
    await browser.open('/add/connect/box')
    const late = await allowed(browser)
    app.clock.advance(10 * 60_000)
    await browser.open(late)
    expect(browser.text()).toContain('Nothing was connected.')
  })

  test('who signs out and in meanwhile begins again', async () => {
    const browser = await makeUser(app, { email: 'again@example.org' })
    await browser.open('/add/connect/box')
    const back = await allowed(browser)
    await browser.open('/access/logout')
    await browser.send('signOut')
    expect((await browser.open(back)).url.pathname).toBe('/access/login')
    await enter(browser, 'again@example.org')
    await browser.open(back)
    expect(await connected(browser)).toEqual([])
  })

  test('loses Google, and not Box, when someone else signs in in the same browser', async () => {
    const browser = await makeUser(app, { email: 'shared@example.org' })
    for (const [label, path] of [
      ['Box', 'box'],
      ['Google Drive', 'google'],
    ] as const) {
      await browser.open(`/add/connect/${path}`)
      await browser.open(await allowed(browser, label))
    }
    expect(await connected(browser)).toEqual(['Box', 'Google Drive'])
    await makeUser(app, { email: 'next@example.org' })
    await browser.open('/access/logout')
    await browser.send('signOut')
    await enter(browser, 'next@example.org')
    await browser.open('/access/logout')
    await browser.send('signOut')
    await enter(browser, 'shared@example.org')
    expect(await connected(browser)).toEqual(['Box'])
  })

  test('finds nothing at a provider with which the server is not registered', async () => {
    for (const path of ['/add/connect/dropbox', '/add/connect/onedrive']) {
      await operator.open(path)
      expect([operator.status, operator.text().includes('isn’t registered')]).toEqual([404, true])
    }
  })
})

test('strangers are led to signing in, and a form of another site begins nothing', async () => {
  const stranger = app.browser()
  for (const path of ['/add/connect/box', '/add/box?code=x&state=y'])
    expect((await stranger.open(path)).url.pathname).toBe('/access/login')
  await operator.open('/add/connect/box')
  const token = tokenOn(operator)
  const body = new URLSearchParams({ token, intent: 'connectCloud' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
  const answer = await operator.fetch('/add/connect/box', { method: 'POST', headers, body })
  expect(answer.status).toBe(403)
})

test('the export of an account names its connections, and no token', async () => {
  const browser = await makeUser(app, { email: 'export@example.org' })
  await browser.open('/add/connect/box')
  await browser.open(await allowed(browser))
  const answer = await browser.fetch('/setting/export')
  const document = await answer.text()
  expect(document).toContain('"accountName":"anna@cloud.example"')
  for (const secret of [...box.secrets, ...google.secrets]) expect(document).not.toContain(secret)
})

test('a server that is registered nowhere has no button for cloud storage, and settings say why', async () => {
  const { operator: owner, room } = await makeWorld({ room: {} })
  for (const path of ['/share', `/rooms/${room.guid}/add/${room.guid}`]) {
    await owner.open(path)
    expect([owner.status, owner.text().includes('From cloud storage')]).toEqual([200, false])
  }
  await owner.open(settings)
  expect(owner.text()).toContain('Box, Dropbox, Google Drive: this server isn’t registered there.')
})
