import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute, second } from '#tests/support/world/clock.ts'
import {
  makeShare,
  openPublicShare,
  openShare,
  operatorEmail,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'
import { eventKinds } from '#tests/support/world/events.ts'

let sender: Browser
const twoPeople = `${recipientEmail}, rob@example.net`
const tenMinutes = { expiry: 'destruct', destructAmount: '10', destructUnit: 'minutes' }

const { app } = await makeWorld()

/** What the share keeps of its openings, and the events that say someone read. */
async function traces(guid: string) {
  const { kysely } = app.strongroom.services.database
  const share = await kysely
    .selectFrom('share')
    .selectAll()
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  const recipients = await kysely
    .selectFrom('recipient')
    .selectAll()
    .where('share_guid', '=', guid)
    .orderBy('email')
    .execute()
  const reading = ['View', 'Browse', 'Download', 'Print', 'Refused']
  return {
    link: share.first_viewed_at,
    recipients: recipients.map((recipient) => recipient.first_viewed_at),
    events: (await eventKinds(app, guid)).filter((kind) => reading.includes(kind)),
  }
}

async function share(fields: Parameters<typeof makeShare>[2] = {}): Promise<string> {
  sender = await signIn(app, operatorEmail, somebody())
  return makeShare(app, sender, fields)
}

describe('the summary', () => {
  test('shows what waits and counts nothing, however often it is looked at', async () => {
    const guid = await share({ ...tenMinutes, recipients: twoPeople })
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    expect(rita.text()).toContain('2 pages, no download, no printing')
    expect(rita.text()).toContain('The file self-destructs 10 minutes after you open it.')
    expect(rita.text()).toContain('Every page carries your watermark.')
    for (let times = 0; times < 3; times++) await rita.reload()
    await rita.fetch(`/file/${guid}`, { method: 'HEAD' })
    expect(await traces(guid)).toEqual({ link: null, recipients: [null, null], events: [] })
  })

  test('leads readers back to itself who ask for the pages before pressing Open', async () => {
    const guid = await share(tenMinutes)
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await rita.open(`/view/${guid}`)
    expect([rita.path, rita.heading()]).toEqual([`/file/${guid}`, 'contract.pdf'])
    expect((await rita.fetch(`/view/${guid}/page/1`)).status).toBe(409)
    expect(await traces(guid)).toEqual({ link: null, recipients: [null], events: [] })
  })

  test('says what the button does when it starts a clock', async () => {
    const guid = await share(tenMinutes)
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await rita.press('Open and start the timer')
    expect([rita.status, rita.path]).toEqual([200, `/view/${guid}`])
  })

  test('is refused to a form without this browser’s token, and nothing starts', async () => {
    const guid = await share(tenMinutes)
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await rita.send('open', { token: 'x'.repeat(43) })
    expect(rita.status).toBe(403)
    await rita.open(`/file/${guid}`)
    const form = rita.page.submission(rita.page.form('open'))
    const body = new URLSearchParams(form.entries.map(({ name, value }) => [name, String(value)])).toString()
    const crossSite = await rita.fetch(`/file/${guid}`, {
      method: 'POST',
      body,
      site: 'cross-site',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    })
    expect(crossSite.status).toBe(403)
    expect(await traces(guid)).toMatchObject({ link: null, recipients: [null] })
  })
})

describe('the clock', () => {
  test('starts for the person who presses Open, and for no one else', async () => {
    const guid = await share({ ...tenMinutes, recipients: twoPeople })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    const start = app.clock.now()
    expect(await traces(guid)).toMatchObject({ link: start, recipients: [start, null] })
    app.clock.advance(11 * minute)
    await rita.reload()
    expect([rita.status, rita.heading()]).toEqual([410, 'Destructed'])
    const rob = await openShare(app, guid, 'rob@example.net', somebody())
    expect([rob.status, rob.text()]).toEqual([200, expect.stringContaining('10 minutes left')])
    expect(await traces(guid)).toMatchObject({ link: start, recipients: [start, app.clock.now()] })
  })

  test('is one for everyone on a link for anyone', async () => {
    const guid = await share({ ...tenMinutes, visibility: 'public' })
    await openPublicShare(app, guid, somebody())
    app.clock.advance(4 * minute)
    const second = await openPublicShare(app, guid, somebody())
    expect(second.text()).toContain('6 minutes left')
    app.clock.advance(6 * minute)
    await second.reload()
    expect([second.status, second.heading()]).toEqual([410, 'Destructed'])
    const third = await app.browser(somebody()).open(`/file/${guid}`)
    expect([third.status, third.heading()]).toEqual([410, 'Destructed'])
  })

  test('does not start again when the file is opened again, from another browser too', async () => {
    const guid = await share(tenMinutes)
    await openShare(app, guid, recipientEmail, somebody())
    const start = app.clock.now()
    app.clock.advance(7 * minute)
    const phone = await proveAddress(app, guid, recipientEmail, somebody())
    expect(phone.text()).toContain('Time left: 3 minutes, until')
    await phone.press('Open')
    expect(phone.text()).toContain('3 minutes left')
    expect((await traces(guid)).recipients).toEqual([start])
  })

  test('starts once when two browsers press Open at once', { tags: ['engines'] }, async () => {
    const guid = await share(tenMinutes)
    const two = [
      await proveAddress(app, guid, recipientEmail, somebody()),
      await proveAddress(app, guid, recipientEmail, somebody()),
    ]
    await Promise.all(two.map((browser) => browser.send('open')))
    expect(two.map(({ status }) => status)).toEqual([200, 200])
    expect((await traces(guid)).recipients).toEqual([app.clock.now()])
  })

  test('that lapses mid-reading closes the next screen, image, copy and print', async () => {
    const guid = await share({ ...tenMinutes, download: 'yes', print: 'yes' })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    const addresses = ['', '/page/1', '/page/2?width=800', '/download', '/print'].map(
      (end) => `/view/${guid}${end}`,
    )
    app.clock.advance(10 * minute - second)
    expect(rita.text()).toContain('10 minutes left')
    await rita.press('Print')
    for (const address of addresses) expect((await rita.fetch(address)).status, address).toBe(200)
    app.clock.advance(second)
    for (const address of addresses) {
      const answer = await rita.fetch(address)
      expect([answer.status, await answer.text()], address).toEqual([
        410,
        expect.stringMatching(/the file has self-destructed|it has self-destructed/),
      ])
    }
    const range = await rita.fetch(`/view/${guid}/download`, { headers: { range: 'bytes=0-9' } })
    expect(range.status).toBe(410)
    await sendUnoffered(rita, `/view/${guid}`, 'print')
    expect([rita.status, rita.heading()]).toEqual([410, 'Destructed'])
    await rita.open(`/file/${guid}`)
    expect([rita.status, rita.heading()]).toEqual([410, 'Destructed'])
  })

  test('is not started by the sender, who reads on after it has lapsed', async () => {
    const guid = await share({ ...tenMinutes, recipients: twoPeople })
    await sender.open(`/file/${guid}`)
    expect(sender.path).toBe(`/s/${guid}`)
    await sender.follow('Preview as recipient')
    expect([sender.status, sender.path]).toEqual([200, `/view/${guid}`])
    expect(sender.text()).not.toContain('left')
    expect((await sender.fetch(`/view/${guid}/page/1`)).status).toBe(200)
    expect(await traces(guid)).toEqual({ link: null, recipients: [null, null], events: [] })
    await openShare(app, guid, recipientEmail, somebody())
    app.clock.advance(11 * minute)
    await sender.open(`/view/${guid}`)
    expect(sender.status).toBe(200)
    expect((await traces(guid)).events).toEqual(['View'])
  })
})

test('an opening holds for 12 hours; then the reader is asked to press Open again', async () => {
  const guid = await share({ visibility: 'public' })
  const visitor = await openPublicShare(app, guid, somebody())
  app.clock.advance(12 * 60 * minute)
  expect((await visitor.fetch(`/view/${guid}/page/1`)).status).toBe(409)
  await visitor.reload()
  expect(visitor.path).toBe(`/file/${guid}`)
})
