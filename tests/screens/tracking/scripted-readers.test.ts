import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { heartbeat } from '#tests/support/browser/heartbeats.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { rowsUnder } from '#tests/support/browser/shown.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { hour, minute, second } from '#tests/support/world/clock.ts'
import { makeShare, openShare, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

// Seven visits of four readers, three prints and one blocked download, and what the sender is told about them.
const [rita, ben, cora, dan] = ['rita', 'ben', 'cora', 'dan'].map((name) => `${name}@example.net`) as [
  string,
  string,
  string,
  string,
]
const pages = (to: number) => Array.from({ length: to }, (_, at) => at + 1)

const { app, operator } = await makeWorld()
let olivia = operator
let guid: string

beforeAll(async () => {
  const bytes = pdf(pages(10).map((number) => `Page ${number}`))
  guid = await makeShare(app, olivia, {
    recipients: [rita, ben, cora, dan].join(', '),
    print: 'yes',
    file: { name: 'report.pdf', bytes },
  })
  await withoutScript()
  await withScript()
  await phoneThatSleeps()
  await stopsAtNine(cora, 2)
  await stopsAtNine(dan, 0)
  // Her session ended while they read.
  olivia = await signIn(app, operatorEmail, somebody())
  await (await olivia.open(`/view/${guid}`)).open(`/view/${guid}?page=5`)
  await loadPictures(olivia)
})

/** Three pages for 40, 20 and 5 seconds, a print, and a quarter of an hour later the last page. */
async function withoutScript(): Promise<void> {
  const browser = await openShare(app, guid, rita, somebody())
  for (const [page, seconds] of [
    [1, 40],
    [2, 20],
    [3, 5],
  ] as const) {
    await loadPictures(browser, [page])
    app.clock.advance(seconds * second)
  }
  await browser.press('Print')
  app.clock.advance(15 * minute)
  await browser.open(`/view/${guid}`)
  await loadPictures(browser, [10])
  app.clock.advance(15 * minute)
}

/** All pages are sent ahead; two of them are seen, for 30 and 45 seconds. */
async function withScript(): Promise<void> {
  const browser = await openShare(app, guid, ben, somebody())
  await loadPictures(browser)
  app.clock.advance(30 * second)
  await heartbeat(browser, guid, '1:30000')
  app.clock.advance(45 * second)
  await heartbeat(browser, guid, '2:45000')
  app.clock.advance(15 * minute)
}

/** 20 seconds of page 1, an hour in a pocket, of which the phone says that the page was visible, then page 3. */
async function phoneThatSleeps(): Promise<void> {
  const browser = await openShare(app, guid, ben, somebody())
  await loadPictures(browser, [1])
  app.clock.advance(20 * second)
  await heartbeat(browser, guid, '1:20000')
  app.clock.advance(hour)
  await heartbeat(browser, guid, '1:3600000')
  app.clock.advance(15 * second)
  await heartbeat(browser, guid, '3:15000')
  app.clock.advance(15 * minute)
}

/** Nine pages on one screen for 90 seconds, then so many copies to print, and a download that is not allowed. */
async function stopsAtNine(email: string, prints: number): Promise<void> {
  const browser = await openShare(app, guid, email, somebody())
  await loadPictures(browser, pages(9))
  app.clock.advance(90 * second)
  for (let copy = 0; copy < prints; copy++) await (await browser.open(`/view/${guid}`)).press('Print')
  if (prints === 0) await browser.fetch(`/view/${guid}/download`)
  app.clock.advance(15 * minute)
}

function totals({ page }: Browser): Record<string, string> {
  return Object.fromEntries(
    page.root
      .querySelectorAll('dl.strip > div')
      .map((fact) => [fact.querySelector('dt')!.text, fact.querySelector('dd')!.text]),
  )
}

function strip({ page }: Browser): string[] {
  return page.root.querySelectorAll('.film > li').map((part) => part.getAttribute('title') ?? '')
}

const shown = (query = '') => olivia.open(`/s/${guid}${query}`)

test('every visit, print and blocked attempt is counted once; the sender’s own preview is not', async () => {
  await shown()
  expect(totals(olivia)).toEqual({
    'Opened by': '4 of 4',
    Views: '7',
    // 65 s and 90 s estimated; 75 s, 20 s and 15 s measured.
    'Reading time (partly estimated)': '4 min',
    Downloads: '0',
    'Print copies': '3',
    Forwarded: '0',
    Blocked: '1',
  })
  expect(rowsUnder(olivia, 'Reason')).toEqual([expect.stringMatching(/download.*Times1By1 person/i)])
})

test('each visit has its own pages and time; a gap of ten minutes begins another, and what a phone says of an hour asleep does not count', async () => {
  await shown()
  const visits = rowsUnder(olivia, 'When').map(
    (row) => /Who(\w+)@.*What (.*?)Time(.*?)From/.exec(row)?.slice(1).join(' | ') ?? row,
  )
  expect(visits).toEqual([
    expect.stringMatching(/dan@.*Blocked/),
    'dan | Pages 1–9 | not measured',
    'cora | Pages 1–9, 2 print copies | 1 minuteestimated',
    'ben | Page 3 | 15 secondsmeasured',
    'ben | Page 1 | 20 secondsmeasured',
    'ben | Pages 1, 2 | 1 minutemeasured',
    'rita | Page 10 | not measured',
    'rita | Pages 1–3, 1 print copy | 1 minuteestimated',
  ])
})

test('each page has the seconds and the readers that it had', async () => {
  await shown()
  expect(strip(olivia)).toEqual([
    'Page 1: 50 s and about 50 s more, 4 readers',
    'Page 2: 45 s and about 30 s more, 4 readers',
    'Page 3: 15 s and about 15 s more, 4 readers',
    ...[4, 5, 6, 7, 8, 9].map((page) => `Page ${page}: about 10 s, 2 readers`),
    'Page 10: shown, not measured, 1 reader',
  ])
})

test('how far people read is said, and of whom it was not measured', async () => {
  await shown()
  expect(olivia.text()).toContain('Read to the end: 1 of 4, not measured. Most others stop at page 9.')
  expect(olivia.text().replaceAll(/\s+/g, ' ')).toMatch(/First opened .* by rita@.* Last opened .* by dan@/)
})

test('a person, days and a version are filters of all figures, of the list and of the export', async () => {
  const exported = async () => {
    const link = olivia.page.root
      .querySelectorAll('a')
      .find(({ text }) => text.startsWith('CSV') && text.includes('Visits'))
    const answer = await olivia.fetch(link!.getAttribute('href')!.replaceAll('&amp;', '&'))
    return (await answer.text()).trim().split('\r\n').slice(1)
  }
  await (await shown()).follow(ben)
  await olivia.follow('Pages and visits of this person')
  expect(olivia.url.searchParams.get('person')).toBe(ben)
  expect(totals(olivia)).toMatchObject({
    Views: '3',
    'Reading time (measured)': '1 min',
    'Print copies': '0',
    Blocked: '0',
  })
  expect(strip(olivia).slice(0, 4)).toEqual([
    'Page 1: 50 s, 1 reader',
    'Page 2: 45 s, 1 reader',
    'Page 3: 15 s, 1 reader',
    'Page 4: not read',
  ])
  expect(await exported()).toHaveLength(3)
  await olivia.follow('All activity')
  expect(new Set(rowsUnder(olivia, 'When').map((row) => /Who(\S+?)What/.exec(row)?.[1]))).toEqual(
    new Set([ben]),
  )
  await shown('?since=2026-11-21')
  expect(totals(olivia)).toMatchObject({ Views: '0', Blocked: '0' })
  expect(rowsUnder(olivia, 'When')).toEqual([])
  await shown('?since=2026-11-20&until=2026-11-20')
  expect(totals(olivia)).toMatchObject({ Views: '7', Blocked: '1' })
  expect(await exported()).toHaveLength(8)
  await shown('?version=1&about=refusals')
  expect(rowsUnder(olivia, 'When')).toEqual([])
  await shown('?about=refusals')
  expect(rowsUnder(olivia, 'When')).toHaveLength(1)
})

test('a filter that is no person, day or version leaves all, and no one else sees any of it', async () => {
  await shown('?person=nobody&since=yesterday&until=2026-02-31&about=everything&days=9999')
  expect(totals(olivia)['Views']).toBe('7')
  expect((await olivia.open(`/s/${guid}?version=7`)).status).toBe(404)
  const stranger = await app.browser(somebody()).open(`/s/${guid}?person=${ben}`)
  expect(stranger.text()).not.toContain('report.pdf')
})
