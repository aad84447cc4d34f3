import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FileKey, ObjectLocked } from '#server/storage/keys/file-key.ts'
import { makeLog } from '#server/log.ts'
import type { User } from '#server/accounts/users.ts'
import { addArrivedFile } from '#tests/support/unit/files.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { Conversions } from './preparing/conversions.ts'
import { DocumentPasswords } from './pdf/document-passwords.ts'
import { RenderEngine } from './engine.ts'
import { Rendering } from './rendering.ts'
import { pdfOf, words } from './test-documents.ts'

const fileKey = FileKey.make()

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
  const [conversions, passwords] = [new Conversions(world), new DocumentPasswords(world)]
  rendering = new Rendering({ ...world, engine, conversions, passwords })
})
afterEach(() => vi.restoreAllMocks())

async function receive(key: FileKey | null, bytes = pdfOf([words('one'), words('two')])): Promise<string> {
  const guid = await addArrivedFile(world, owner, bytes, { key })
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

function images() {
  return world.database.kysely
    .selectFrom('page_image')
    .innerJoin('object', 'object.guid', 'page_image.object_guid')
    .select(['page_image.number', 'object.is_locked'])
    .execute()
}

test('the job of a locked file does nothing and fails nothing; with the key its pages are made, and locked', async () => {
  const guid = await receive(fileKey)
  await world.jobs.drain()
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
  const { vault } = world
  const store = vault.store.bind(vault)
  vi.spyOn(vault, 'store').mockImplementationOnce(async (bytes, key) => {
    const stored = await store(bytes, key)
    const copy = await vault.lockedCopy(original, fileKey)
    await world.database.transaction(async (tx) => {
      await vault.record(tx, copy)
      await tx.updateTable('file').set({ object_guid: copy.guid }).where('guid', '=', guid).execute()
      await vault.remove(original, tx)
    })
    return stored
  })
  await world.jobs.drain()
  expect(await images()).toEqual([])
  const objects = await world.database.kysely.selectFrom('object').select(['guid', 'is_locked']).execute()
  expect(objects).toEqual([{ guid: (await file(guid)).object_guid, is_locked: 1 }])
})
