import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Jobs } from '#server/jobs/queue.ts'
import { makeLog } from '#server/log.ts'
import type { User } from '#server/accounts/users.ts'
import { addArrivedFile } from '#tests/support/unit/files.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { Conversions } from './preparing/conversions.ts'
import { DocumentPasswords } from './pdf/document-passwords.ts'
import { RenderEngine, RenderError, type SourceKind, type WatermarkLook } from './engine.ts'
import { maxProcessing } from '#server/rules/product/client-constants.ts'
import { Rendering } from './rendering.ts'
import { lockedPdf, look, pdfOf, pdfWithPages, words } from './test-documents.ts'

const mark: WatermarkLook = {
  lines: ['rita@example.net', '2027-03-01 10:00 UTC'],
  code: '8F3A-21C0-77D1-04BE',
  size: 'small',
  colour: 'grey',
}

let engine: RenderEngine
let world: StoredWorld
let owner: User
let rendering: Rendering

beforeAll(() => {
  engine = new RenderEngine({ workers: 1, log: makeLog('silent') })
})
afterAll(() => engine.close())

beforeEach(async () => {
  world = await openStoredWorld()
  owner = await addUser(world)
  rendering = renderingWith(world.jobs)
})
afterEach(() => vi.restoreAllMocks())

function renderingWith(jobs: Jobs): Rendering {
  const [conversions, passwords] = [new Conversions(world), new DocumentPasswords(world)]
  return new Rendering({ ...world, jobs, engine, conversions, passwords })
}

/** Receives a file, as uploads do, and has it rendered. */
async function receive(bytes: Buffer, kind: SourceKind = 'pdf'): Promise<string> {
  const guid = await addArrivedFile(world, owner, bytes, { kind })
  await world.database.transaction((tx) => rendering.start(tx, guid))
  return guid
}

async function file(guid: string) {
  const row = await world.database.kysely
    .selectFrom('file')
    .selectAll()
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  return { ...row, objectGuid: row.object_guid, pageCount: row.page_count }
}

async function rendered(bytes: Buffer, kind: SourceKind = 'pdf') {
  const guid = await receive(bytes, kind)
  await world.jobs.drain()
  return file(guid)
}

describe('a file that is received', () => {
  test('becomes pages with their sizes, and its first page is drawn beforehand', async () => {
    const guid = await receive(pdfOf([words('one'), words('two'), words('three')]))
    expect(await file(guid)).toMatchObject({ render_status: 'In Progress', render_started_at: null })
    await world.jobs.drain()
    expect(await file(guid)).toMatchObject({ render_status: 'Rendered', page_count: 3, render_error: null })
    expect(await rendering.pages(guid, { first: 2, count: 25 })).toEqual([
      { number: 2, width: 595, height: 842 },
      { number: 3, width: 595, height: 842 },
    ])
    const images = await world.database.kysely.selectFrom('page_image').select(['number', 'width']).execute()
    expect(images).toEqual([{ number: 1, width: 1200 }])
  })

  test.each([
    ['password', lockedPdf],
    ['corrupt', () => Buffer.from('%PDF-1.7 and then nothing')],
    ['too many pages', () => pdfWithPages(5001)],
  ])('and cannot be shown says why: %s', async (reason, make) => {
    expect(await rendered(make())).toMatchObject({
      render_status: 'Error',
      render_error: reason,
      page_count: 0,
    })
    expect(await world.database.kysely.selectFrom('job').selectAll().execute()).toEqual([])
  })

  test('is tried again when the server, not the file, failed', async () => {
    vi.spyOn(engine, 'open').mockRejectedValueOnce(new Error('no memory for a worker'))
    const guid = await receive(pdfOf([words('one')]))
    await world.jobs.drain()
    expect(await file(guid)).toMatchObject({ render_status: 'In Progress' })
    world.now += 5_000
    await world.jobs.drain()
    expect(await file(guid)).toMatchObject({ render_status: 'Rendered' })
  })

  test('and removed while it is rendered leaves nothing to try again', async () => {
    const open = engine.open.bind(engine)
    vi.spyOn(engine, 'open').mockImplementationOnce(async (...document) => {
      const opened = await open(...document)
      await world.database.kysely.deleteFrom('file').execute()
      return opened
    })
    await receive(pdfOf([words('one')]))
    await world.jobs.drain()
    expect(await world.database.kysely.selectFrom('job').select('kind').execute()).toEqual([])
  })

  test('is given up after 15 minutes in processing, and a late result changes nothing', async () => {
    vi.spyOn(engine, 'open').mockRejectedValueOnce(new Error('no memory for a worker'))
    const guid = await receive(pdfOf([words('one')]))
    await world.jobs.drain()
    world.now += maxProcessing
    await rendering.sweep()
    expect(await file(guid)).toMatchObject({ render_status: 'In Progress' })
    world.now += 1
    await rendering.sweep()
    expect(await file(guid)).toMatchObject({ render_status: 'Error', render_error: 'timeout' })
    await world.jobs.drain()
    expect(await file(guid)).toMatchObject({ render_status: 'Error', page_count: 0 })
  })

  test('is not given up while its job waits, nor by a process that came after one died of it', async () => {
    const guid = await receive(pdfOf([words('one')]))
    world.now += maxProcessing + 1
    await rendering.sweep()
    expect(await file(guid)).toMatchObject({ render_status: 'In Progress' })
    vi.spyOn(engine, 'open').mockRejectedValueOnce(new Error('the process ends'))
    await world.jobs.drain()
    world.now += maxProcessing + 1
    const jobs = new Jobs(world)
    await renderingWith(jobs).sweep()
    await jobs.drain()
    expect(await file(guid)).toMatchObject({ render_status: 'Rendered', render_error: null })
  })

  test('can be rendered twice, as after a lost lease: its pages are there once', async () => {
    const { guid } = await rendered(pdfOf([words('one'), words('two')]))
    await world.database.transaction((tx) => rendering.start(tx, guid))
    await world.jobs.drain()
    expect(await file(guid)).toMatchObject({ render_status: 'Rendered', page_count: 2 })
    expect(await rendering.pages(guid, { first: 1, count: 25 })).toHaveLength(2)
  })
})

describe('a page', () => {
  test('is drawn once: later readers get the sealed base page with their own mark', async () => {
    const found = await rendered(pdfOf([words('one'), words('two')]))
    const draw = vi.spyOn(engine, 'render')
    const [plain, marked] = [
      await look(await rendering.pageImage(found, 2, 800, null)),
      await look(await rendering.pageImage(found, 2, 800, mark)),
    ]
    expect(draw).toHaveBeenCalledTimes(1)
    expect([plain.width, marked.width]).toEqual([800, 800])
    let differing = 0
    for (let y = 0; y < plain.height; y++)
      for (let x = 0; x < plain.width; x++) if (plain.at(x, y)[0] !== marked.at(x, y)[0]) differing++
    expect(differing).toBeGreaterThan(1000)
  })

  test('that many readers want at once is drawn once', async () => {
    const found = await rendered(pdfOf([words('one'), words('two')]))
    const draw = vi.spyOn(engine, 'render')
    await Promise.all(Array.from({ length: 10 }, () => rendering.pageImage(found, 2, 800, mark)))
    expect(draw).toHaveBeenCalledTimes(1)
    const images = await world.database.kysely
      .selectFrom('page_image')
      .selectAll()
      .where('width', '=', 800)
      .execute()
    expect(images).toHaveLength(1)
  })

  test('is stored sealed: its bytes on disk are not the picture', async () => {
    const found = await rendered(pdfOf([words('one')]))
    const { object_guid: object } = await world.database.kysely
      .selectFrom('page_image')
      .select('object_guid')
      .where('file_guid', '=', found.guid)
      .executeTakeFirstOrThrow()
    const base = await world.vault.bytes(object)
    const entries = await readdir(world.dataDir, { recursive: true, withFileTypes: true })
    const stored = entries.filter((entry) => entry.isFile())
    expect(stored.map(({ name }) => name).toSorted()).toEqual([object, found.object_guid].toSorted())
    for (const { parentPath, name } of stored)
      expect((await readFile(path.join(parentPath, name))).includes(base.subarray(0, 64))).toBe(false)
  })

  test.each([0, -1, 3])('number %d of two is not there', async (number) => {
    const found = await rendered(pdfOf([words('one'), words('two')]))
    await expect(rendering.pageImage(found, number, 800, mark)).rejects.toMatchObject({ problem: 'notFound' })
  })

  test('that cannot be drawn is refused in words, and can be asked for again', async () => {
    const found = await rendered(pdfOf([words('one'), words('two')]))
    vi.spyOn(engine, 'render').mockRejectedValueOnce(new RenderError('timeout'))
    await expect(rendering.pageImage(found, 2, 800, mark)).rejects.toMatchObject({ problem: 'pageError' })
    expect((await rendering.pageImage(found, 2, 800, mark)).width).toBe(800)
  })

  test('that was drawn 30 days ago is removed, and drawn again for who reads then', async () => {
    const found = await rendered(pdfOf([words('one')]))
    world.now += 30 * 86_400_000 + 1
    await rendering.sweep()
    expect(await world.database.kysely.selectFrom('page_image').selectAll().execute()).toEqual([])
    const objects = await world.database.kysely.selectFrom('object').select('guid').execute()
    expect(objects).toEqual([{ guid: found.object_guid }])
    expect((await rendering.pageImage(found, 1, 1200, mark)).width).toBe(1200)
  })
})

describe('a copy of marked pages', () => {
  test('is a PDF of as many pictures as there are pages', async () => {
    const found = await rendered(pdfOf([words('one'), words('two'), words('three')]))
    const chunks: Buffer[] = []
    for await (const chunk of rendering.pdf(found, mark)) chunks.push(chunk)
    const copy = Buffer.concat(chunks)
    expect(copy.toString('latin1').match(/\/Subtype\/Image/g)).toHaveLength(3)
    expect(await rendered(copy)).toMatchObject({ render_status: 'Rendered', page_count: 3 })
  })

  test('draws no page ahead of what is read, and none after the reader has left', async () => {
    const found = await rendered(pdfOf(Array.from({ length: 6 }, (_, at) => words(`page ${at}`))))
    const draw = vi.spyOn(engine, 'render')
    const copy = rendering.pdf(found, mark)[Symbol.asyncIterator]()
    expect(draw).not.toHaveBeenCalled()
    await copy.next()
    await copy.next()
    expect(draw.mock.calls.length).toBeLessThanOrEqual(2)
    await copy.return?.()
    expect(await copy.next()).toMatchObject({ done: true })
    expect(draw.mock.calls.length).toBeLessThanOrEqual(2)
  })
})
