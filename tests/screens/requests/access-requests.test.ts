import { beforeEach, describe, expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser, BrowserOptions } from '#tests/support/browser/browser.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import {
  makeShare,
  makeUser,
  openShare,
  operatorEmail,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { askCode, codeFor, otherCode, somebody, ownLink } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { askAccess, atRequest, decisionLinks, requestsOf } from './requests.ts'

let olivia: Browser

const { app } = await makeWorld()
beforeEach(async () => {
  app.clock.advance(day)
  olivia = await signIn(app, operatorEmail, somebody())
})

const paula = 'paula@example.net'

test('who is not on the list finds the way from the door, proves an address and asks; approved, reads the file', async () => {
  const guid = await makeShare(app, olivia)
  const browser = await app.browser(somebody()).open(`/file/${guid}`)
  await browser.follow('Ask for access')
  expect([browser.path, browser.heading()]).toEqual([`/p/request/${guid}`, 'You need access'])
  await browser.fill('Your email address', 'Paula@Example.net').press('Send code')
  expect(browser.text()).toContain('If this link leads to a file you can request')
  await browser.fill('Six-digit code', await codeFor(app, paula)).press('Continue')
  expect(browser.heading()).toBe('Request access')
  expect(browser.text()).toContain(`You’re asking as ${paula}`)
  expect(browser.text()).not.toMatch(/contract|Olivia|olivia/)
  await browser
    .fill('Your name (optional)', 'Paula Pohl')
    .fill(/^Message/, 'I audit this deal')
    .press('Request access')
  expect(browser.heading()).toBe('Request sent')
  await app.settle()
  expect(await requestsOf(app, guid)).toMatchObject([
    { email: paula, kind: 'access', status: 'Pending', reason: 'I audit this deal' },
  ])
  const mail = await app.outbox.newest(operatorEmail)
  expect(mail.subject).toBe('Someone requests access to your file')
  expect(mail.text).toContain('Paula Pohl (paula@example.net) requests access')
  expect(mail.text + mail.subject).not.toContain('contract.pdf')
  expect(await eventKinds(app, guid)).toContain('AccessAsked')

  const decision = await app.browser(somebody()).open((await decisionLinks(app, operatorEmail)).approve)
  await decision.choose('Same permissions').press('Approve')
  const given = await app.outbox.newest(paula)
  expect(given.subject).toBe('Your request was approved')
  expect(given.links).toEqual([ownLink(guid)])
  await browser.open(`/p/request/${guid}`)
  expect([browser.path, browser.heading()]).toEqual([`/file/${guid}`, 'contract.pdf'])
  await browser.send('open')
  expect(browser.path).toBe(`/view/${guid}`)
})

describe('the page where access is asked for', () => {
  test('is reached from "not shared with you", without a code where an address is proved', async () => {
    const [first, second] = [
      await makeShare(app, olivia),
      await makeShare(app, olivia, { recipients: paula }),
    ]
    const browser = await proveAddress(app, second, paula, somebody())
    await browser.open(`/file/${first}`)
    expect([browser.status, browser.heading()]).toEqual([403, 'Not shared with you'])
    await browser.follow('Ask for access')
    await browser.press('Request access')
    await app.settle()
    expect(await requestsOf(app, first)).toMatchObject([{ email: paula, status: 'Pending', reason: '' }])
  })

  test('lets someone with an account and another proved address choose between them', async () => {
    const [first, second] = [
      await makeShare(app, olivia),
      await makeShare(app, olivia, { recipients: paula }),
    ]
    const ulrich = await makeUser(app, { email: 'both@example.org', browser: somebody() })
    await ulrich.open(`/access/filelogin?share=${second}`)
    await ulrich.send('ask', { email: paula })
    await ulrich.send('prove', { code: await codeFor(app, paula) })
    await ulrich.open(`/p/request/${first}`)
    await ulrich.choose('both@example.org').press('Request access')
    await app.settle()
    expect(await requestsOf(app, first)).toMatchObject([{ email: 'both@example.org' }])
    await ulrich.open(`/p/request/${first}`)
    expect(ulrich.text()).toContain('both@example.org: You asked on')
    expect(ulrich.text()).toContain(`You’re asking as ${paula}`)
  })

  test('leads who has access already to the file', async () => {
    const guid = await makeShare(app, olivia)
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    expect((await rita.open(`/p/request/${guid}`)).path).toBe(`/file/${guid}`)
    expect((await olivia.open(`/p/request/${guid}`)).path).toBe(`/s/${guid}`)
    const open = await makeShare(app, olivia, { visibility: 'public' })
    expect((await app.browser(somebody()).open(`/p/request/${open}`)).path).toBe(`/file/${open}`)
  })

  test('an address that was not proved asks for nothing', async () => {
    const guid = await makeShare(app, olivia)
    const browser = await atRequest(app, guid, paula)
    await browser.send('ask', { email: 'victim@example.net' })
    expect(browser.status).toBe(401)
    await app.settle()
    expect(await requestsOf(app, guid)).toEqual([])
  })

  test('a wrong code proves nothing, and a code for one share none for another', async () => {
    const [guid, other] = [await makeShare(app, olivia), await makeShare(app, olivia)]
    const browser = await app.browser(somebody()).open(`/p/request/${guid}`)
    await browser.send('code', { email: paula })
    const code = await codeFor(app, paula)
    await browser.send('prove', { code: otherCode(code) })
    expect([browser.status, browser.text()]).toEqual([400, expect.stringContaining('That code is wrong')])
    const elsewhere = await app.browser(somebody()).open(`/p/request/${other}?step=code&email=${paula}`)
    expect((await elsewhere.send('prove', { code })).status).toBe(400)
  })
})

describe('the answers to a stranger', () => {
  async function story(guid: string, email: string) {
    const browser = await app.browser(somebody()).open(`/p/request/${guid}`)
    const pages = [browser.text()]
    await browser.send('code', { email })
    pages.push(browser.text())
    await browser.send('prove', { code: '000000' })
    pages.push(`${browser.status} ${browser.text()}`)
    return pages.map((page) => page.replaceAll(guid, '…'))
  }

  test('are the same for a share that is open, unshared, in the trash, expired, for everyone, or does not exist', async () => {
    const { kysely } = app.strongroom.services.database
    const open = await makeShare(app, olivia)
    const expected = await story(open, paula)
    const closed: [string, object][] = [
      [await makeShare(app, olivia), { status: 'Killed' }],
      [await makeShare(app, olivia), { binned_at: app.clock.now() }],
      [await makeShare(app, olivia), { destruct_seconds: 0, expires_at: app.clock.now() }],
    ]
    for (const [guid, columns] of closed)
      await kysely.updateTable('share').set(columns).where('guid', '=', guid).execute()
    const before = (await app.outbox.to('nobody@example.net')).length
    for (const guid of [...closed.map(([one]) => one), newGuid()]) {
      app.clock.advance(day)
      expect(await story(guid, 'nobody@example.net')).toEqual(
        expected.map((page) => page.replaceAll(paula, 'nobody@example.net')),
      )
    }
    expect(await app.outbox.to('nobody@example.net')).toHaveLength(before)
  })

  test('are the same for who proved an address, and nothing is kept', async () => {
    const ulrich = await makeUser(app, { email: 'proved@example.org', browser: somebody() })
    const killed = await makeShare(app, olivia)
    await olivia.open(`/s/${killed}`)
    await olivia.send('unshare')
    const told: string[] = []
    for (const guid of [await makeShare(app, olivia), killed, newGuid()]) {
      await ulrich.open(`/p/request/${guid}`)
      told.push(ulrich.text())
      await ulrich.send('ask', { message: 'Please' })
      told.push(ulrich.text())
      await app.settle()
    }
    expect(new Set(told).size).toBe(2)
    expect(await requestsOf(app, killed)).toEqual([])
  })
})

describe('limits', () => {
  /** How many codes someone in this browser, or this network, gets for an address before it is too many. */
  async function codesFor(email: string, at: Browser | BrowserOptions, most: number): Promise<number> {
    const guid = await makeShare(app, olivia)
    for (let count = 0; count < most; count++) {
      const browser = 'open' in at ? at : app.browser(at)
      await browser.open(`/p/request/${guid}`)
      await browser.send('code', { email })
      expect([200, 429]).toContain(browser.status)
      if (browser.status === 429) return count
    }
    return most
  }

  test('three codes a day for one address from one network, ten for whomever', async () => {
    const network = somebody()
    expect(await codesFor('often@example.net', network, 4)).toBe(3)
    expect(await app.outbox.to('often@example.net')).toHaveLength(3)
    for (let count = 1; count <= 7; count++)
      expect(await codesFor(`p${count}@example.net`, network, 1)).toBe(1)
    expect(await codesFor('p8@example.net', network, 1)).toBe(0)
  })

  test('strangers who use up the codes of an address leave one a day to each other network, 72 in all', async () => {
    const email = 'bothered@example.net'
    for (let at = 0; at < 4; at++) expect(await codesFor(email, { ip: `198.18.${at}.1` }, 4)).toBe(3)
    expect(await codesFor(email, { ip: '198.19.0.1' }, 2)).toBe(1)
    const guid = await makeShare(app, olivia)
    const person = await atRequest(app, guid, email, { ip: '198.19.1.1' })
    expect(person.text()).toContain(`You’re asking as ${email}`)
    const { kysely } = app.strongroom.services.database
    const key = `request-code|${email}|more|everywhere|${day}`
    await kysely.updateTable('rate').set({ count: 60 }).where('key', '=', key).execute()
    expect(await codesFor(email, { ip: '198.19.2.1' }, 1)).toBe(0)
  })

  test('whose browser is known gets codes whatever strangers ask for, from their network too', async () => {
    const network = somebody()
    const account = await makeUser(app, { email: 'member@example.org', browser: network })
    const read = await makeShare(app, olivia, { recipients: 'reads@example.net' })
    const reader = await openShare(app, read, 'reads@example.net', network)
    app.clock.advance(13 * 60 * minute)
    olivia = await signIn(app, operatorEmail, somebody())
    for (const [email, browser] of [
      ['member@example.org', account],
      ['reads@example.net', reader],
    ] as const) {
      expect(await codesFor(email, network, 4)).toBe(3)
      expect(await codesFor(email, browser, 4)).toBe(3)
    }
  })

  test('three requests a day for one address, whatever is asked for', async () => {
    const guids = []
    for (let count = 1; count <= 4; count++) guids.push(await makeShare(app, olivia))
    const ulrich = await makeUser(app, { email: 'many@example.org', browser: somebody() })
    for (const [index, guid] of guids.entries()) {
      await ulrich.open(`/p/request/${guid}`)
      await ulrich.send('ask')
      expect(ulrich.status).toBe(index < 3 ? 200 : 429)
    }
    await app.settle()
    expect(await requestsOf(app, guids[3]!)).toEqual([])
  })

  test(
    'one request that waits for each address, also when it is sent twice at once',
    { tags: ['engines'] },
    async () => {
      const guid = await makeShare(app, olivia)
      const [one, two] = [
        await atRequest(app, guid, 'twice@example.net'),
        await atRequest(app, guid, 'twice@example.net'),
      ]
      await Promise.all([one.send('ask'), two.send('ask')])
      await app.settle()
      expect(await requestsOf(app, guid)).toHaveLength(1)
      await one.open(`/p/request/${guid}`)
      expect(one.heading()).toBe('Access requested')
      expect(one.text()).toContain('when the sender decides')
      expect(one.page.root.querySelectorAll('input[value=ask]')).toEqual([])
    },
  )

  test.each([
    ['markup', '<script>', 'must not contain these characters <>'],
    ['a web address', 'see https://evil.example', 'Email addresses and URLs are not allowed'],
    ['too much', 'a'.repeat(501), 'Shorten this to 500 characters or fewer.'],
  ])('a message with %s comes back with what was typed', async (_, message, words) => {
    const guid = await makeShare(app, olivia)
    const email = `m${message.length}@example.net`
    const browser = await atRequest(app, guid, email)
    await browser.send('ask', { message })
    expect(browser.status).toBe(400)
    expect(browser.text()).toContain(words)
    await app.settle()
    expect(await requestsOf(app, guid)).toEqual([])
  })
})

describe('after a refusal', () => {
  test('the same person asks again, a day later, and then no more', async () => {
    const guid = await makeShare(app, olivia)
    const again = 'again@example.net'
    await askAccess(app, guid, again)
    await app
      .browser(somebody())
      .open((await decisionLinks(app, operatorEmail)).reject)
      .then((one) => one.send('reject'))
    expect((await app.outbox.newest(again)).text).toContain(
      'Your request for access to a protected file wasn’t approved.',
    )
    const browser = await proved(guid, again)
    expect(browser.text()).toContain('Your request wasn’t approved. You can ask again after')
    expect(browser.page.root.querySelectorAll('textarea')).toEqual([])

    app.clock.advance(day)
    const later = await askAccess(app, guid, again, 'It is me again')
    expect(later.heading()).toBe('Request sent')
    const decision = await app.browser(somebody()).open((await decisionLinks(app, operatorEmail)).reject)
    await decision.send('reject', { note: 'This is for the board' })
    expect((await app.outbox.newest(again)).text).toContain('The sender’s message: This is for the board')
    app.clock.advance(2 * day)
    const last = await proved(guid, again)
    expect(last.text()).toContain('Your requests weren’t approved. Reason: This is for the board')
    expect(last.page.root.querySelectorAll('textarea')).toEqual([])
    expect((await requestsOf(app, guid)).map(({ status }) => status)).toEqual(['Rejected', 'Rejected'])
  })

  test('a form that was kept open asks for nothing', async () => {
    const guid = await makeShare(app, olivia)
    const email = 'early@example.net'
    const kept = await atRequest(app, guid, email)
    await askAccess(app, guid, email)
    const rejecting = await app.browser(somebody()).open((await decisionLinks(app, operatorEmail)).reject)
    await rejecting.send('reject')
    await kept.send('ask')
    expect([kept.status, kept.text()]).toEqual([
      403,
      expect.stringContaining('Your request wasn’t approved.'),
    ])
    await app.settle()
    expect(await requestsOf(app, guid)).toHaveLength(1)
  })

  async function proved(guid: string, email: string): Promise<Browser> {
    return atRequest(app, guid, email)
  }
})

test('a proved address lasts as long as any other: after that a code is asked for again', async () => {
  const guid = await makeShare(app, olivia)
  const browser = await atRequest(app, guid, 'lasting@example.net')
  app.clock.advance(13 * 60 * minute)
  await browser.send('ask')
  expect(browser.status).toBe(401)
  await app.settle()
  expect(await requestsOf(app, guid)).toEqual([])
})

test('a code that proves an address here opens no file', async () => {
  const guid = await makeShare(app, olivia)
  const browser = await atRequest(app, guid, 'curious@example.net')
  expect((await browser.open(`/file/${guid}`)).status).toBe(403)
  expect(browser.text()).not.toContain('contract.pdf')
  const here = await codeFor(app, 'curious@example.net')
  const door = await askCode(app, guid, 'curious@example.net')
  expect(door.status).toBe(200)
  await door.send('prove', { code: here })
  expect(door.url.pathname).toBe('/access/filelogin')
  await app.settle()
  expect(await app.outbox.codesNow('curious@example.net')).toEqual([here])
  expect((await door.open(`/view/${guid}`)).text()).not.toContain('contract.pdf')
})
