import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute, second } from '#tests/support/world/clock.ts'
import { proveAddress, recipientEmail } from '#tests/support/world/make.ts'
import { askCode, codeFor, otherCode, somebody } from '#tests/support/world/people.ts'

const { app, share: guid } = await makeWorld({ share: {} })

async function atCode(email = recipientEmail): Promise<Browser> {
  return app.browser(somebody()).open(`/access/filelogin?share=${guid}&email=${email}&step=code`)
}

describe('guessing a code', () => {
  test('five wrong tries use it up: the right one is refused then', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    for (let by = 1; by <= 5; by++) {
      await rita.send('prove', { code: otherCode(code, by) })
      expect(rita.status).toBe(400)
    }
    await rita.send('prove', { code })
    expect([rita.status, rita.text()]).toEqual([
      400,
      expect.stringContaining('That code is wrong or too old'),
    ])
    app.clock.advance(hour)
  })

  test('four wrong tries leave the fifth', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    for (let by = 1; by <= 4; by++) await rita.send('prove', { code: otherCode(code, by) })
    await rita.send('prove', { code })
    expect(rita.path).toBe(`/file/${guid}`)
    app.clock.advance(hour)
  })

  test('twenty at once, from twenty places, are five tries', { tags: ['engines'] }, async () => {
    await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    const thieves = await Promise.all(Array.from({ length: 20 }, () => atCode()))
    await Promise.all(thieves.map((thief, by) => thief.send('prove', { code: otherCode(code, by + 1) })))
    expect(thieves.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(10).fill(400),
      ...Array<number>(10).fill(429),
    ])
    const { kysely } = app.strongroom.services.database
    const newest = await kysely.selectFrom('code').selectAll().orderBy('created_at', 'desc').execute()
    expect(newest[0]).toMatchObject({ tries: 5, used_at: null })
    app.clock.advance(hour)
  })

  test('the same right code typed twice at once opens one session', { tags: ['engines'] }, async () => {
    await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    const two = [await atCode(), await atCode()]
    await Promise.all(two.map((browser) => browser.send('prove', { code })))
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 400])
    app.clock.advance(hour)
  })

  test('new codes do not give new tries for ever: after ten within 15 minutes it must wait', async () => {
    const thief = await askCode(app, guid, recipientEmail)
    for (let tries = 0; tries < 10; tries++) {
      if (tries === 5) await thief.send('ask')
      await thief.send('prove', { code: otherCode(await codeFor(app, recipientEmail)) })
      expect(thief.status).toBe(400)
    }
    await thief.send('ask')
    const code = await codeFor(app, recipientEmail)
    await thief.send('prove', { code })
    expect([thief.status, thief.text()]).toEqual([
      429,
      expect.stringContaining('Too many tries. Wait a few minutes, then try again.'),
    ])
    expect(thief.heading()).toBe('Type the code')
    app.clock.advance(15 * minute - second)
    await thief.send('prove', { code })
    expect(thief.status).toBe(429)
    app.clock.advance(hour)
  })
})

describe('asking for codes', () => {
  test('the sixth within 15 minutes for one address is refused in words, and sends no mail', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    for (let times = 2; times <= 5; times++) await rita.send('ask')
    const before = (await app.outbox.to(recipientEmail)).length
    await rita.send('ask')
    expect([rita.status, rita.text()]).toEqual([
      429,
      expect.stringContaining('Too many tries. Wait a few minutes, then try again.'),
    ])
    expect(await app.outbox.to(recipientEmail)).toHaveLength(before)
    app.clock.advance(15 * minute)
    await rita.send('ask')
    expect(rita.status).toBe(200)
    app.clock.advance(hour)
  })

  test('an unlisted address meets the same limit', async () => {
    const stranger = await askCode(app, guid, 'stranger@example.com')
    for (let times = 2; times <= 5; times++) await stranger.send('ask')
    expect(stranger.status).toBe(200)
    await stranger.send('ask')
    expect(stranger.status).toBe(429)
    app.clock.advance(hour)
  })

  test('one place may not ask for many addresses: 30 an hour', async () => {
    const place = somebody()
    const robot = app.browser(place)
    for (let number = 1; number <= 30; number++) {
      await robot.open(`/access/filelogin?share=${guid}`)
      await robot.send('ask', { email: `person${number}@example.com` })
      expect(robot.status).toBe(200)
    }
    const again = await app.browser(place).open(`/access/filelogin?share=${guid}`)
    await again.send('ask', { email: recipientEmail })
    expect([again.status, again.page.valueOf('Your e-mail address')]).toEqual([429, recipientEmail])
    app.clock.advance(hour)
  })
})

describe('a proved address', () => {
  test('is forgotten after 2 hours without use', async () => {
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    app.clock.advance(2 * hour - second)
    await rita.reload()
    expect(rita.path).toBe(`/file/${guid}`)
    app.clock.advance(2 * hour)
    await rita.reload()
    expect([rita.status, rita.path, rita.heading()]).toEqual([401, `/file/${guid}`, 'Who are you?'])
  })

  test('is forgotten 12 hours after the code, however much it is used, also by a browser that keeps its cookies', async () => {
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    const cookie = rita.cookies.header(rita.url)!
    for (let hours = 1; hours < 12; hours++) {
      app.clock.advance(hour)
      expect((await app.browser(somebody()).fetch(`/file/${guid}`, { headers: { cookie } })).status).toBe(200)
    }
    app.clock.advance(hour)
    const late = await app.browser(somebody()).fetch(`/file/${guid}`, { headers: { cookie } })
    expect([late.status, (await late.text()).includes('Who are you?')]).toEqual([401, true])
  })

  test('is forgotten at sign-out, also by a browser that keeps its cookies', async () => {
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    const cookie = rita.cookies.header(rita.url)!
    await rita.open('/access/logout')
    await rita.send('signOut')
    await rita.open(`/file/${guid}`)
    expect(rita.path).toBe(`/access/filelogin?share=${guid}`)
    const late = await app.browser(somebody()).fetch(`/file/${guid}`, { headers: { cookie } })
    expect([late.status, (await late.text()).includes('Who are you?')]).toEqual([401, true])
  })

  test('cannot be had by changing the cookie', async () => {
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    rita.cookies.tamper('reader', (value) => (value.startsWith('e') ? 'f' : 'e') + value.slice(1))
    await rita.reload()
    expect(rita.path).toBe(`/access/filelogin?share=${guid}`)
  })

  test('is kept in a cookie that scripts cannot read and other sites do not send', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    const form = rita.page.submission(rita.page.form('prove'))
    const entries = form.entries.filter(({ name }) => name !== 'code')
    entries.push({ name: 'code', value: await codeFor(app, recipientEmail) })
    const body = new URLSearchParams(entries.map(({ name, value }) => [name, String(value)])).toString()
    const answer = await rita.fetch(rita.path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('reader='))
    expect(cookie).toMatch(/; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
  })
})
