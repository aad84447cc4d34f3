import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Confining, findConfinement } from '#server/converting/confinement/confinement.ts'
import { LibreOffice } from '#server/converting/office/libre-office.ts'
import { compoundFile, docx, ods, xlsx } from '#server/converting/packages/test-documents.ts'
import { lockedWith } from '#server/converting/packages/test-locked.ts'
import { RateLimits } from '#server/http/limits/rate.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { noConverter, type FileKind } from '#server/rules/files/files.ts'
import { lockedOpenDocument } from '#tests/support/files/locked-open-document.ts'
import { pdfText } from '#tests/support/files/pdf-text.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { makeLog } from '#server/log.ts'
import type { User } from '#server/accounts/users.ts'
import { addArrivedFile } from '#tests/support/unit/files.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { Conversions } from './conversions.ts'
import { DocumentPasswords } from '#server/rendering/pdf/document-passwords.ts'
import { RenderEngine } from '#server/rendering/engine.ts'
import { officePages } from './office-pages.ts'
import { Rendering } from '#server/rendering/rendering.ts'
import { RenderRetries } from './render-retries.ts'
import { count, isInk, look } from '#server/rendering/test-documents.ts'

const log = makeLog('silent')

let engine: RenderEngine
let libreOffice: LibreOffice
let world: StoredWorld
let owner: User
let jobs: Jobs
let conversions: Conversions
let rendering: Rendering

beforeAll(() => {
  engine = new RenderEngine({ workers: 1, log })
  libreOffice = new LibreOffice({ program: programOf('soffice'), log })
})
afterAll(async () => {
  await libreOffice.close()
  await engine.close()
})

beforeEach(async () => {
  world = await openStoredWorld()
  owner = await addUser(world)
  conversions = new Conversions(world)
  rendering = renderingBy(libreOffice)
})

/** A process of this installation, with LibreOffice or without. */
function renderingBy(by: LibreOffice | null): Rendering {
  jobs = new Jobs(world)
  const passwords = new DocumentPasswords(world)
  const office = by && officePages({ ...world, libreOffice: by, conversions, passwords })
  const preparations = office ? { office, sheet: office } : {}
  return new Rendering({ ...world, jobs, engine, conversions, passwords, preparations })
}

/** Receives a file, as uploads do, and has it rendered. */
async function receive(name: string, kind: FileKind, bytes: Buffer): Promise<string> {
  const guid = await addArrivedFile(world, owner, bytes, {
    name,
    kind,
    media_type: 'application/octet-stream',
  })
  await world.database.transaction((tx) => rendering.start(tx, guid))
  return guid
}

function file(guid: string) {
  return world.database.kysely
    .selectFrom('file')
    .selectAll()
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
}

test.each([
  ['agreement.docx', 'office', docx(['Purchase agreement', 'Schedule'])],
  ['costs.ods', 'sheet', ods([['Purchase agreement']])],
] as const)('%s that is received becomes pages with its words', async (name, kind, bytes) => {
  const guid = await receive(name, kind, bytes)
  await jobs.drain()
  const { render_status, page_count, object_guid } = await file(guid)
  expect({ render_status, page_count }).toEqual({
    render_status: 'Rendered',
    page_count: kind === 'office' ? 2 : 1,
  })
  const made = await conversions.find(guid, 'pages')
  expect((await pdfText(await world.vault.bytes(made!.objectGuid)))[0]).toContain('Purchase agreement')
  const shown = { guid, objectGuid: object_guid, kind, pageCount: page_count }
  const page = await look(await rendering.pageImage(shown, 1, 1200, null))
  expect(count(page, isInk)).toBeGreaterThan(100)
})

test.each([
  ['other password', compoundFile('EncryptedPackage', Buffer.alloc(64))],
  ['corrupt', Buffer.from('This is not a Word document.')],
])('a document that cannot be shown says why: %s', async (reason, bytes) => {
  const guid = await receive('a.docx', 'office', bytes)
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Error', render_error: reason, page_count: 0 })
  expect(await conversions.find(guid, 'pages')).toBe(null)
})

test('a document with a password of its own becomes pages once that was given, and its grid is made', async () => {
  const guid = await receive('a.docx', 'office', lockedWith('four brass keys', docx(['Locked words'])))
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Error', render_error: 'password' })
  const { object_guid: objectGuid } = await file(guid)
  const paged = { guid, objectGuid, kind: 'office', isLocked: false } as const
  expect(await rendering.givePassword(paged, 'three brass keys')).toBe(false)
  expect(await rendering.givePassword(paged, 'four brass keys')).toBe(true)
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Rendered', page_count: 1 })
  expect((await file(guid)).password_sealed).not.toContain('brass')
})

test('of a document that only LibreOffice opens a wrong password is told when its pages are made', async () => {
  const locked = await lockedOpenDocument('four brass keys', ods([['Locked words']]))
  const guid = await receive('a.ods', 'sheet', locked)
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Error', render_error: 'password' })
  const { object_guid: objectGuid } = await file(guid)
  const paged = { guid, objectGuid, kind: 'sheet', isLocked: false } as const
  expect(await rendering.givePassword(paged, 'three brass keys')).toBe(true)
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Error', render_error: 'wrong password' })
  expect(await rendering.givePassword(paged, 'four brass keys')).toBe(true)
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Rendered', page_count: 1 })
})

test('a password that came with a document is kept where the document asks for one, and only there', async () => {
  const locked = lockedWith('four brass keys', docx(['Locked words']))
  for (const [bytes, isKept] of [
    [locked, true],
    [docx(['Open words']), false],
  ] as const) {
    const guid = await receive('a.docx', 'office', bytes)
    await world.database.transaction((tx) => rendering.takePassword(tx, guid, 'four brass keys'))
    await jobs.drain()
    const { render_status, password_sealed } = await file(guid)
    expect([render_status, password_sealed !== null]).toEqual(['Rendered', isKept])
  }
})

test('a workbook that is locked with the password that Excel does not ask for becomes pages', async () => {
  const guid = await receive('a.xlsx', 'sheet', lockedWith('VelvetSweatshop', xlsx([['Only to be read']])))
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Rendered', page_count: 1 })
})

test('a document whose server stopped in the middle is made again', async () => {
  const stopped = new LibreOffice({ program: programOf('soffice'), log })
  rendering = renderingBy(stopped)
  const guid = await receive('a.docx', 'office', docx(['Once more']))
  const broken = jobs.drain()
  await stopped.close()
  await broken
  expect(await file(guid)).toMatchObject({ render_status: 'In Progress', render_error: null })
  await world.database.kysely.deleteFrom('job').execute()
  rendering = renderingBy(libreOffice)
  await world.database.transaction((tx) => rendering.start(tx, guid))
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Rendered', page_count: 1 })
})

test('where LibreOffice is absent such a file says that nothing here makes pages of it', async () => {
  rendering = renderingBy(null)
  expect(rendering.canShow('office')).toBe(false)
  expect(rendering.canShow('pdf')).toBe(true)
  const guid = await receive('a.docx', 'office', docx(['Not here']))
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Error', render_error: noConverter })
})

test('where it has to be confined and cannot be, such a file says so, and can be tried again', async () => {
  const confining = new Confining({ isRequired: true, find: () => findConfinement([]) })
  rendering = renderingBy(new LibreOffice({ program: programOf('soffice'), log, confining }))
  const guid = await receive('a.docx', 'office', docx(['Not here']))
  await jobs.drain()
  const found = await file(guid)
  expect(found).toMatchObject({ render_status: 'Error', render_error: 'not confined' })
  const rates = new RateLimits(world)
  expect(new RenderRetries({ ...world, rendering, rates }).mayRetry({ ...found, file_kind: 'office' })).toBe(
    true,
  )
})

test('where it is installed office documents and spreadsheets can be shown, and unknown files cannot', () => {
  const kinds = ['office', 'sheet', 'other'] as const
  expect(kinds.map((kind) => rendering.canShow(kind))).toEqual([true, true, false])
})
