import { expect, test } from 'vitest'
import excel from 'exceljs'
import { makeWorld } from '#tests/support/world/world.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import { addEvents } from '#tests/support/records/many-events.ts'
import { makeShare, makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { maxDirectRows } from '#server/rules/product/exported-lists.ts'
import { Program } from '#tests/api/program.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'

const { app, operator } = await makeWorld()
let olivia = operator
const { services } = app.strongroom
const reader = 'rita@example.net'

async function busyShare(): Promise<string> {
  const guid = await makeShare(app, olivia, { recipients: `${reader}, rob@example.net` })
  await addEvents(app, guid, reader, maxDirectRows + 1)
  return guid
}

/** Asks for the activity of a share to be prepared; the job has not run yet. Lines of text are written fastest. */
async function requestExport(guid: string, query = '?format=csv'): Promise<string> {
  await olivia.open(`/s/${guid}/export${query}`)
  expect([olivia.status, olivia.path.split('?')[0]]).toEqual([200, '/exports/new'])
  await olivia.send('prepareExport')
  return olivia.path
}

async function exportsOnRecord(): Promise<number> {
  const rows = await services.database.kysely
    .selectFrom('event')
    .select('sequence')
    .where('kind', '=', 'ListExported')
    .execute()
  return rows.length
}

async function objects(): Promise<number> {
  return (await services.database.kysely.selectFrom('object').select('guid').execute()).length
}

test(
  'a long list is prepared by a job: the page renews itself, then has the whole of it',
  { tags: ['engines'] },
  async () => {
    const guid = await busyShare()
    const page = await requestExport(guid, '')
    expect(olivia.text()).toContain('We’re preparing this export.')
    expect(olivia.page.root.querySelector('noscript meta[http-equiv=refresh]')).not.toBeNull()
    expect((await olivia.fetch(`${page}/file`)).status).toBe(404)
    const before = await exportsOnRecord()
    await app.settle()
    await olivia.open(page)
    const answer = await olivia.fetch(olivia.page.links('Download')[0]!)
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('contract activity.xlsx'),
    ])
    const book = new excel.Workbook()
    await book.xlsx.load(await answer.arrayBuffer())
    expect(book.getWorksheet('Events')!.rowCount).toBeGreaterThan(maxDirectRows)
    expect(await exportsOnRecord()).toBe(before + 1)
    const part = await olivia.fetch(`${page}/file`, { headers: { range: 'bytes=0-3' } })
    expect([part.status, Buffer.from(await part.arrayBuffer()).toString('latin1')]).toEqual([
      206,
      'PK\u0003\u0004',
    ])
  },
)

test('a filter is kept, and what it leaves may be short enough to be had at once', async () => {
  const guid = await busyShare()
  const few = await olivia.fetch(`/s/${guid}/export?format=csv&person=rob@example.net`)
  expect([few.status, few.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const page = await requestExport(guid, `?about=reading&person=${reader}`)
  await app.settle()
  const book = new excel.Workbook()
  await book.xlsx.load(await (await olivia.fetch(`${page}/file`)).arrayBuffer())
  const people = new Set(book.getWorksheet('Events')!.getColumn('D').values.slice(2))
  expect([...people]).toEqual([reader])
})

test('who waited longer than a minute gets a link by email', async () => {
  const guid = await busyShare()
  const page = await requestExport(guid)
  app.clock.advance(2 * minute)
  await app.settle()
  const mail = (await app.outbox.to(operatorEmail)).findLast(({ subject }) => /export/.test(subject))!
  expect(mail.subject).toBe('Your export is ready')
  expect(mail.links.map((link) => new URL(link).pathname)).toContain(page)
  expect(mail.text).not.toContain('contract')
})

test('no one else gets it, and who asked only while they may: not after the file was deleted, not after three days', async () => {
  const guid = await busyShare()
  const page = await requestExport(guid)
  await app.settle()
  const ulrich = await makeUser(app, { email: 'ulrich@example.org', browser: somebody() })
  for (const address of [page, `${page}/file`, `/exports/new?list=shareActivity&of=${guid}`, '/exports/new'])
    expect([address, (await ulrich.fetch(address)).status]).toEqual([address, 404])
  await ulrich.open('/exports/new?list=sent')
  const forged = await ulrich.submit({
    ...ulrich.page.submission(ulrich.page.form('prepareExport')),
    action: `/exports/new?list=shareActivity&of=${guid}`,
  })
  expect(forged.status).toBe(404)
  for (const list of ['team', 'teamReport', 'teamAcceptances', 'installation'])
    expect((await ulrich.fetch(`/exports/new?list=${list}`)).status).toBe(404)
  const stranger = await app.browser(somebody()).open(`${page}/file`)
  expect(stranger.path).toContain('/access/login')

  const other = await requestExport(guid)
  await app.settle()
  const before = await objects()
  app.clock.advance(3 * day + minute)
  olivia = await signIn(app, operatorEmail)
  expect((await olivia.fetch(`${page}/file`)).status).toBe(404)
  await services.sweep()
  expect(await objects()).toBeLessThanOrEqual(before - 2)
  expect((await olivia.fetch(other)).status).toBe(404)
})

test('a share that is erased takes with it what was prepared of it', async () => {
  const guid = await busyShare()
  const page = await requestExport(guid)
  await app.settle()
  expect((await olivia.fetch(`${page}/file`)).status).toBe(200)
  await services.database.kysely.deleteFrom('share').where('guid', '=', guid).execute()
  expect((await olivia.fetch(`${page}/file`)).status).toBe(404)
  const before = await objects()
  app.clock.advance(2 * day)
  await services.sweepStorage()
  olivia = await signIn(app, operatorEmail)
  expect(await objects()).toBeLessThan(before)
})

test(
  'pressing twice prepares it once, and a program gets all of it at once',
  { tags: ['engines'] },
  async () => {
    const guid = await busyShare()
    await olivia.open(`/s/${guid}/export?format=csv`)
    const answers = await olivia.sendTwice('prepareExport')
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
    await app.settle()
    const room = await makeRoom(app, { tree: { 'a.pdf': 'A' } })
    const { kysely } = services.database
    await addEvents(app, room.items['a.pdf']!, reader, maxDirectRows + 1)
    await kysely
      .updateTable('event')
      .set({ room_guid: room.guid })
      .where('subject_guid', '=', room.items['a.pdf']!)
      .execute()
    expect((await olivia.fetch(`/rooms/${room.guid}/export`)).headers.get('location')).toContain(
      '/exports/new?',
    )
    const program = await new Program(app).enter(operatorEmail, { isRemembered: true })
    const { http, headers } = await program.get(`/v2/folder/export/excel/${room.guid}`)
    expect([http, headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')])
  },
)
