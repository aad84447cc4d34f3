import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newGuid, type Database } from '#server/db/open.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { insertRow, userRow } from '#tests/support/world/rows.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { openDiskStorage } from '#server/storage/disk.ts'
import { FileKey, ObjectLocked } from '#server/storage/file-key.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import { Vault } from '#server/storage/vault.ts'
import { Conversions } from './conversions.ts'
import { DocumentPasswords } from './document-passwords.ts'
import { RenderEngine } from './engine.ts'
import { Rendering } from './rendering.ts'
import { pdfOf, words } from './test-documents.ts'

const log = pino({ level: 'silent' })
const fileKey = FileKey.make()

let engine: RenderEngine
let folder: string
let database: Database
let vault: Vault
let jobs: Jobs
let rendering: Rendering

beforeAll(() => {
  engine = new RenderEngine({ workers: 1, log })
})
afterAll(() => engine.close())

beforeEach(async () => {
  const clock = () => 1000
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-rendering-'))
  database = await openTemporaryDatabase()
  const storage = await openDiskStorage({ dataDir: folder })
  vault = new Vault({ database, storage, keys: KeyRing.make(), clock })
  jobs = new Jobs({ database, clock, log })
  const conversions = new Conversions({ database, vault, clock })
  const passwords = new DocumentPasswords({ database, keyRing: KeyRing.make() })
  rendering = new Rendering({ database, vault, jobs, engine, conversions, passwords, clock, log })
  await insertRow(database, 'user', userRow)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function receive(key: FileKey | null, bytes = pdfOf([words('one'), words('two')])): Promise<string> {
  const guid = newGuid()
  const { guid: object_guid } = await vault.store(bytes, key)
  await database.transaction(async (tx) => {
    const row = {
      guid,
      owner_guid: 'user',
      object_guid,
      name: 'a.pdf',
      media_type: 'application/pdf',
    } as const
    const state = {
      render_error: null,
      render_started_at: null,
      page_count: 0,
      created_at: 1,
      taken_at: null,
    }
    await tx
      .insertInto('file')
      .values({ ...row, ...state, kind: 'pdf', size: 1, render_status: 'In Progress' })
      .execute()
    await rendering.start(tx, guid)
  })
  return guid
}

function file(guid: string) {
  return database.kysely.selectFrom('file').selectAll().where('guid', '=', guid).executeTakeFirstOrThrow()
}

function images() {
  return database.kysely
    .selectFrom('page_image')
    .innerJoin('object', 'object.guid', 'page_image.object_guid')
    .select(['page_image.number', 'object.is_locked'])
    .execute()
}

test('the job of a locked file does nothing and fails nothing; with the key its pages are made, and locked', async () => {
  const guid = await receive(fileKey)
  await jobs.drain()
  expect(await file(guid)).toMatchObject({ render_status: 'In Progress', render_started_at: null })
  await expect(rendering.prepareLocked(guid, FileKey.make())).rejects.toThrow(ObjectLocked)
  expect(await file(guid)).toMatchObject({ render_status: 'In Progress' })
  await rendering.prepareLocked(guid, fileKey)
  expect(await file(guid)).toMatchObject({ render_status: 'Rendered', page_count: 2 })
  expect(await images()).toEqual([{ number: 1, is_locked: 1 }])
})

test('a page of a locked file is drawn and found again with the key, and not without', async () => {
  const guid = await receive(fileKey)
  await rendering.prepareLocked(guid, fileKey)
  const { object_guid: objectGuid } = await file(guid)
  const locked = { guid, objectGuid, kind: 'pdf', pageCount: 2 } as const
  for (const number of [1, 2]) {
    for (let turn = 0; turn < 2; turn++) {
      const image = await rendering.pageImage({ ...locked, key: fileKey }, number, 1200, null)
      expect(image.mediaType).toBe('image/png')
    }
    await expect(rendering.pageImage(locked, number, 1200, null)).rejects.toThrow(ObjectLocked)
  }
  expect(await images()).toEqual([
    { number: 1, is_locked: 1 },
    { number: 2, is_locked: 1 },
  ])
})

test('a page that was being drawn while its file was locked is not kept, and its bytes go', async () => {
  const guid = await receive(null)
  const { object_guid: original } = await file(guid)
  const store = vault.store.bind(vault)
  vi.spyOn(vault, 'store').mockImplementationOnce(async (bytes, key) => {
    const stored = await store(bytes, key)
    const copy = await vault.lockedCopy(original, fileKey)
    await database.transaction(async (tx) => {
      await vault.record(tx, copy)
      await tx.updateTable('file').set({ object_guid: copy.guid }).where('guid', '=', guid).execute()
      await vault.remove(original, tx)
    })
    return stored
  })
  await jobs.drain()
  expect(await images()).toEqual([])
  const objects = await database.kysely.selectFrom('object').select(['guid', 'is_locked']).execute()
  expect(objects).toEqual([{ guid: (await file(guid)).object_guid, is_locked: 1 }])
})
