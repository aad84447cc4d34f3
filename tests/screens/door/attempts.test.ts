import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser, BrowserOptions } from '#tests/support/browser/browser.ts'
import { day, hour, minute, second } from '#tests/support/world/clock.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import {
  makeShare,
  openShare,
  operatorEmail,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { askCode, codeFor, otherCode, somebody } from '#tests/support/world/people.ts'

const { app, operator, share: guid } = await makeWorld({ share: {} })
const emails = Array.from({ length: 12 }, (_, number) => `reader${number}@example.net`)
const share = await makeShare(app, operator, { recipients: emails.join(', ') })

/** A stranger who comes from a network that is no one else's neighbour. */
let networks = 0
function fromAfar(): BrowserOptions {
  networks++
  return { ip: `198.18.${networks}.1` }
}

/** Another person in front of the form for the code, who asked for none. */
async function atCode(email = recipientEmail): Promise<Browser> {
  return app.browser(fromAfar()).open(`/access/filelogin?share=${guid}&email=${email}&step=code`)
}

/** The code in the newest email, and what the stranger who asked for it types instead. */
async function guess(stranger: Browser, email = recipientEmail): Promise<number> {
  await stranger.send('prove', { code: otherCode(await codeFor(app, email)) })
  return stranger.status
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
      expect.stringContaining('That code is wrong or has expired'),
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

  test('twenty at once in the browser that asked are five tries', { tags: ['engines'] }, async () => {
    const rita = await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    const cookie = rita.cookies.header(rita.url)!
    const body = (by: number) =>
      new URLSearchParams(
        rita.page
          .submission(rita.page.form('prove'))
          .entries.map(({ name, value }) => [name, name === 'code' ? otherCode(code, by) : String(value)]),
      ).toString()
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, by) =>
        rita.fetch(rita.path, { method: 'POST', body: body(by + 1), headers }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(10).fill(400),
      ...Array<number>(10).fill(429),
    ])
    const { kysely } = app.strongroom.services.database
    const newest = await kysely.selectFrom('code').selectAll().orderBy('created_at', 'desc').execute()
    expect(newest[0]).toMatchObject({ tries: 5, used_at: null })
    app.clock.advance(day)
  })

  test('the same right code typed twice at once opens one session', { tags: ['engines'] }, async () => {
    const rita = await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    const submission = rita.page.submission(rita.page.form('prove'))
    const entries = submission.entries.map(({ name, value }) => [
      name,
      name === 'code' ? code : String(value),
    ])
    const answers = await Promise.all(
      [1, 2].map(() =>
        rita.fetch(rita.path, {
          method: 'POST',
          body: new URLSearchParams(entries).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      ),
    )
    // Both answers are that of the first, with the one session that it opened.
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const [one, other] = answers.map(({ headers }) => headers.getSetCookie())
    expect([one?.length, other]).toEqual([1, one])
    app.clock.advance(day)
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
    expect(thief.headers.get('retry-after')).toBe('900')
    expect([thief.status, thief.text()]).toEqual([
      429,
      expect.stringContaining('Too many attempts. Wait a few minutes, then try again.'),
    ])
    expect(thief.heading()).toBe('Enter the verification code')
    app.clock.advance(15 * minute - second)
    await thief.send('prove', { code })
    expect(thief.status).toBe(429)
    app.clock.advance(hour)
  })
})

describe('while strangers guess', () => {
  test('a code works in the browser that asked for it, and in no other', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    const thief = await atCode()
    await thief.send('prove', { code })
    expect([thief.status, thief.text()]).toEqual([
      400,
      expect.stringContaining('A code only works in the browser that requested it.'),
    ])
    await rita.send('prove', { code })
    expect(rita.path).toBe(`/file/${guid}`)
    app.clock.advance(day)
  })

  test('a stranger who asks for a code, and guesses, leaves the one that was asked for before', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    const code = await codeFor(app, recipientEmail)
    const thief = await askCode(app, guid, recipientEmail, fromAfar())
    for (let tries = 0; tries < 10; tries++) await guess(thief)
    expect(await guess(thief)).toBe(429)
    await rita.send('prove', { code })
    expect(rita.path).toBe(`/file/${guid}`)
    app.clock.advance(day)
  })

  test('from many networks, at many addresses: codes get few tries, the sender is notified, who reads the email gets in', async () => {
    const rita = await askCode(app, share, emails[11]!)
    const code = await codeFor(app, emails[11]!)
    const looked = new Map<string, number>()
    for (let round = 0; round < 2; round++) {
      for (const email of emails) {
        const thief = await askCode(app, share, email, fromAfar())
        if (thief.status !== 200) continue
        for (let tries = 0; tries < 5; tries++) await guess(thief, email)
      }
    }
    const { kysely } = app.strongroom.services.database
    const rows = await kysely.selectFrom('code').selectAll().where('share_guid', '=', share).execute()
    for (const { email, tries } of rows) looked.set(email, (looked.get(email) ?? 0) + tries)
    const all = [...looked.values()].reduce((sum, tries) => sum + tries)
    // Twenty, and then two for each code of the others.
    expect(all).toBeLessThanOrEqual(20 + 20 * 2)
    expect((await eventKinds(app, share)).filter((kind) => kind === 'CodesGuessed')).toHaveLength(1)
    const told = (await app.outbox.to(operatorEmail)).filter(({ subject }) =>
      subject.startsWith('Wrong codes were entered'),
    )
    expect(told).toHaveLength(1)
    await rita.send('prove', { code })
    expect(rita.path).toBe(`/file/${share}`)
    app.clock.advance(day)
  })

  test('at an address that is on no list strangers are answered alike', async () => {
    const answers: number[][] = []
    for (const email of [recipientEmail, 'stranger@example.com']) {
      const statuses: number[] = []
      for (let number = 0; number < 14; number++) {
        const thief = await askCode(app, guid, email, fromAfar())
        statuses.push(thief.status)
        if (thief.status !== 200) continue
        for (let tries = 0; tries < 3; tries++) {
          await thief.send('prove', { code: '000000' })
          statuses.push(thief.status)
        }
      }
      answers.push(statuses)
      app.clock.advance(day)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toContain(429)
  })

  test('someone who comes by the link in their own email is not held back by them', async () => {
    const email = 'rosa@example.net'
    const own = await makeShare(app, await signIn(app, operatorEmail, somebody()), { recipients: email })
    const link = await app.outbox.linkTo(email, '/for/')
    for (let number = 0; number < 15; number++) {
      const thief = await askCode(app, own, email, fromAfar())
      for (let tries = 0; thief.status === 200 && tries < 3; tries++) await guess(thief, email)
    }
    expect((await askCode(app, own, email, fromAfar())).status).toBe(429)
    // So that the newest email is the reader's.
    app.clock.advance(second)
    const rosa = await app.browser(fromAfar()).open(link)
    await rosa.send('ask')
    expect(rosa.status).toBe(200)
    await rosa.send('prove', { code: await codeFor(app, email) })
    expect(rosa.path).toBe(`/view/${own}`)
    // Whoever has the email as well sends no more than these.
    for (let number = 2; number <= 6; number++) {
      const other = await app.browser(fromAfar()).open(link)
      await other.send('ask')
      expect(other.status).toBe(number <= 5 ? 200 : 429)
    }
    app.clock.advance(day)
  })

  test('someone who has read here before is not held back by them', async () => {
    const rita = await openShare(app, guid, recipientEmail, fromAfar())
    // Until then the browser needs no code at all.
    app.clock.advance(13 * hour)
    for (let number = 0; number < 12; number++) await askCode(app, guid, recipientEmail, fromAfar())
    expect((await askCode(app, guid, recipientEmail, fromAfar())).status).toBe(429)
    // So that the newest email is the reader's.
    app.clock.advance(second)
    await rita.open(`/access/filelogin?share=${guid}`)
    await rita.send('ask', { email: recipientEmail })
    expect(rita.status).toBe(200)
    await rita.send('prove', { code: await codeFor(app, recipientEmail) })
    expect(rita.path).toBe(`/file/${guid}`)
    app.clock.advance(day)
  })
})

describe('asking for codes', () => {
  test('the sixth within 15 minutes for one address is refused in words, and sends no email', async () => {
    const rita = await askCode(app, guid, recipientEmail)
    for (let times = 2; times <= 5; times++) await rita.send('ask')
    const before = (await app.outbox.to(recipientEmail)).length
    await rita.send('ask')
    expect([rita.status, rita.text()]).toEqual([
      429,
      expect.stringContaining('Too many attempts. Wait a few minutes, then try again.'),
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

  test('one place cannot ask for many addresses: 30 an hour', async () => {
    const place = somebody()
    const robot = app.browser(place)
    for (let number = 1; number <= 30; number++) {
      await robot.open(`/access/filelogin?share=${guid}`)
      await robot.send('ask', { email: `person${number}@example.com` })
      expect(robot.status).toBe(200)
    }
    const again = await app.browser(place).open(`/access/filelogin?share=${guid}`)
    await again.send('ask', { email: recipientEmail })
    expect([again.status, again.page.valueOf('Your email address')]).toEqual([429, recipientEmail])
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
    expect([rita.status, rita.path, rita.heading()]).toEqual([401, `/file/${guid}`, 'Confirm your email'])
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
    expect([late.status, (await late.text()).includes('Confirm your email')]).toEqual([401, true])
  })

  test('is forgotten at sign-out, also by a browser that keeps its cookies', async () => {
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    const cookie = rita.cookies.header(rita.url)!
    await rita.open('/access/logout')
    await rita.send('signOut')
    await rita.open(`/file/${guid}`)
    expect(rita.path).toBe(`/access/filelogin?share=${guid}`)
    const late = await app.browser(somebody()).fetch(`/file/${guid}`, { headers: { cookie } })
    expect([late.status, (await late.text()).includes('Confirm your email')]).toEqual([401, true])
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
