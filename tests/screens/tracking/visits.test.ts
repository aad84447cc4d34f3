import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { day, minute, second } from '#tests/support/world/clock.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { pdf } from '#tests/support/files/documents.ts'
import {
  makeShare,
  openPublicShare,
  openShare,
  operatorEmail,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { rowsUnder } from '#tests/support/browser/shown.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'

const { app } = await makeWorld()

const olivia = (): Promise<Browser> => signIn(app, operatorEmail)

async function details(guid: string): Promise<Browser> {
  return (await olivia()).open(`/s/${guid}`)
}

function totals(page: Browser): Record<string, string> {
  const facts = page.page.root.querySelectorAll('dl.strip > div')
  return Object.fromEntries(
    facts.map((fact) => [fact.querySelector('dt')!.text, fact.querySelector('dd')!.text]),
  )
}

test('the sender sees each recipient’s visit: pages, time, address, country, browser', async () => {
  const bytes = pdf(Array.from({ length: 30 }, (_, at) => `Page ${at + 1}`))
  const guid = await makeShare(app, await olivia(), {
    recipients: `Rita Reader <${recipientEmail}>, rob@example.net`,
    download: 'yes',
    print: 'yes',
    file: { name: 'report.pdf', bytes },
  })
  const rita = await openShare(app, guid, recipientEmail, { ip: '8.8.8.8', userAgent: windows })
  await loadPictures(rita)
  app.clock.advance(40 * second)
  await rita.follow('Next')
  await loadPictures(rita)
  app.clock.advance(20 * second)
  await (await rita.fetch(`/view/${guid}/download`)).arrayBuffer()
  await rita.press('Print')
  app.clock.advance(2 * minute)
  const page = await details(guid)
  expect(rowsUnder(page, 'When')).toEqual([expect.any(String)])
  const [visit] = rowsUnder(page, 'When')
  for (const word of [
    'rita@example.net',
    'Pages 1–30, 1 download, 1 print copy',
    '1 minuteestimated',
    '8.8.8.8 (United States)',
    'Firefox, Windows',
  ])
    expect(visit).toContain(word)
  expect(totals(page)).toEqual({
    'Opened by': '1 of 2',
    Views: '1',
    'Reading time (estimated)': '1 min',
    Downloads: '1',
    'Print copies': '1',
    Forwarded: '0',
    Blocked: '0',
  })
  const people = rowsUnder(page, 'Person')
  expect(people[0]).toMatch(
    /Rita Reader.*rita@example\.net.*Sent.*Opened.*Views1.*1 minute.*Prints1.*Downloads1/,
  )
  expect(people[1]).toMatch(/rob@example\.net.*Sent.*Not opened yet.*Last seenViewsTime/)
  expect(page.text()).toContain('Others are the time between two requests')
  expect(rowsUnder(page, 'Page')[0]).toContain('All readers')
  expect(await app.strongroom.services.tracking.verify(guid)).toBeNull()
})

test('a page was read when its picture was asked for, however often, and not when the viewer was opened', async () => {
  const bytes = pdf(Array.from({ length: 12 }, (_, at) => `Page ${at + 1}`))
  const guid = await makeShare(app, await olivia(), {
    visibility: 'public',
    file: { name: 'report.pdf', bytes },
  })
  const visitor = await openPublicShare(app, guid, { ip: '10.1.2.4', userAgent: 'w3m/0.5.3' })
  expect(visitor.page.root.querySelectorAll('.pages img')).toHaveLength(12)
  await visitor.open(`/view/${guid}/thumbnails`)
  for (const image of visitor.page.root.querySelectorAll('main img'))
    expect((await visitor.fetch(image.getAttribute('src')!)).status).toBe(200)
  await visitor.open(`/view/${guid}`)
  app.clock.advance(minute)
  let page = await details(guid)
  expect(rowsUnder(page, 'When')).toEqual([expect.stringMatching(/What OpenedTimenot measuredFrom/)])
  expect(rowsUnder(page, 'Page')).toEqual([])
  await loadPictures(visitor, [1, 2])
  await loadPictures(visitor, [1, 2])
  app.clock.advance(40 * second)
  page = await details(guid)
  expect(rowsUnder(page, 'When')).toEqual([expect.stringMatching(/What Pages 1, 2Timenot measured/)])
  await loadPictures(visitor, [5])
  page = await details(guid)
  expect(rowsUnder(page, 'When')).toEqual([
    expect.stringMatching(/What Pages 1, 2, 5Time40 seconds.*estimated/),
  ])
  expect(rowsUnder(page, 'Page')).toEqual([
    expect.stringMatching(/^All readers ?about 20 s ?about 20 s ?shown, not measured/),
    expect.stringMatching(/^Link visitors ?about 20 s ?about 20 s ?shown, not measured/),
  ])
})

test('pages that were read as text were read', async () => {
  const guid = await makeShare(app, await olivia(), { visibility: 'public', readText: 'yes' })
  const visitor = await openPublicShare(app, guid, { ip: '10.1.2.5', userAgent: 'w3m/0.5.3' })
  await visitor.follow('Read them as text')
  expect(rowsUnder(await details(guid), 'When')).toEqual([expect.stringContaining('Pages 1, 2')])
})

test('visitors of a link are listed without a name', async () => {
  const guid = await makeShare(app, await olivia(), { visibility: 'public' })
  await loadPictures(await openPublicShare(app, guid, { ip: '2001:4860:4860::8888', userAgent: phone }))
  await loadPictures(await openPublicShare(app, guid, { ip: '10.1.2.3', userAgent: 'w3m/0.5.3' }))
  const page = await details(guid)
  expect(rowsUnder(page, 'When')).toEqual([
    expect.stringMatching(/Link visitor.*Pages 1, 2.*10\.1\.2\.3w3m/),
    expect.stringMatching(/Link visitor.*Pages 1, 2.*2001:4860:4860::8888 \(United States\)Safari, iPhone/),
  ])
  expect(page.text()).toContain('Anyone with the link; no one was named.')
})

test('a reading time says whether it was estimated or measured by a program', async () => {
  const guid = await makeShare(app, await olivia(), { visibility: 'public' })
  await openPublicShare(app, guid)
  app.clock.advance(2 * minute)
  const { database, events } = app.strongroom.services
  const visit = await database.kysely
    .selectFrom('visit')
    .select('guid')
    .where('share_guid', '=', guid)
    .executeTakeFirstOrThrow()
  await events.record(null, {
    subject: guid,
    kind: 'Stop',
    visitGuid: visit.guid,
    detail: { method: 'measured', seconds: 30 },
  })
  expect(rowsUnder(await details(guid), 'When')[0]).toMatch(/Time.*measured/)
})

describe('one visit', () => {
  test('goes on when the reader comes back within ten minutes, and a new one begins after', async () => {
    const guid = await makeShare(app, await olivia(), { visibility: 'public' })
    const visitor = await openPublicShare(app, guid, { ip: '8.8.4.4' })
    for (const wait of [9 * minute, 9 * minute]) {
      app.clock.advance(wait)
      await visitor.open(`/file/${guid}`)
      await visitor.send('open')
    }
    expect(rowsUnder(await details(guid), 'When')).toHaveLength(1)
    app.clock.advance(10 * minute)
    await visitor.open(`/file/${guid}`)
    await visitor.send('open')
    expect(rowsUnder(await details(guid), 'When')).toHaveLength(2)
  })

  test('does not grow by HEAD, nor by what a browser fetches beforehand', async () => {
    const guid = await makeShare(app, await olivia(), { visibility: 'public', download: 'yes' })
    const visitor = await openPublicShare(app, guid, { ip: '8.8.4.4' })
    const { kysely } = app.strongroom.services.database
    const count = async () =>
      (await kysely.selectFrom('event').select('sequence').where('subject_guid', '=', guid).execute()).length
    const before = await count()
    for (const end of ['', '/page/1', '/download']) {
      await visitor.fetch(`/view/${guid}${end}`, { method: 'HEAD' })
      const early = await visitor.fetch(`/view/${guid}${end}`, {
        headers: { 'sec-purpose': 'prefetch;prerender' },
      })
      expect(early.status, end).toBe(503)
    }
    expect(await count()).toBe(before)
  })

  test('has no time that a page left open adds', async () => {
    const guid = await makeShare(app, await olivia(), { visibility: 'public' })
    await loadPictures(await openPublicShare(app, guid, { ip: '8.8.4.4' }))
    app.clock.advance(10 * 60 * minute)
    expect(totals(await details(guid))['Reading time']).toBe('Not measured')
  })

  test('ends where the reader sends nothing for ten minutes, without pressing “Open” again', async () => {
    const guid = await makeShare(app, await olivia(), { visibility: 'public' })
    const visitor = await openPublicShare(app, guid, { ip: '8.8.4.4' })
    for (const wait of [2 * second, 9 * minute, 10 * minute, 3 * second]) {
      await loadPictures(await visitor.open(`/view/${guid}`))
      app.clock.advance(wait)
    }
    const page = await details(guid)
    expect(totals(page)['Views']).toBe('2')
    expect(rowsUnder(page, 'When')).toHaveLength(2)
    expect(totals(page)['Reading time (estimated)']).toBe('4 min')
  })

  test('keeps markup in a user agent as text', async () => {
    const guid = await makeShare(app, await olivia(), { visibility: 'public' })
    await openPublicShare(app, guid, { ip: '8.8.4.4', userAgent: '<img src=x onerror=alert(1)>' })
    const page = await details(guid)
    expect(Buffer.from(page.bytes).toString()).not.toContain('<img src=x')
    expect(page.text()).toContain('<img src=x onerror=alert(1)>')
  })
})

test('the list of sent files shows views, who opened and the last 14 days', async () => {
  // Newer than all shares before it, so that it is the first of the list.
  app.clock.advance(second)
  const sender = await olivia()
  const guid = await makeShare(app, sender, { recipients: `${recipientEmail}, rob@example.net` })
  await openShare(app, guid, recipientEmail, { ip: '8.8.4.5' })
  app.clock.advance(2 * day)
  await openShare(app, guid, recipientEmail, { ip: '8.8.4.5' })
  const list = await (await olivia()).open('/s')
  const row = rowsUnder(list, 'File')[0]
  expect(row).toMatch(/contract\.pdf.*rita@example\.net, rob@example\.net.*No end.*1 of 2/)
  const [spark] = list.page.root.querySelectorAll('tbody tr')[0]!.querySelectorAll('svg.spark path')
  const bars = spark!.getAttribute('d')!.split('M').slice(1)
  expect(bars).toHaveLength(14)
  expect(bars.map((bar) => Number(/v-(\d+)/.exec(bar)![1])).map((height) => height > 1)).toEqual([
    ...Array<boolean>(11).fill(false),
    true,
    false,
    true,
  ])
})

test('the email that could not be delivered and the address that was not opened are told apart', async () => {
  const guid = await makeShare(app, await olivia())
  await proveAddress(app, guid, recipientEmail, { ip: '8.8.4.6' })
  expect(rowsUnder(await details(guid), 'Person')[0]).toMatch(/Sent.*Not opened yet/)
})
