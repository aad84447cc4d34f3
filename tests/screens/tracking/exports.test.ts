import { expect, test } from 'vitest'
import { writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import excel from 'exceljs'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { makeShare, makeUser, openShare, operatorEmail, recipientEmail } from '#tests/support/world/make.ts'
import { enterRoom, makeRoom } from '#tests/support/world/rooms.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { somebody } from '#tests/support/world/people.ts'
import { Program } from '#tests/api/program.ts'

const { app, operator: olivia } = await makeWorld()

type Rows = Record<string, unknown>[]

async function workbook(bytes: ArrayBuffer): Promise<Map<string, Rows>> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'export-')), 'x.xlsx')
  writeFileSync(file, Buffer.from(bytes))
  const book = new excel.Workbook()
  await book.xlsx.readFile(file)
  return new Map(
    book.worksheets.map((sheet) => {
      const [head = [], ...rows] = sheet.getSheetValues().slice(1) as unknown[][]
      return [
        sheet.name,
        rows.map((row) => Object.fromEntries(head.flatMap((name, at) => [[name, row[at]]]))),
      ]
    }),
  )
}

async function exported(browser: Browser, address: string): Promise<Map<string, Rows>> {
  const answer = await browser.fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  return workbook(await answer.arrayBuffer())
}

async function readShare(): Promise<string> {
  const guid = await makeShare(app, olivia, { recipients: `=SUM(A1) <${recipientEmail}>, rob@example.net` })
  const rita = await openShare(app, guid, recipientEmail, { ...somebody(), userAgent: '=cmd|calc!A1' })
  await loadPictures(rita)
  app.clock.advance(minute)
  await loadPictures(rita, [2])
  await openShare(app, guid, 'rob@example.net', somebody())
  return guid
}

test('the activity of a share is a workbook: visits with time and how it is known, and every event', async () => {
  const guid = await readShare()
  const sheets = await exported(olivia, `/s/${guid}/export`)
  expect([...sheets.keys()]).toEqual(['Visits', 'Events'])
  expect(sheets.get('Visits')).toMatchObject([
    { Person: 'rob@example.net', What: 'Visit', Method: 'unknown', Seconds: undefined },
    {
      Person: recipientEmail,
      Pages: '1–2',
      Seconds: 60,
      Method: 'estimated',
      Browser: '=cmd|calc!A1',
      'Begun (UTC)': expect.any(Date),
    },
  ])
  expect(sheets.get('Events')!.length).toBeGreaterThan(5)
})

test('a filter of the page is the filter of the export, and what begins like a formula is text', async () => {
  const guid = await readShare()
  await olivia.open(`/s/${guid}/activity?about=reading&person=${recipientEmail}`)
  const link = olivia.page.root.querySelectorAll('a').find(({ text }) => text.startsWith('CSV'))!
  const answer = await olivia.fetch(link.getAttribute('href')!.replaceAll('&amp;', '&'))
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(text).toContain(recipientEmail)
  expect(text).not.toContain('rob@example.net')
  expect(text).toContain(`'=cmd|calc!A1`)
  expect(text).not.toMatch(/(^|,)=/m)
  const people = await exported(olivia, `/s/${guid}/export?table=people`)
  expect(people.get('Recipients')).toMatchObject([
    { Address: recipientEmail },
    { Address: 'rob@example.net' },
  ])
  const none = await exported(olivia, `/s/${guid}/export?until=2001-01-01`)
  expect(none.get('Visits')).toEqual([])
})

test('the sent files are a table', async () => {
  const guid = await readShare()
  const sheets = await exported(olivia, '/s/export')
  expect(sheets.get('Sent')![0]).toMatchObject({
    File: 'contract.pdf',
    Visits: 2,
    'Opened by': 2,
    Share: guid,
  })
})

test('a room exports its activity, one member’s, its members and its index', async () => {
  const room = await makeRoom(app, {
    tree: { Contracts: { 'lease.pdf': 'Rent' }, 'notes.pdf': 'Notes' },
    members: { 'mia@example.net': 3, 'ned@example.net': 1 },
  })
  const mia = await enterRoom(app, room.guid, 'mia@example.net', somebody())
  await loadPictures(await mia.open(`/view/${room.items['Contracts/lease.pdf']!}`))
  const all = await exported(olivia, `/rooms/${room.guid}/export`)
  expect(all.get('Visits')).toMatchObject([{ File: 'Contracts/lease.pdf', Person: 'mia@example.net' }])
  const neds = await exported(olivia, `/rooms/${room.guid}/export?person=ned@example.net`)
  expect(neds.get('Visits')).toEqual([])
  const members = await exported(olivia, `/rooms/${room.guid}/export?table=members`)
  const mias = members.get('Members')!.find(({ Address }) => Address === 'mia@example.net')
  expect(mias).toMatchObject({ 'Files opened': 1, Visits: 1, Status: 'Entered' })
  const index = await exported(olivia, `/rooms/${room.guid}/export?table=files`)
  expect(index.get('Index')!.map(({ Index, Path }) => `${String(Index)} ${String(Path)}`)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\d\.1 Contracts\/lease\.pdf$/)]),
  )
  const program = await new Program(app).enter(operatorEmail, { isRemembered: true })
  for (const call of ['export', 'recipient-list']) {
    const { http, headers } = await program.get(`/v2/folder/${call}/excel/${room.guid}`)
    expect([http, headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')])
  }
})

test('no one else gets them: another account, a member, a stranger', async () => {
  const guid = await readShare()
  const ulrich = await makeUser(app, { email: 'ulrich@example.org', browser: somebody() })
  expect((await ulrich.fetch(`/s/${guid}/export`)).status).toBe(404)
  const room = await makeRoom(app, { tree: { 'a.pdf': 'A' }, members: { 'mia@example.net': 3 } })
  const mia = await enterRoom(app, room.guid, 'mia@example.net', somebody())
  for (const browser of [mia, ulrich])
    expect((await browser.fetch(`/rooms/${room.guid}/export`)).status).not.toBe(200)
  const stranger = await app.browser(somebody()).fetch('/s/export')
  expect(stranger.status).not.toBe(200)
})

test('each export is on the record of who made it, once; looking at its headers is not', async () => {
  const guid = await readShare()
  const room = await makeRoom(app, { tree: { 'a.pdf': 'A' } })
  await makeTeam(app, [operatorEmail])
  const { kysely } = app.strongroom.services.database
  const recorded = async () =>
    (
      await kysely
        .selectFrom('event')
        .select('detail')
        .where('kind', '=', 'ListExported')
        .orderBy('at')
        .orderBy('sequence')
        .execute()
    ).map(({ detail }) => detail)
  const before = (await recorded()).length
  const lists: [string, string, string | null][] = [
    ['/s/export', 'sent', null],
    [`/s/${guid}/export`, 'shareActivity', guid],
    [`/s/${guid}/export?table=people`, 'recipients', guid],
    [`/s/${guid}/terms/export`, 'acceptances', guid],
    [`/rooms/${room.guid}/export`, 'roomActivity', room.guid],
    [`/rooms/${room.guid}/export?table=members`, 'members', room.guid],
    [`/rooms/${room.guid}/export?table=files`, 'index', room.guid],
    [`/rooms/${room.guid}/terms/export`, 'acceptances', room.guid],
    ['/setting/activity/export', 'account', null],
    ['/team/admin/audit', 'team', null],
    ['/team/admin/terms', 'teamAcceptances', null],
    ['/team/admin/report', 'teamReport', null],
  ]
  for (const [address] of lists) {
    expect((await olivia.fetch(address, { method: 'HEAD' })).status).toBe(200)
    expect([address, (await olivia.fetch(address)).status]).toEqual([address, 200])
  }
  const said = (await recorded()).slice(before).map((detail) => JSON.parse(detail) as { list: string })
  expect(said).toEqual(lists.map(([, list, of]) => ({ list, of })))
})
