import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day } from '#tests/support/world/clock.ts'
import {
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  operatorEmail,
  password,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'

const { app, operator } = await makeWorld()
let olivia = operator

async function choose(browser: Browser, { openings, devices }: { openings: boolean; devices: boolean }) {
  await browser.open('/setting?tabActive=notifications')
  for (const [label, isWanted] of [
    [/opens one of my files/, openings],
    [/new device/, devices],
  ] as const) {
    if (isWanted) browser.choose(label)
    else browser.clear(label)
  }
  await browser.press('Save notifications')
  expect(browser.text()).toContain('Notifications saved.')
}

const opened = 'Your file was opened for the first time'
const newDevice = 'New sign-in to your Strongroom account'

async function emailsTo(email: string, subject: string) {
  return (await app.outbox.to(email)).filter((mail) => mail.subject === subject)
}

test('what a person chose is what the tab shows afterwards; at first everything is on', async () => {
  const ulrich = await makeUser(app, { email: 'choice@example.org' })
  await ulrich.open('/setting?tabActive=notifications')
  const isOn = () => [/opens one of my files/, /new device/].map((label) => ulrich.page.isChosen(label))
  expect(isOn()).toEqual([true, true])
  for (const [openings, devices] of [
    [false, true],
    [true, false],
    [false, false],
    [true, true],
  ] as const) {
    await choose(ulrich, { openings, devices })
    expect(isOn()).toEqual([openings, devices])
  }
  expect(ulrich.text()).toContain('We always email you about changes')
})

describe('the email of a first opening', () => {
  beforeEach(async () => {
    olivia = await signIn(app, operatorEmail)
    await choose(olivia, { openings: true, devices: true })
  })

  test('says who, when on the owner’s clock and from which country, and leads to the file', async () => {
    await olivia.open('/setting')
    await olivia.select('Time zone', /^Tokyo/).press('Save profile')
    const guid = await makeShare(app, olivia)
    await openShare(app, guid, recipientEmail, { ip: '91.198.174.192' })
    const mail = (await emailsTo(operatorEmail, opened)).at(-1)!
    const tokyo = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const
    const time = new Intl.DateTimeFormat('en-GB', tokyo).format(app.clock.now())
    expect(mail.text).toContain(
      `${recipientEmail} opened the file you shared on ${time} (Asia/Tokyo) for the first time, on ${time} (Asia/Tokyo), from Netherlands.`,
    )
    expect(mail.links[0]).toBe(`http://localhost:3000/s/${guid}`)
    expect(mail.text + mail.html).not.toContain('contract')
    expect(mail.html).not.toMatch(/<img|http-equiv|<script/i)
  })

  test('leads to where it can be switched off, in its text and its header', async () => {
    const guid = await makeShare(app, olivia)
    await openShare(app, guid)
    const mail = (await emailsTo(operatorEmail, opened)).at(-1)!
    const tab = 'http://localhost:3000/setting?tabActive=notifications'
    expect(mail.headers.get('list-unsubscribe')).toBe(`<${tab}>`)
    expect(mail.links.at(-1)).toBe(tab)
    await olivia.open(tab)
    expect(olivia.page.isChosen(/opens one of my files/)).toBe(true)
  })

  test('comes once for each recipient, however often and wherever they read', async () => {
    const before = (await emailsTo(operatorEmail, opened)).length
    const guid = await makeShare(app, olivia, { recipients: `${recipientEmail}, rob@example.net` })
    for (const email of [recipientEmail, recipientEmail, 'rob@example.net']) {
      const reader = await openShare(app, guid, email)
      await reader.open(`/file/${guid}`)
      await reader.send('open')
    }
    app.clock.advance(13 * 3_600_000)
    await openShare(app, guid)
    const emails = (await emailsTo(operatorEmail, opened)).slice(before)
    // Both left at one moment, in no order.
    const readers = emails.map(({ text }) => /(\S+@\S+) opened/.exec(text)?.[1])
    expect(readers.toSorted()).toEqual([recipientEmail, 'rob@example.net'])
  })

  test('comes once for a public link, and says that no one knows who', async () => {
    const before = (await emailsTo(operatorEmail, opened)).length
    const guid = await makeShare(app, olivia, { visibility: 'public' })
    await openPublicShare(app, guid, { ip: '192.0.2.7' })
    await openPublicShare(app, guid, { ip: '192.0.2.8' })
    const emails = (await emailsTo(operatorEmail, opened)).slice(before)
    expect(emails).toHaveLength(1)
    expect(emails[0]!.text).toContain('Someone with the link opened the file you shared')
    expect(emails[0]!.text).not.toContain('192.0.2.7')
  })

  test('does not come for looking at the summary, for a refusal, or for the owner', async () => {
    const before = (await app.outbox.to(operatorEmail)).length
    const guid = await makeShare(app, olivia, { visibility: 'public' })
    await app.browser().open(`/file/${guid}`)
    await olivia.open(`/file/${guid}`)
    const closed = await makeShare(app, olivia, { visibility: 'public' })
    await olivia.open(`/s/${closed}`)
    await olivia.press('Unshare')
    await app.browser().open(`/file/${closed}`)
    expect((await app.outbox.to(operatorEmail)).length).toBe(before)
  })

  test('does not come when the owner does not want it', async () => {
    await choose(olivia, { openings: false, devices: true })
    const before = (await app.outbox.to(operatorEmail)).length
    await openShare(app, await makeShare(app, olivia))
    expect((await app.outbox.to(operatorEmail)).length).toBe(before)
  })
})

describe('the email of a new device', () => {
  const home = {
    ip: '203.0.113.5',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  let people = 0

  /** Someone who has signed in once, at home. */
  async function somebody(): Promise<string> {
    const email = `device${++people}@example.org`
    await makeUser(app, { email, browser: home })
    await signIn(app, email, home)
    expect(await emailsTo(email, newDevice)).toEqual([])
    return email
  }

  test('says when, with what and from where, and what to do', async () => {
    const email = await somebody()
    await signIn(app, email, {
      ip: '91.198.174.192',
      userAgent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
    })
    const [mail, ...more] = await emailsTo(email, newDevice)
    expect(more).toEqual([])
    expect(mail!.text).toContain('With: Chrome on Windows')
    expect(mail!.text).toContain('From: Netherlands, the IP address 91.198.174.192')
    expect(mail!.text).toMatch(/When: .+ \(UTC\)/)
    expect(mail!.text).toContain('change your password now')
    expect(mail!.headers.get('list-unsubscribe')).toContain('tabActive=notifications')
  })

  test('comes for the same browser in another network, and for another browser in the same one', async () => {
    const email = await somebody()
    await signIn(app, email, { ...home, ip: '198.51.100.1' })
    await signIn(app, email, { ...home, userAgent: 'Lynx/2.9.0 libwww-FM/2.14' })
    expect(await emailsTo(email, newDevice)).toHaveLength(2)
  })

  test('does not come again for a device that was seen, nor for one that was brought up to date', async () => {
    const email = await somebody()
    await signIn(app, email, { ...home, ip: '198.51.100.1' })
    await signIn(app, email, { ...home, ip: '198.51.100.1' })
    await signIn(app, email, { ...home, userAgent: home.userAgent.replaceAll('140.0', '141.0') })
    expect(await emailsTo(email, newDevice)).toHaveLength(1)
  })

  test('comes again after ninety days without that device, also for the only one', async () => {
    const email = await somebody()
    app.clock.advance(89 * day)
    await app.strongroom.services.sweep()
    await signIn(app, email, home)
    expect(await emailsTo(email, newDevice)).toHaveLength(0)
    app.clock.advance(90 * day)
    await app.strongroom.services.sweep()
    await signIn(app, email, home)
    expect(await emailsTo(email, newDevice)).toHaveLength(1)
  })

  test('does not come for a password that was wrong', async () => {
    const email = await somebody()
    const thief = await app.browser({ ip: '198.51.100.66' }).open('/access/login')
    await thief.send('signIn', { email, password: `${password}!` })
    expect(await emailsTo(email, newDevice)).toEqual([])
  })

  test('does not come when the person does not want it; the device is known afterwards', async () => {
    const email = await somebody()
    const browser = await signIn(app, email, home)
    await choose(browser, { openings: true, devices: false })
    await signIn(app, email, { ...home, ip: '198.51.100.2' })
    await choose(browser, { openings: true, devices: true })
    await signIn(app, email, { ...home, ip: '198.51.100.2' })
    expect(await emailsTo(email, newDevice)).toEqual([])
  })
})
