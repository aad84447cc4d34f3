import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, password, signIn } from '#tests/support/world/make.ts'
import { html } from '#tests/support/browser/shown.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'

const address = '/setting?tabActive=twofactor'
const recoveryCode = /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g
const key = /\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/

let people = 0

const { app } = await makeWorld()

type Person = { email: string; browser: Browser }
type Switched = Person & { secret: string; codes: string[] }

/** A person of this test's own, signed in, at the tab. */
async function person(): Promise<Person> {
  const email = `factor${++people}@example.org`
  const browser = await makeUser(app, { email })
  return { email, browser: await browser.open(address) }
}

/** Someone who looks at the picture and the key. */
async function atSetup(): Promise<Person & { secret: string }> {
  const { email, browser } = await person()
  await browser.press('Set up two-step verification')
  return { email, browser, secret: keyOn(browser) }
}

/** Someone who has switched it on; the next code is one that was not used. */
async function switchedOn(): Promise<Switched> {
  const { email, browser, secret } = await atSetup()
  browser.fill('Code from the app', appCode(app, secret))
  await browser.press('Turn on')
  const codes = browser.text().match(recoveryCode) ?? []
  app.clock.advance(minute)
  return { email, browser, secret, codes }
}

/** Six digits that are not right just now. */
function wrongCode(secret: string): string {
  const right = [-30, 0, 30].map((seconds) => appCode(app, secret, seconds))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
}

async function isOn(browser: Browser): Promise<boolean> {
  await browser.open(address)
  return browser.text().includes('Signing in requires a code from your app.')
}

describe('switching on', () => {
  test('a person scans the picture or types the key, types the first code, and keeps the recovery codes', async () => {
    const { email, browser } = await person()
    expect(browser.text()).toContain('No one can sign in with your password alone.')
    await browser.press('Set up two-step verification')
    expect([browser.status, browser.path]).toEqual([200, address])
    const secret = keyOn(browser)
    const [link = ''] = browser.page.links('Add this account to the app')
    expect(new URL(link).searchParams.get('secret')).toBe(secret.replaceAll(' ', ''))
    expect(decodeURIComponent(new URL(link).pathname)).toBe(`/Strongroom (localhost):${email}`)
    const code = appCode(app, secret)
    browser.fill('Code from the app', `${code.slice(0, 3)} ${code.slice(3)} `)
    await browser.press('Turn on')
    expect([browser.status, browser.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('no-store'),
    ])
    expect(browser.text()).toContain('they’re shown only once')
    expect(browser.text()).toContain(`Recovery codes for ${email} at localhost:3000`)
    expect(new Set(browser.text().match(recoveryCode)).size).toBe(10)
    expect(browser.page.links('see your devices')).toEqual(['/setting?tabActive=sessions'])
    expect((await app.outbox.to(email)).map(({ subject }) => subject)).toContain(
      'Two-step verification is on for Strongroom',
    )
    await browser.follow('I’ve saved them')
    expect(browser.text()).toContain('10 codes left.')
  })

  test('the picture is drawn by the page itself, black on white, with its words beside it', async () => {
    const { browser } = await atSetup()
    const picture = browser.page.root.querySelector('figure svg')!
    expect(picture.querySelector('rect')!.getAttribute('fill')).toBe('#ffffff')
    expect(picture.querySelector('path')!.getAttribute('fill')).toBe('#000000')
    expect(picture.querySelector('title')).toBeNull()
    expect(browser.page.root.querySelector('figcaption')!.text).toContain('the key below contains the same')
    expect(html(browser)).not.toMatch(
      /data:|<[^>]+\sstyle=|<script(?! type="module" src="\/assets\/find-keys-alone-)/i,
    )
  })

  test('the key is the same until it is confirmed or dropped, and only looking changes nothing', async () => {
    const { browser, secret } = await atSetup()
    await browser.open(address)
    expect(browser.text()).toContain(secret)
    expect(browser.text()).toContain('Setup isn’t finished')
    await browser.press('Cancel setup')
    expect(browser.text()).toContain('Two-step verification stays off.')
    await browser.press('Set up two-step verification')
    expect(browser.text()).toMatch(key)
    expect(browser.text()).not.toContain(secret)
  })

  test('the recovery codes are shown once and a minute later never again, whatever is opened or sent again', async () => {
    const { browser, secret } = await atSetup()
    const form = browser.page.submission(browser.page.form('confirmSecondFactor'))
    const entries = form.entries.map((entry) =>
      entry.name === 'twoFactorCode' ? { ...entry, value: appCode(app, secret) } : entry,
    )
    await browser.submit({ ...form, entries })
    const [shown = ''] = browser.text().match(recoveryCode) ?? []
    expect(shown).not.toBe('')
    const cookies = browser.cookies.header(browser.url, { isOld: false }) ?? ''
    expect(decodeURIComponent(cookies)).not.toContain(shown)
    await browser.reload()
    expect(html(browser)).not.toMatch(recoveryCode)
    // Whoever pressed twice reads them by the second answer.
    app.clock.advance(minute)
    await browser.submit({ ...form, entries })
    expect([browser.status, html(browser).match(recoveryCode)]).toEqual([409, null])
    for (const other of [address, '/setting', '/home']) {
      await browser.open(other)
      expect(html(browser)).not.toContain(shown)
    }
    const { secret_sealed: sealed } = await app.strongroom.services.database.kysely
      .selectFrom('second_factor')
      .select('secret_sealed')
      .executeTakeFirstOrThrow()
    expect(sealed).not.toContain(secret.replaceAll(' ', ''))
  })

  test('a wrong code keeps the page with the same key and an empty field', async () => {
    const { browser, secret } = await atSetup()
    for (const wrong of [wrongCode(secret), '12345', 'secret', '']) {
      browser.fill('Code from the app', wrong)
      await browser.press('Turn on')
      expect([browser.status, browser.path]).toEqual([400, address])
      expect(browser.text()).toContain('There is a problem')
      expect(browser.text()).toContain(secret)
      expect(browser.page.valueOf('Code from the app')).toBe('')
    }
    browser.fill('Code from the app', 'x'.repeat(5000))
    expect((await browser.press('Turn on')).text()).toContain('That’s too long for a code.')
    browser.fill('Code from the app', appCode(app, secret))
    expect((await browser.press('Turn on')).text()).toMatch(recoveryCode)
  })

  test('after too many wrong codes the page says to wait', async () => {
    const { browser, secret } = await atSetup()
    for (let tries = 0; tries < 10; tries++) await browser.send('confirmSecondFactor', { twoFactorCode: '1' })
    await browser.send('confirmSecondFactor', { twoFactorCode: appCode(app, secret) })
    expect(browser.status).toBe(429)
    expect(browser.text()).toContain('Too many attempts. Wait a few minutes, then try again.')
    app.clock.advance(15 * minute)
    await browser.send('confirmSecondFactor', { twoFactorCode: appCode(app, secret) })
    expect(browser.text()).toMatch(recoveryCode)
  })

  test('other devices stay signed in', async () => {
    const { email, browser } = await person()
    const elsewhere = await signIn(app, email)
    await browser.press('Set up two-step verification')
    await browser.send('confirmSecondFactor', {
      twoFactorCode: appCode(app, keyOn(browser)),
    })
    expect((await elsewhere.open('/home')).path).toBe('/home')
    expect(await isOn(elsewhere)).toBe(true)
    expect(elsewhere.text()).toContain('Devices already signed in stay signed in')
  })
})

describe('recovery codes', () => {
  test('new ones are shown once for a right code, and replace the older ones', async () => {
    const { email, browser, secret, codes } = await switchedOn()
    await browser.open(address)
    browser.fill('Code from the app, or a recovery code', wrongCode(secret))
    await browser.press('Create new recovery codes')
    expect([browser.status, html(browser).match(recoveryCode)]).toEqual([400, null])
    browser.fill('Code from the app, or a recovery code', appCode(app, secret))
    await browser.press('Create new recovery codes')
    const renewed = browser.text().match(recoveryCode) ?? []
    expect(renewed).toHaveLength(10)
    expect(renewed).not.toEqual(expect.arrayContaining([codes[0]]))
    expect((await app.outbox.to(email)).map(({ subject }) => subject)).toContain(
      'New recovery codes for Strongroom',
    )
    await browser.open(address)
    expect(html(browser)).not.toMatch(recoveryCode)
    await browser.send('renewRecoveryCodes', { twoFactorCode: codes[1]! })
    expect(browser.status).toBe(400)
    await browser.send('renewRecoveryCodes', { twoFactorCode: renewed[1]!.toLowerCase() })
    expect([browser.status, browser.text().match(recoveryCode)?.length]).toEqual([200, 10])
  })
})

describe('switching off', () => {
  test('needs the password, and tells the owner', async () => {
    const { email, browser } = await switchedOn()
    await browser.open(address)
    for (const wrong of ['', 'not the password']) {
      browser.fill('Your password', wrong)
      await browser.press('Turn off')
      expect([browser.status, await isOn(browser)]).toEqual([400, true])
    }
    browser.fill('Your password', password)
    await browser.press('Turn off')
    expect([browser.status, browser.path]).toEqual([200, address])
    expect(browser.text()).toContain('Two-step verification is off. Signing in no longer asks for a code.')
    const subjects = (await app.outbox.to(email)).map(({ subject }) => subject)
    expect(subjects).toContain('Two-step verification is off for Strongroom')
    expect(browser.page.root.querySelector('input[name=intent][value=beginSecondFactor]')).not.toBeNull()
  })

  test('a wrong password is not sent back, and says so at its field', async () => {
    const { browser } = await switchedOn()
    await browser.open(address)
    await browser.send('endSecondFactor', { password: 'something that was typed' })
    expect(browser.text()).toContain('Wrong password. Two-step verification is still on.')
    expect(html(browser)).not.toContain('something that was typed')
  })
})

describe('no one else', () => {
  test('sees or changes it: another account has a tab of its own', async () => {
    const mine = await atSetup()
    const other = await person()
    expect(html(other.browser)).not.toContain(mine.secret)
    await other.browser.press('Set up two-step verification')
    expect(key.exec(other.browser.text())![0]).not.toBe(mine.secret)
    await other.browser.send('confirmSecondFactor', { twoFactorCode: appCode(app, mine.secret) })
    expect(other.browser.status).toBe(400)
    await other.browser.send('dropSecondFactor')
    await mine.browser.open(address)
    expect(mine.browser.text()).toContain(mine.secret)
  })

  test("with a form of the tab but another one's session, or none, does anything", async () => {
    const { browser } = await switchedOn()
    await browser.open(address)
    const { entries, ...form } = browser.page.submission(browser.page.form('endSecondFactor'))
    const filled = entries.map((entry) => (entry.name === 'password' ? { ...entry, value: password } : entry))
    const stranger = await app.browser().open('/access/login')
    await stranger.submit({ ...form, action: address, entries: filled })
    expect(stranger.status).toBe(403)
    expect(html(stranger)).not.toContain(password)
    expect(await isOn(browser)).toBe(true)
    expect((await app.browser().open(address)).path).toBe(
      '/access/login?to=%2Fsetting%3FtabActive%3Dtwofactor',
    )
  })

  test.each([
    'beginSecondFactor',
    'dropSecondFactor',
    'confirmSecondFactor',
    'renewRecoveryCodes',
    'endSecondFactor',
  ])('%s without the token, or from another site, is refused', async (intent) => {
    const { browser, secret } = intent === 'beginSecondFactor' ? await begun() : await ready(intent)
    const before = await state(browser)
    const fields = { intent, twoFactorCode: appCode(app, secret), password }
    const token = tokenOn(browser)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const bare = new URLSearchParams(fields).toString()
    const whole = new URLSearchParams({ ...fields, token }).toString()
    const foreign = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const answers = [
      await browser.fetch(address, { method: 'POST', headers, body: bare }),
      await browser.fetch(address, { method: 'POST', headers: foreign, body: whole }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
    for (const answer of answers) expect(await answer.text()).not.toContain(fields.twoFactorCode)
    expect(await state(browser)).toBe(before)
  })

  async function begun(): Promise<{ browser: Browser; secret: string }> {
    return { browser: (await person()).browser, secret: 'AAAA '.repeat(8).trim() }
  }

  async function ready(intent: string): Promise<{ browser: Browser; secret: string }> {
    const isSetup = intent === 'dropSecondFactor' || intent === 'confirmSecondFactor'
    const { browser, secret } = isSetup ? await atSetup() : await switchedOn()
    await browser.open(address)
    return { browser, secret }
  }

  /** The tab as it reads now. */
  async function state(browser: Browser): Promise<string> {
    return (await browser.open(address)).text()
  }
})

test('a browser without script, Origin and Sec-Fetch headers does all of it', async () => {
  const { email } = await person()
  const browser = await signIn(app, email, { mode: 'old' })
  await browser.open(address)
  await browser.press('Set up two-step verification')
  const secret = keyOn(browser)
  browser.fill('Code from the app', appCode(app, secret))
  await browser.press('Turn on')
  expect(browser.text().match(recoveryCode)).toHaveLength(10)
  await browser.follow('I’ve saved them')
  browser.fill('Your password', password)
  await browser.press('Turn off')
  expect(browser.text()).toContain('Two-step verification is off.')
})
