import { describe, expect, test } from 'vitest'
import { minute, second } from '#tests/support/world/clock.ts'
import { openPublicShare } from '#tests/support/world/make.ts'
import { codeOf, makeProgramWorld, Program, type Answer, firstRecipient } from './program.ts'

const nothing = '0'.repeat(32)
const toReader = '["reader@example.org"]'

const {
  app,
  programs: [sender, reader, stranger],
} = await makeProgramWorld(['sender@example.org', 'reader@example.org', 'stranger@example.org'])

function shared(fields: Record<string, string> = {}): Promise<string> {
  return sender.share({ RecipientEmails: toReader, ...fields })
}

function start(who: Program, guid: string, view = ''): Promise<Answer> {
  return who.post(`/v3/tracks/start${view}`, { ShareGuid: guid })
}

async function trackOf(guid: string, who = reader): Promise<string> {
  return String((await start(who, guid)).said['TrackId'])
}

function stop(track: string, more: Record<string, string> = {}, who = reader): Promise<Answer> {
  return who.post('/v4/tracks/stop', { TrackId: track, ...more })
}

/** What the sender is notified of the first recipient. */
async function countsOf(guid: string) {
  const one = await firstRecipient(sender, guid)
  return {
    views: one['RecipientTotalViewCount'],
    seconds: one['RecipientTotalViewSeconds'],
    prints: one['RecipientTotalPrintCount'],
  }
}

async function visitsOf(guid: string) {
  return (await app.strongroom.services.tracking.visits(guid)).rows
}

describe('a track', () => {
  test('opens the share when it starts and keeps the time until it stops, as measured', async () => {
    const guid = await shared()
    const { said } = await start(reader, guid, '/recipient')
    expect(said).toMatchObject({
      StatusCode: 20000,
      ShareGuid: guid,
      TrackId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    app.clock.advance(75 * second)
    const stopped = await stop(String(said['TrackId']))
    expect(stopped.said).toMatchObject({ StatusCode: 20000, ViewSeconds: 75, Method: 'measured' })
    expect(await countsOf(guid)).toEqual({ views: 1, seconds: 75, prints: 0 })
    expect(await visitsOf(guid)).toMatchObject([
      { email: 'reader@example.org', seconds: 75, method: 'measured' },
    ])
  })

  test('keeps what was to be seen of it, but never more than it ran', async () => {
    const guid = await shared()
    const less = await trackOf(guid)
    app.clock.advance(60 * second)
    expect((await stop(less, { ViewSeconds: '12.6' })).said['ViewSeconds']).toBe(13)
    const more = await trackOf(guid)
    app.clock.advance(30 * second)
    expect((await stop(more, { ViewSeconds: '99999' })).said['ViewSeconds']).toBe(30)
    expect(await countsOf(guid)).toEqual({ views: 1, seconds: 43, prints: 0 })
  })

  test('stops once, and by who started it only', async () => {
    const guid = await shared({ RecipientEmails: '["reader@example.org","stranger@example.org"]' })
    const track = await trackOf(guid)
    app.clock.advance(10 * second)
    const [other, none] = [await stop(track, {}, stranger), await stop(nothing, {}, stranger)]
    expect(codeOf(other)).toEqual([200, 20404])
    expect(other.text).toBe(none.text)
    expect((await stop(track)).said['ViewSeconds']).toBe(10)
    app.clock.advance(10 * second)
    expect(codeOf(await stop(track))).toEqual([200, 20404])
    expect(codeOf(await stop(track, { ViewSeconds: 'long' }))).toEqual([200, 20400])
    expect((await countsOf(guid)).seconds).toBe(10)
  })

  test('of two that stop it at once one is told the time', { tags: ['engines'] }, async () => {
    const guid = await shared()
    const track = await trackOf(guid)
    app.clock.advance(5 * second)
    const codes = (await Promise.all([stop(track), stop(track)])).map(({ said }) => said.StatusCode)
    expect(codes.sort()).toEqual([20000, 20404])
    expect((await countsOf(guid)).seconds).toBe(5)
  })

  test('starts self-destruct, and afterwards does not start', async () => {
    const guid = await shared({ DestructSeconds: '60' })
    expect(codeOf(await start(reader, guid))).toEqual([200, 20000])
    app.clock.advance(minute)
    expect(codeOf(await start(reader, guid))).toEqual([200, 20412])
  })

  test('does not count the sender', async () => {
    const guid = await shared()
    expect((await start(sender, guid, 'sender')).said).toMatchObject({ StatusCode: 20000, TrackId: null })
    expect(await visitsOf(guid)).toEqual([])
  })

  test('starts for no one who may not open the share, nor as something else', async () => {
    const guid = await shared()
    const [other, none] = [await start(stranger, guid), await start(stranger, nothing)]
    expect([codeOf(other), other.text]).toEqual([[200, 20433], none.text])
    expect(codeOf(await start(reader, guid, '/sender'))).toEqual([200, 20435])
    expect(codeOf(await start(sender, guid, '/recipient'))).toEqual([200, 20435])
    await sender.post('/v3/shares/disable', { ShareGuid: guid })
    expect(codeOf(await start(reader, guid))).toEqual([200, 20410])
    expect(codeOf(await start(sender, guid))).toEqual([200, 20000])
  })
})

describe('an action', () => {
  function tell(
    who: Program,
    ShareGuid: string,
    Status: string,
    Visitorinfo = '',
    path = '/v1/tracks/action/',
  ) {
    return who.post(path, { ShareGuid, Status, Visitorinfo })
  }

  test('View opens the share, Print takes a copy, Download asks the gate only', async () => {
    const guid = await shared({ ShareOptions: '["webview","allowprint"]' })
    expect(codeOf(await tell(reader, guid, 'Print'))).toEqual([200, 20434])
    expect(codeOf(await tell(reader, guid, 'View'))).toEqual([200, 20000])
    expect(codeOf(await tell(reader, guid, 'Print'))).toEqual([200, 20000])
    expect(codeOf(await tell(reader, guid, 'Download'))).toEqual([200, 20440])
    expect(await countsOf(guid)).toMatchObject({ views: 1, prints: 1 })
    const downloadable = await shared({ ShareOptions: '["webview","download"]' })
    expect(codeOf(await tell(reader, downloadable, 'Download'))).toEqual([200, 20434])
    await tell(reader, downloadable, 'View')
    expect(codeOf(await tell(reader, downloadable, 'Download'))).toEqual([200, 20000])
    expect(codeOf(await tell(reader, await shared(), 'Print'))).toEqual([200, 20441])
  })

  test('keeps what visitors say of themselves, beside their visit', async () => {
    const guid = await shared()
    const info = JSON.stringify({ email: 'Other@Example.net', reason: 'Due diligence' })
    expect(codeOf(await tell(reader, guid, 'View', info))).toEqual([200, 20000])
    const said = await app.strongroom.services.database.kysely
      .selectFrom('event')
      .select(['email', 'detail'])
      .where('subject_guid', '=', guid)
      .where('kind', '=', 'VisitorInfo')
      .execute()
    expect(said).toEqual([
      { email: 'reader@example.org', detail: '{"email":"other@example.net","reason":"Due diligence"}' },
    ])
  })

  test.each<[string, string, number]>([
    ['View', '{"email":"no address"}', 20400],
    ['View', '{"reason":"<b>because</b>"}', 20463],
    ['View', '{"reason":5}', 20400],
    ['View', 'because', 20400],
    ['Browse', '', 20400],
    ['Add', '', 20400],
  ])('%s with %s is refused, and nothing is opened', async (status, info, code) => {
    const guid = await shared()
    expect(codeOf(await tell(reader, guid, status, info))).toEqual([200, code])
    expect(await visitsOf(guid)).toEqual([])
  })

  test('is nothing that a stranger can tell', async () => {
    const guid = await shared()
    const [other, none] = [await tell(stranger, guid, 'View'), await tell(stranger, nothing, 'View')]
    expect([codeOf(other), other.text]).toEqual([[200, 20433], none.text])
  })

  describe('without a token', () => {
    const publicly = '/v1/tracks/action/public'

    test('opens a link for anyone, and tells the sender what the visitor said', async () => {
      const guid = await shared({ ShareOptions: '["public","webview"]', RecipientEmails: '[]' })
      const anybody = new Program(app, { ip: '192.0.2.9' })
      const info = '{"email":"curious@example.net","reason":"Saw the offer"}'
      expect(codeOf(await tell(anybody, guid, 'View', info, publicly))).toEqual([200, 20000])
      expect(await visitsOf(guid)).toMatchObject([{ email: null, ip: '192.0.2.9' }])
      expect(codeOf(await tell(anybody, guid, 'Print', '', publicly))).toEqual([200, 20430])
      expect((await openPublicShare(app, guid)).status).toBe(200)
    })

    test('opens nothing that is for named people, closed or not there, and says the same of all strangers’ shares', async () => {
      const anybody = new Program(app, { ip: '192.0.2.10' })
      const named = await shared()
      const [other, none] = [
        await tell(anybody, named, 'View', '', publicly),
        await tell(anybody, nothing, 'View', '', publicly),
      ]
      expect([codeOf(other), other.text]).toEqual([[200, 20430], none.text])
      const killed = await shared({ ShareOptions: '["public","webview"]' })
      await sender.post('/v3/shares/disable', { ShareGuid: killed })
      expect(codeOf(await tell(anybody, killed, 'View', '', publicly))).toEqual([200, 20410])
    })

    test('is stopped after sixty an hour from one network', async () => {
      const anybody = new Program(app, { ip: '192.0.2.77' })
      for (let tries = 0; tries < 60; tries++) await tell(anybody, nothing, 'View', '', publicly)
      expect(codeOf(await tell(anybody, nothing, 'View', '', publicly))).toEqual([429, 10003])
    })
  })
})
