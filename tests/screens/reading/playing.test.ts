import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import {
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  proveAddress,
  type ShareFields,
} from '#tests/support/world/make.ts'
import { matroska, mp3, wav } from '#tests/support/files/media.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { somebody } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { html, rowsUnder } from '#tests/support/browser/shown.ts'

const { app, operator: olivia } = await makeWorld()

const sound = { name: 'call.wav', type: 'audio/wav', bytes: wav(200) }

function share(fields: ShareFields = {}): Promise<string> {
  return makeShare(app, olivia, { file: sound, watermark: 'off', ...fields })
}

function reader(guid: string): Promise<Browser> {
  return openShare(app, guid, undefined, somebody())
}

/** As a player asks, for a part or for all. */
function play(browser: Browser, guid: string, headers: Record<string, string> = {}, method = 'GET') {
  return browser.fetch(`/view/${guid}/media`, {
    method,
    headers: { 'sec-fetch-dest': 'audio', 'sec-fetch-mode': 'no-cors', ...headers },
  })
}

async function bodyOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

test.each([
  ['call.wav', wav(), 'audio/wav', 'Audio'],
  ['call.mp3', mp3(), 'audio/mpeg', 'Audio'],
  ['film.webm', matroska('webm', 'V_VP9'), 'video/webm', 'Video'],
])('%s is played as it is, on a page that works without script', async (name, bytes, mediaType, noun) => {
  const guid = await share({ file: { name, type: 'application/octet-stream', bytes } })
  const rita = await proveAddress(app, guid, undefined, somebody())
  expect(rita.text()).toContain(`${noun.toLowerCase()}, `)
  expect(rita.text()).not.toMatch(/print|which pages|your watermark/)
  await rita.send('open')
  expect(rita.path).toBe(`/view/${guid}/play`)
  expect(rita.text()).toContain('Played by rita@example.net · ')
  expect(rita.text()).toContain(`${noun}, `)
  expect(rita.page.links(/Download/)).toEqual([])
  expect(html(rita)).toMatch(/<(audio|video)[^>]*controlsList="nodownload/i)
  expect(rita.headers.get('content-security-policy')).toContain("media-src 'self'")
  const whole = await play(rita, guid)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe(mediaType)
  expect(whole.headers.get('content-disposition')).toContain('inline')
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
  expect(whole.headers.get('content-security-policy')).toContain('sandbox')
  expect(whole.headers.get('cache-control')).toContain('private, no-store')
  expect((await bodyOf(whole)).equals(bytes)).toBe(true)
})

test('a player gets the part that it asks for; HEAD gets none', async () => {
  const guid = await share()
  const rita = await reader(guid)
  const part = await play(rita, guid, { range: 'bytes=100-199' })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-199/${sound.bytes.length}`,
  ])
  expect((await bodyOf(part)).equals(sound.bytes.subarray(100, 200))).toBe(true)
  expect((await play(rita, guid, { range: 'bytes=99999999-' })).status).toBe(416)
  const head = await play(rita, guid, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(sound.bytes.length)])
  expect((await bodyOf(head)).length).toBe(0)
})

test('the bytes are given to a player, not to a page, a download or a guess of the browser', async () => {
  const guid = await share()
  const rita = await reader(guid)
  for (const purpose of ['document', 'empty', 'iframe', 'image'])
    expect((await play(rita, guid, { 'sec-fetch-dest': purpose })).status).toBe(403)
  expect((await play(rita, guid, { 'sec-purpose': 'prefetch' })).status).toBe(503)
  const old = await openShare(app, guid, undefined, somebody({ mode: 'old' }))
  expect((await old.fetch(`/view/${guid}/media`)).status).toBe(200)
  expect((await rita.fetch(`/view/${guid}/media`, { method: 'POST' })).status).toBe(405)
})

test('no one else gets the player or a byte: a stranger, another recipient, another account, who has not opened', async () => {
  const guid = await share()
  const others = await share({ recipients: 'otto@example.net' })
  const people = [
    app.browser(somebody()),
    await openShare(app, others, 'otto@example.net', somebody()),
    await makeUser(app, { email: 'ulrich@example.org', browser: somebody() }),
    await proveAddress(app, guid, undefined, somebody()),
  ]
  for (const person of people) {
    for (const method of ['GET', 'HEAD'])
      expect((await play(person, guid, {}, method)).status).toBeGreaterThan(399)
    await person.open(`/view/${guid}/play`)
    expect(html(person)).not.toMatch(/<audio|\/media/)
  }
  expect(await eventKinds(app, guid)).not.toContain('Played')
})

test.each([
  ['unshared', { status: 'Killed' as const }],
  ['expired', { expires_at: 1, destruct_seconds: 0 }],
  ['in the trash', { binned_at: 1 }],
])('of a file that is %s the next part is refused', async (_, change) => {
  const guid = await share()
  const rita = await reader(guid)
  expect((await play(rita, guid, { range: 'bytes=0-99' })).status).toBe(206)
  await changeShare(app, guid, change)
  expect((await play(rita, guid, { range: 'bytes=100-199' })).status).toBeGreaterThan(399)
  expect((await rita.reload()).status).toBeGreaterThan(399)
})

test('a file that destructed is refused at the next part', async () => {
  const guid = await share({ expiry: 'destruct', destructAmount: '1', destructUnit: 'minutes' })
  const rita = await reader(guid)
  expect((await play(rita, guid, { range: 'bytes=0-99' })).status).toBe(206)
  app.clock.advance(61_000)
  expect((await play(rita, guid, { range: 'bytes=100-199' })).status).toBe(410)
})

test('unsharing ends a stream in the middle', async () => {
  const guid = await share()
  const rita = await reader(guid)
  const body = (await play(rita, guid)).body!.getReader()
  const first = await body.read()
  expect(first.value!.length).toBeGreaterThan(0)
  await changeShare(app, guid, { status: 'Killed' })
  let received = first.value!.length
  const rest = async (): Promise<void> => {
    for (let next = await body.read(); !next.done; next = await body.read()) received += next.value.length
  }
  await expect(rest()).rejects.toThrow('killed')
  expect(received).toBeLessThan(sound.bytes.length)
})

test('opening the player is told to the sender once for each time', async () => {
  const guid = await share()
  const rita = await reader(guid)
  await play(rita, guid, { range: 'bytes=0-99' })
  await rita.fetch(`/view/${guid}/play`, { method: 'HEAD' })
  await rita.fetch(`/view/${guid}/play?again=1`)
  expect((await eventKinds(app, guid)).filter((kind) => kind === 'Played')).toEqual(['Played'])
  app.clock.advance(15 * 60_000)
  await olivia.open(`/s/${guid}`)
  expect(olivia.text()).toContain('Reading time\nNot measured')
  await olivia.open(`/s/${guid}/activity`)
  expect(olivia.text()).toContain('opened the player')
})

describe('how long it was played is estimated', () => {
  const clip = { ...sound, bytes: wav(20) }
  const size = clip.bytes.length

  async function timeOf(guid: string): Promise<string> {
    const page = await olivia.open(`/s/${guid}`)
    return rowsUnder(page, 'When').map((row) => /Time(.*?)From/.exec(row)![1]!)[0]!
  }

  test('by what was sent of it: never more than its length, however long the page is open or how often it is sent', async () => {
    const guid = await share({ file: clip })
    const rita = await reader(guid)
    await bodyOf(await play(rita, guid, { range: `bytes=0-${size / 2 - 1}` }))
    app.clock.advance(60_000)
    expect(await timeOf(guid)).toBe('10 secondsestimated')
    for (let time = 0; time < 3; time++) await bodyOf(await play(rita, guid))
    app.clock.advance(9 * 60_000)
    expect(await timeOf(guid)).toBe('20 secondsestimated')
    await olivia.open(`/s/${guid}/activity`)
    expect(olivia.text()).toContain('played or loaded 50% of it')
    expect(olivia.text()).toContain('played or loaded all of it')
  })

  test('by what the reader did next: a clip that was left after three seconds was not played for longer', async () => {
    const guid = await share({ file: clip, download: 'yes' })
    const rita = await reader(guid)
    await bodyOf(await play(rita, guid))
    app.clock.advance(3_000)
    await bodyOf(await rita.fetch(`/view/${guid}/download`))
    app.clock.advance(60_000)
    expect(await timeOf(guid)).toBe('3 secondsestimated')
  })

  test('not at all where its length is not known, nor for a part that was never sent', async () => {
    const unknown = await share({
      file: { name: 'film.webm', type: 'video/webm', bytes: matroska('webm', 'V_VP9') },
    })
    await bodyOf(await play(await reader(unknown), unknown))
    app.clock.advance(60_000)
    expect(await timeOf(unknown)).toBe('not measured')
    const guid = await share({ file: clip })
    await (await play(await reader(guid), guid)).body!.cancel()
    expect(await timeOf(guid)).toBe('not measured')
  })
})

test('its sender plays it too, and that is not counted', async () => {
  const guid = await share()
  await olivia.open(`/view/${guid}`)
  expect([olivia.status, olivia.path]).toEqual([200, `/view/${guid}/play`])
  expect((await play(olivia, guid)).status).toBe(200)
  expect(await eventKinds(app, guid)).not.toContain('Played')
})

test('a visitor of a public link plays it, as a visitor', async () => {
  const guid = await share({ visibility: 'public' })
  const visitor = await openPublicShare(app, guid, somebody({ ip: '203.0.113.77' }))
  expect(visitor.text()).toContain('Played by a visitor of the link, network 203.0.113.77')
  expect((await play(visitor, guid)).status).toBe(200)
})

test('it can be downloaded where that is allowed, as it is, and never printed, marked or drawn', async () => {
  const guid = await share({ download: 'yes' })
  // What a form would refuse.
  await changeShare(app, guid, { may_print: 1, watermark_size: 'small', watermark_colour: 'grey' })
  const rita = await reader(guid)
  expect(rita.page.links(/Download/).length).toBeGreaterThan(0)
  expect(html(rita)).not.toMatch(/Print/)
  const copy = await rita.fetch(`/view/${guid}/download`)
  expect((await bodyOf(copy)).equals(sound.bytes)).toBe(true)
  await rita.open(`/file/${guid}`)
  expect(rita.text()).not.toMatch(/print|your watermark/i)
  for (const path of ['print', 'page/1', 'page/1?width=1600'])
    expect((await rita.fetch(`/view/${guid}/${path}`)).headers.get('content-type')).not.toMatch(/image|audio/)
})

test('what has pages has no player, and its original is no stream', async () => {
  const guid = await makeShare(app, olivia)
  const rita = await reader(guid)
  for (const browser of [rita, olivia])
    for (const path of ['media', 'animation'])
      expect(
        (await browser.fetch(`/view/${guid}/${path}`, { headers: { 'sec-fetch-dest': 'video' } })).status,
      ).toBe(browser === olivia || path === 'media' ? 404 : 403)
  await rita.open(`/view/${guid}/play`)
  expect(rita.status).toBe(404)
})

test('another version is for the sender alone', async () => {
  const guid = await share()
  const rita = await reader(guid)
  expect(
    (await rita.fetch(`/view/${guid}/media?version=1`, { headers: { 'sec-fetch-dest': 'audio' } })).status,
  ).toBe(404)
  expect(
    (await olivia.fetch(`/view/${guid}/media?version=1`, { headers: { 'sec-fetch-dest': 'audio' } })).status,
  ).toBe(200)
  expect(
    (await olivia.fetch(`/view/${guid}/media?version=2`, { headers: { 'sec-fetch-dest': 'audio' } })).status,
  ).toBe(404)
})
