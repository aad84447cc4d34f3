import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute, second } from '#tests/support/world/clock.ts'
import {
  makeShare,
  openPublicShare,
  openShare,
  proveAddress,
  recipientEmail,
} from '#tests/support/world/make.ts'
import { everything } from '#tests/support/world/everything.ts'
import { somebody } from '#tests/support/world/people.ts'
import { formToken, heartbeat, readEvents } from '#tests/support/browser/heartbeats.ts'

const nothing = '0'.repeat(32)

const { app, operator: sender } = await makeWorld()

async function reading(fields: Parameters<typeof makeShare>[2] = {}): Promise<[string, Browser]> {
  const guid = await makeShare(app, sender, fields)
  return [guid, await openShare(app, guid, recipientEmail, somebody())]
}

async function visitOf(guid: string) {
  const [visit] = (await app.strongroom.services.tracking.visits(guid)).rows
  return visit
}

describe('the pulse of a script', () => {
  test('counts how long each page was seen, and says what time is left', async () => {
    const [guid, rita] = await reading({ expiry: 'destruct', destructAmount: '10', destructUnit: 'minutes' })
    app.clock.advance(60 * second)
    expect(await heartbeat(rita, guid, '1:20000,2:35000')).toEqual([
      200,
      { secondsLeft: 540, unreadComments: 0 },
    ])
    app.clock.advance(60 * second)
    expect(await heartbeat(rita, guid, '2:30000')).toEqual([200, { secondsLeft: 480, unreadComments: 0 }])
    expect(await readEvents(app, guid)).toEqual(['1:20000,2:35000', '2:30000'])
    const { perPage, perRecipient } = await app.strongroom.services.tracking.readings(guid)
    expect(perPage).toEqual([
      { page: 1, views: 1, seconds: 20, estimated: 0, method: 'measured' },
      { page: 2, views: 1, seconds: 65, estimated: 0, method: 'measured' },
    ])
    expect(perRecipient).toMatchObject([{ email: recipientEmail, seconds: 85, method: 'measured' }])
    expect(await visitOf(guid)).toMatchObject({ seconds: 85, method: 'measured', pagesSeen: 2 })
    expect(await app.strongroom.services.tracking.verify(guid)).toBeNull()
  })

  test('without anything measured keeps the visit alive and records nothing', async () => {
    const [guid, rita] = await reading()
    const before = await visitRow(guid)
    app.clock.advance(60 * second)
    expect((await heartbeat(rita, guid))[0]).toBe(200)
    expect((await heartbeat(rita, guid, ''))[0]).toBe(200)
    expect(await readEvents(app, guid)).toEqual([])
    expect((await visitRow(guid)).seen_at).toBe(before.seen_at + 60 * second)
  })

  test('says how many comments of the sender are new', async () => {
    const [guid, rita] = await reading()
    await rita.open(`/file/${guid}/comments`)
    await rita.send('write', { text: 'A question' })
    await sender.open(`/s/${guid}/comments`)
    await sender.send('write', { text: 'An answer' })
    expect(await heartbeat(rita, guid)).toEqual([200, { secondsLeft: null, unreadComments: 1 }])
  })

  test('twice counts once, and never more than the time that has passed', async () => {
    const [guid, rita] = await reading()
    app.clock.advance(60 * second)
    await Promise.all([heartbeat(rita, guid, '1:60000'), heartbeat(rita, guid, '1:60000')])
    await heartbeat(rita, guid, '1:60000')
    expect(await readEvents(app, guid)).toEqual(['1:60000'])
    app.clock.advance(30 * second)
    await heartbeat(rita, guid, '1:20000,2:20000')
    expect(await readEvents(app, guid)).toEqual(['1:60000'])
    // Small amounts do not add up to more either.
    for (let time = 0; time < 20; time++) await heartbeat(rita, guid, '1:4000')
    const { perRecipient } = await app.strongroom.services.tracking.readings(guid)
    expect(perRecipient[0]!.seconds).toBeLessThanOrEqual(95)
  })

  test.each([
    ['a page that is not there', '3:1000'],
    ['page nought', '0:1000'],
    ['longer than three minutes for one page', '1:180001'],
    ['no time at all', '1:0'],
    ['less than no time', '1:-5000'],
    ['words', 'all of it'],
    ['fractions', '1:1000.5'],
    ['more digits than a number has', `1:${'9'.repeat(400)}`],
    ['more than a pulse holds', '1:1,'.repeat(2000)],
  ])('leaves out %s', async (_, read) => {
    const [guid, rita] = await reading()
    app.clock.advance(10 * minute)
    expect((await heartbeat(rita, guid, read))[0]).toBe(200)
    expect(await readEvents(app, guid)).toEqual([])
  })

  test('keeps what is right beside what is wrong, and a page once', async () => {
    const [guid, rita] = await reading()
    app.clock.advance(minute)
    await heartbeat(rita, guid, '2:1000,9:5000,2:7000,x,1:500')
    expect(await readEvents(app, guid)).toEqual(['2:1000,1:500'])
  })

  test('ends in the record at 120 an hour, whatever a program sends', async () => {
    const [guid, rita] = await reading()
    for (let time = 0; time < 125; time++) {
      app.clock.advance(second)
      await heartbeat(rita, guid, '1:500')
    }
    expect(await readEvents(app, guid)).toHaveLength(120)
  })

  test('of the sender counts nothing', async () => {
    const guid = await makeShare(app, sender)
    await sender.open(`/view/${guid}`)
    expect(await heartbeat(sender, guid, '1:1000')).toEqual([200, { secondsLeft: null, unreadComments: 0 }])
    expect(await readEvents(app, guid)).toEqual([])
  })

  test('of a link’s visitor counts for the link', async () => {
    const guid = await makeShare(app, sender, { visibility: 'public' })
    const visitor = await openPublicShare(app, guid, somebody())
    app.clock.advance(minute)
    await heartbeat(visitor, guid, '1:30000')
    const { perRecipient } = await app.strongroom.services.tracking.readings(guid)
    expect(perRecipient).toMatchObject([{ email: null, seconds: 30, method: 'measured' }])
  })
})

describe('the pulse is refused, in words, and changes nothing', () => {
  /** Sends a pulse and asks for the frame; answers what was said, the same of both, after nothing was changed. */
  async function refused(browser: Browser, guid: string): Promise<[number, string]> {
    const token = await formToken(browser)
    // That a browser was here keeps its proof alive, whatever it asked for.
    await browser.fetch(`/view/${guid}/pulse`, { method: 'HEAD' })
    const before = await everything(app)
    const answer = await browser.fetch(`/view/${guid}/pulse`, posted({ token, read: '1:1000' }))
    const said = (await answer.json()) as { problem: string; text: string }
    expect(said.text).toMatch(/\w/)
    const frame = await browser.fetch(`/view/${guid}/pulse`)
    const html = await frame.text()
    expect([frame.status, html.includes('http-equiv="refresh"')]).toEqual([answer.status, false])
    expect(html).toContain(`href="/view/${guid}" target="_top"`)
    expect(await everything(app)).toEqual(before)
    return [answer.status, said.problem]
  }

  test('to a stranger, and to who proved another address, as for a share that does not exist', async () => {
    const guid = await makeShare(app, sender)
    const stranger = await app.browser(somebody()).open('/access/login')
    const other = await proveAddress(
      app,
      await makeShare(app, sender, { recipients: 'eve@example.net' }),
      'eve@example.net',
      somebody(),
    )
    for (const id of [guid, nothing]) {
      expect(await refused(stranger, id)).toEqual([401, 'identityNeeded'])
      expect(await refused(other, id)).toEqual([403, 'notRecipient'])
    }
  })

  test('before the file is opened', async () => {
    const guid = await makeShare(app, sender)
    expect(await refused(await proveAddress(app, guid, recipientEmail, somebody()), guid)).toEqual([
      409,
      'openFirst',
    ])
  })

  test('after it was unshared, and after its time', async () => {
    const [killed, rita] = await reading()
    await sender.open(`/s/${killed}`)
    await sender.send('unshare')
    expect(await refused(rita, killed)).toEqual([410, 'killed'])
    const [guid, ben] = await reading({ expiry: 'destruct', destructAmount: '1', destructUnit: 'minutes' })
    app.clock.advance(2 * minute)
    expect(await refused(ben, guid)).toEqual([410, 'destructed'])
  })

  test('where the file is for download only', async () => {
    const [guid, rita] = await reading()
    await app.strongroom.services.database.kysely
      .updateTable('share')
      .set({ is_web_view: 0 })
      .where('guid', '=', guid)
      .execute()
    expect(await refused(rita, guid)).toEqual([403, 'viewNotAllowed'])
  })

  test('from another site, with another’s token, with none, and what is no form', async () => {
    const [guid, rita] = await reading()
    const [, ben] = await reading()
    const [token, others] = [await formToken(rita), await formToken(ben)]
    const read = '1:1000'
    app.clock.advance(minute)
    const before = await everything(app)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const [fields, headers, status, problem] of [
      [{ token, read }, foreign, 403, 'foreignForm'],
      [{ token: others, read }, {}, 403, 'formExpired'],
      [{ read }, {}, 403, 'formExpired'],
      [{ token, read }, { 'content-type': 'text/plain' }, 415, 'wrongContentType'],
    ] as const) {
      const answer = await rita.fetch(`/view/${guid}/pulse`, posted(fields, headers))
      expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ problem })])
    }
    const put = await rita.fetch(`/view/${guid}/pulse`, { ...posted({ token, read }), method: 'PUT' })
    expect(put.status).toBe(405)
    const asData = await rita.fetch(`/view/${guid}/pulse.data`, posted({ token, read }))
    expect(asData.status).toBeGreaterThanOrEqual(400)
    expect(await everything(app)).toEqual(before)
  })
})

describe('the line that renews itself without script', () => {
  test('is in the viewer, is a sign of life, and can be framed by this site alone', async () => {
    const [guid, rita] = await reading({ expiry: 'destruct', destructAmount: '10', destructUnit: 'minutes' })
    const html = Buffer.from(rita.bytes).toString()
    // Text browsers show the frame’s name and what is in it.
    expect(html).toMatch(/<noscript><iframe[^>]+src="\/view\/[0-9a-f]{32}\/pulse"[^>]*><\/iframe>/)
    expect(rita.headers.get('content-security-policy')).toContain("frame-src 'self'")
    expect(rita.headers.get('x-frame-options')).toBe('DENY')
    const before = await visitRow(guid)
    app.clock.advance(minute)
    await rita.open(`/view/${guid}/pulse`)
    expect([rita.status, rita.text()]).toEqual([200, 'Reading. 9 minutes left.'])
    expect(rita.page.root.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')).toBe('60')
    expect(rita.page.root.querySelectorAll('script, form, img')).toEqual([])
    expect(rita.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(rita.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect((await visitRow(guid)).seen_at).toBe(before.seen_at + minute)
    expect(await readEvents(app, guid)).toEqual([])
  })

  test('is the only page that can be framed', async () => {
    const [guid, rita] = await reading({ print: 'yes', download: 'yes' })
    for (const address of [
      `/view/${guid}`,
      `/file/${guid}`,
      `/file/${guid}/comments`,
      '/access/login',
      '/nothing',
    ]) {
      await rita.open(address)
      expect(rita.headers.get('content-security-policy'), address).toContain("frame-ancestors 'none'")
      expect(rita.headers.get('x-frame-options'), address).toBe('DENY')
    }
  })

  test('does not come alive by HEAD, nor by what a browser fetches beforehand', async () => {
    const [guid, rita] = await reading()
    app.clock.advance(minute)
    const before = await everything(app)
    expect((await rita.fetch(`/view/${guid}/pulse`, { method: 'HEAD' })).status).toBe(200)
    const early = await rita.fetch(`/view/${guid}/pulse`, { headers: { 'sec-purpose': 'prefetch' } })
    expect(early.status).toBe(503)
    expect(await everything(app)).toEqual(before)
  })

  test('keeps a reader who comes back within ten minutes of it in the same visit', async () => {
    const [guid, rita] = await reading()
    for (let time = 0; time < 3; time++) {
      app.clock.advance(9 * minute)
      await (await rita.fetch(`/view/${guid}/pulse`)).text()
    }
    await rita.open(`/file/${guid}`)
    await rita.send('open')
    expect((await app.strongroom.services.tracking.visits(guid)).total).toBe(1)
  })

  test('is not shown to the sender, who is not counted', async () => {
    const guid = await makeShare(app, sender)
    await sender.open(`/view/${guid}`)
    expect(sender.page.root.querySelectorAll('iframe')).toEqual([])
  })
})

function posted(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  }
}

async function visitRow(guid: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('visit')
    .selectAll()
    .where('share_guid', '=', guid)
    .executeTakeFirstOrThrow()
}
