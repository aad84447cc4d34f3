import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { LibreOffice } from '#server/converting/libre-office.ts'
import { compoundFile, docx, ods } from '#server/converting/test-documents.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { noConverter, type FileKind } from '#server/rules/files.ts'
import { openDiskStorage } from '#server/storage/disk.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import { Vault } from '#server/storage/vault.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { pdfText } from '#tests/support/files/pdf-text.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { Conversions } from './conversions.ts'
import { DocumentPasswords } from './document-passwords.ts'
import { RenderEngine } from './engine.ts'
import { officePages } from './office-pages.ts'
import { Rendering } from './rendering.ts'
import { count, isInk, look } from './test-documents.ts'

const log = pino({ level: 'silent' })
const owner = 'a'.repeat(32)
const now = Date.parse('2027-03-01T10:00:00Z')
const clock = (): number => now

let engine: RenderEngine
let libreOffice: LibreOffice
let folder: string
let database: Database
let vault: Vault
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
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-office-pages-'))
  database = await openTemporaryDatabase()
  const storage = await openDiskStorage({ dataDir: folder })
  vault = new Vault({ database, storage, keys: KeyRing.make(), clock })
  conversions = new Conversions({ database, vault, clock })
  rendering = renderingBy(libreOffice)
  await database.kysely
    .insertInto('user')
    .values({
      guid: owner,
      email: 'anna@example.com',
      first_name: 'Anna',
      last_name: 'Adler',
      password_hash: '',
      status: 'Active',
      tier_code: 9,
      is_operator: 0,
      time_zone: 'UTC',
      created_at: now,
      password_changed_at: now,
    })
    .execute()
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** A process of this installation, with LibreOffice or without. */
function renderingBy(by: LibreOffice | null): Rendering {
  jobs = new Jobs({ database, clock, log })
  const office = by && officePages({ libreOffice: by, vault, conversions })
  const preparations = office ? { office, sheet: office } : {}
  const passwords = new DocumentPasswords({ database, keyRing: KeyRing.make() })
  const needs = { database, vault, jobs, engine, conversions, passwords, preparations, clock, log }
  return new Rendering(needs)
}

/** Receives a file as uploads do. */
async function receive(name: string, kind: FileKind, bytes: Buffer): Promise<string> {
  const guid = newGuid()
  const { guid: object_guid } = await vault.store(bytes)
  await database.transaction(async (tx) => {
    await tx
      .insertInto('file')
      .values({
        guid,
        owner_guid: owner,
        object_guid,
        name,
        media_type: 'application/octet-stream',
        kind,
        size: bytes.length,
        render_status: 'In Progress',
        render_error: null,
        render_started_at: null,
        page_count: 0,
        created_at: now,
        taken_at: null,
      })
      .execute()
    await rendering.start(tx, guid)
  })
  return guid
}

function file(guid: string) {
  return database.kysely.selectFrom('file').selectAll().where('guid', '=', guid).executeTakeFirstOrThrow()
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
  expect((await pdfText(await vault.bytes(made!.objectGuid)))[0]).toContain('Purchase agreement')
  const shown = { guid, objectGuid: object_guid, kind, pageCount: page_count }
  const page = await look(await rendering.pageImage(shown, 1, 1200, null))
  expect(count(page, isInk)).toBeGreaterThan(100)
})

test.each([
  ['password', compoundFile('EncryptedPackage', Buffer.alloc(64))],
  ['corrupt', Buffer.from('This is not a Word document.')],
])('a document that cannot be shown says why: %s', async (reason, bytes) => {
  const guid = await receive('a.docx', 'office', bytes)
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'Error', render_error: reason, page_count: 0 })
  expect(await conversions.find(guid, 'pages')).toBe(null)
})

test('a document whose server stopped in the middle is made again', async () => {
  const stopped = new LibreOffice({ program: programOf('soffice'), log })
  rendering = renderingBy(stopped)
  const guid = await receive('a.docx', 'office', docx(['Once more']))
  const broken = jobs.drain()
  await stopped.close()
  await broken
  expect(await file(guid)).toMatchObject({ render_status: 'In Progress', render_error: null })
  await database.kysely.deleteFrom('job').execute()
  rendering = renderingBy(libreOffice)
  await database.transaction((tx) => rendering.start(tx, guid))
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

test('where it is installed office documents and spreadsheets can be shown, and unknown files cannot', () => {
  const kinds = ['office', 'sheet', 'other'] as const
  expect(kinds.map((kind) => rendering.canShow(kind))).toEqual([true, true, false])
})
