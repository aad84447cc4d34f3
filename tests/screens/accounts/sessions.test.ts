import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, hour, minute } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, operatorEmail, password, signIn, trySignIn } from '#tests/support/world/make.ts'

const { app } = await makeWorld()

/** What a request for the start page meets: who is in, whose session has ended, or a stranger. */
async function relationshipOf(browser: Browser): Promise<'in' | 'ended' | 'stranger'> {
  await browser.open('/home')
  if (browser.url.pathname === '/access/login') return 'stranger'
  return browser.status === 401 && browser.heading() === 'Sign in again' ? 'ended' : 'in'
}

describe('a session', () => {
  test('ends after half an hour without use, and use moves that on', async () => {
    const browser = await signIn(app, operatorEmail)
    for (let uses = 0; uses < 4; uses++) {
      app.clock.advance(29 * minute)
      expect(await relationshipOf(browser)).toBe('in')
    }
    app.clock.advance(30 * minute)
    expect(await relationshipOf(browser)).toBe('ended')
  })

  test('ends after twelve hours however much it is used', async () => {
    const browser = await signIn(app, operatorEmail)
    for (let passed = 0; passed < 12 * hour - 20 * minute; passed += 20 * minute) {
      app.clock.advance(20 * minute)
      expect(await relationshipOf(browser)).toBe('in')
    }
    app.clock.advance(20 * minute)
    expect(await relationshipOf(browser)).toBe('ended')
  })

  test('that is to be remembered lasts thirty days without use, then ends', async () => {
    const browser = await trySignIn(app, operatorEmail, password, { isRemembered: 'on' })
    app.clock.advance(30 * day - minute)
    expect(await relationshipOf(browser)).toBe('in')
    app.clock.advance(minute)
    // The browser has let go of it too.
    expect(await relationshipOf(browser)).toBe('stranger')
  })

  test('is kept by the browser only while it is open, unless it is to be remembered', async () => {
    const short = await app.browser().open('/access/login')
    const { page } = short
    const form = page.submission(page.form('signIn'))
    async function setCookies(isRemembered: boolean) {
      const fields = Object.fromEntries(form.entries.map(({ name, value }) => [name, String(value)]))
      const values = {
        ...fields,
        email: operatorEmail,
        password,
        ...(isRemembered ? { isRemembered: 'on' } : {}),
      }
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams(values).toString()
      const response = await short.fetch('/access/login', { method: 'POST', headers, body })
      short.cookies.tamper('session', () => '')
      return response.headers.getSetCookie().find((line) => line.startsWith('session=')) ?? ''
    }
    expect(await setCookies(false)).not.toMatch(/expires|max-age/i)
    const ends = new Date(app.clock.now() + 30 * day).toUTCString()
    expect(await setCookies(true)).toContain(`Expires=${ends}`)
  })

  test('is unknown to a browser that changed its cookie', async () => {
    const changes: ((value: string) => string)[] = [
      (value) => value.slice(0, -1),
      (value) => `${value}x`,
      (value) => value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      (value) => value.replace(/\..*/, ''),
      (value) => value.replace(/.*\./, '.'),
      () => '',
      () => '%00',
      () => '%E0%A4%A',
      () => 'x'.repeat(5000),
      () => `${Buffer.from('"1"').toString('base64')}.${'A'.repeat(43)}`,
    ]
    for (const change of changes) {
      const browser = await signIn(app, operatorEmail)
      browser.cookies.tamper('session', change)
      expect(await relationshipOf(browser)).toBe('stranger')
      expect(browser.status).toBe(200)
    }
  })

  test('that ended while a form was filled keeps what was typed, to be sent again after signing in', async () => {
    const browser = await signIn(app, operatorEmail)
    await browser.open('/share')
    app.clock.advance(31 * minute)
    const file = { name: 'late.txt', bytes: Buffer.from('words') }
    await browser.send('share', { file, recipients: 'rita@example.net', message: 'Two\nlines' })
    expect([browser.status, browser.path, browser.heading()]).toEqual([401, '/share', 'Sign in first'])
    const { kysely } = app.strongroom.services.database
    expect(await kysely.selectFrom('file').select('guid').where('name', '=', 'late.txt').execute()).toEqual(
      [],
    )
    const again = browser.page.press('Try again')
    await browser.open('/access/login')
    await browser.send('signIn', { email: operatorEmail, password })
    await browser.submit({ ...again, action: '/share' })
    expect(browser.text()).toContain('What you typed is still here')
    await browser.send('share', { file })
    expect(browser.path).toMatch(/^\/s\//)
    expect(browser.text()).toContain('rita@example.net')
    expect(browser.text()).toContain('Two\nlines')
  })

  test('that ended before a button was pressed changes nothing', async () => {
    const browser = await signIn(app, operatorEmail)
    const guid = await makeShare(app, browser)
    const unshare = { ...browser.page.press('Unshare'), action: `/s/${guid}` }
    app.clock.advance(31 * minute)
    await browser.submit(unshare)
    expect([browser.status, browser.heading()]).toEqual([401, 'Sign in first'])
    const { kysely } = app.strongroom.services.database
    const share = await kysely
      .selectFrom('share')
      .select('status')
      .where('guid', '=', guid)
      .executeTakeFirst()
    expect(share?.status).toBe('Active')
  })

  test('of a suspended account is over', async () => {
    const browser = await signIn(app, operatorEmail)
    const { kysely } = app.strongroom.services.database
    await kysely.updateTable('user').set({ status: 'Suspended' }).where('email', '=', operatorEmail).execute()
    expect(await relationshipOf(browser)).toBe('ended')
    await browser.open('/access/login')
    await browser.send('signIn', { email: operatorEmail, password })
    expect(browser.status).toBe(403)
    expect(browser.text()).toContain('This account is suspended.')
    await kysely.updateTable('user').set({ status: 'Active' }).where('email', '=', operatorEmail).execute()
  })
})

describe('signing out', () => {
  test('ends the session on the server: the old cookie opens nothing', async () => {
    const browser = await signIn(app, operatorEmail)
    const old = browser.cookies.value('session')!
    await browser.press('Sign out')
    expect([browser.path, browser.status]).toEqual(['/access/login', 200])
    expect(browser.text()).toContain('You’re signed out.')
    expect(browser.cookies.names()).not.toContain('session')
    const thief = await app.browser().open('/access/login')
    thief.cookies.keep(`session=${old}; Path=/`, thief.url)
    expect(await relationshipOf(thief)).toBe('ended')
  })

  test('ends this session only', async () => {
    const [one, other] = [await signIn(app, operatorEmail), await signIn(app, operatorEmail)]
    await one.press('Sign out')
    expect(await relationshipOf(one)).toBe('stranger')
    expect(await relationshipOf(other)).toBe('in')
  })

  test('needs a button: opening its address signs no one out', async () => {
    const browser = await signIn(app, operatorEmail)
    for (const method of ['GET', 'HEAD']) {
      expect((await browser.fetch('/access/logout', { method, site: 'cross-site' })).status).toBe(200)
    }
    expect(await relationshipOf(browser)).toBe('in')
    await browser.open('/access/logout')
    expect(browser.heading()).toBe('Sign out')
    await browser.press('Sign out')
    expect(browser.path).toBe('/access/login')
  })

  test('from a page of before the newest sign-in says that nothing was saved, and works when repeated', async () => {
    const browser = await signIn(app, operatorEmail)
    const old = browser.page.submission(browser.page.form('signOut'))
    await browser.press('Sign out')
    await browser.send('signIn', { email: operatorEmail, password })
    await browser.submit(old)
    expect([browser.status, browser.heading()]).toEqual([403, 'Sign out'])
    expect(browser.text()).toContain('This form has expired. Nothing was saved.')
    await browser.press('Sign out')
    expect([browser.path, browser.status]).toEqual(['/access/login', 200])
  })

  const click = { 'sec-fetch-user': '?1' }

  test('by a click on a link of ours needs no second press', async () => {
    const browser = await signIn(app, operatorEmail)
    const old = browser.cookies.value('session')!
    const answer = await browser.fetch('/access/logout', { headers: click })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/access/login'])
    expect(browser.cookies.names()).not.toContain('session')
    browser.cookies.keep(`session=${old}; Path=/`, browser.url)
    expect(await relationshipOf(browser)).toBe('ended')
  })

  test.each<[string, string, Record<string, string>]>([
    ['a link on another site', 'cross-site', click],
    ['a link on a neighbouring site', 'same-site', click],
    ['a typed or mailed address', 'none', click],
    ['a page that goes there by itself', 'same-origin', {}],
    ['a picture', 'same-origin', { ...click, 'sec-fetch-mode': 'no-cors' }],
    ['a browser that fetches ahead', 'same-origin', { ...click, 'sec-purpose': 'prefetch' }],
    ['a browser that says nothing', '', {}],
  ])('is not done by %s: a button is shown', async (_, site, headers) => {
    const browser = await signIn(app, operatorEmail)
    const answer = await browser.fetch('/access/logout', { site, headers })
    expect(answer.status).toBe(200)
    const head = await browser.fetch('/access/logout', { method: 'HEAD', headers: { ...headers, ...click } })
    expect(head.status).toBe(200)
    expect(await relationshipOf(browser)).toBe('in')
  })

  test('does not come after signing in, whatever the address says', async () => {
    const browser = await app.browser().open('/access/login?to=%2Faccess%2FLogout%2F')
    await browser.send('signIn', { email: operatorEmail, password })
    expect(browser.path).toBe('/home')
  })

  test('everywhere ends every session of the account, and no one else’s', async () => {
    const [one, other, guest] = [
      await signIn(app, operatorEmail),
      await signIn(app, operatorEmail),
      await makeUser(app, { email: 'guest@example.org' }),
    ]
    await one.open('/access/logout')
    expect(one.text()).toContain(operatorEmail)
    await one.press('Sign out everywhere')
    expect(one.path).toBe('/access/login')
    expect(await relationshipOf(one)).toBe('stranger')
    expect(await relationshipOf(other)).toBe('ended')
    expect(await relationshipOf(guest)).toBe('in')
  })

  test('as a stranger does no harm', async () => {
    const browser = await app.browser().open('/access/logout')
    await browser.press('Sign out')
    expect([browser.path, browser.status]).toEqual(['/access/login', 200])
  })
})
