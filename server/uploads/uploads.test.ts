import { randomBytes } from 'node:crypto'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import type { Transaction } from '#server/db/open.ts'
import { addPageImage } from '#tests/support/unit/files.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { seed } from '#tests/support/world/budget.ts'
import { Dice } from '#tests/process/faults/dice.ts'
import { Uploads } from './uploads.ts'
import { Usage } from './usage.ts'

const MB = 1024 * 1024
const day = 24 * 60 * 60 * 1000
let world: StoredWorld
let anna: User
let bert: User
let uploads: Uploads
let received: string[]
const quota = 100 * MB
let onReceived: (tx: Transaction, fileGuid: string) => Promise<void>

beforeEach(async () => {
  world = await openStoredWorld()
  // Sweeping compares it with the times of files on the disk.
  world.now = Date.now()
  received = []
  onReceived = async (_tx, fileGuid) => void received.push(fileGuid)
  uploads = new Uploads({
    ...world,
    usage: new Usage({ ...world, quota }),
    onReceived: (tx, { guid }) => onReceived(tx, guid),
  })
  anna = await addUser(world, 'anna@example.com')
  bert = await addUser(world, 'bert@example.com')
})

afterEach(() => vi.restoreAllMocks())

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(MB)])

function streamOf(bytes: Buffer, chunkSize = 1000): Readable {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.subarray(at, at + chunkSize))
  return Readable.from(chunks, { objectMode: false })
}

function receive(bytes: Buffer | Readable, fileName = 'a.pdf', limitBytes = 25 * MB): Promise<string> {
  return uploads.receive(anna, Buffer.isBuffer(bytes) ? streamOf(bytes) : bytes, { fileName, limitBytes })
}

/** Names of stored objects, finished or not. */
async function stored(): Promise<string[]> {
  return [...readdirSync(path.join(world.dataDir, 'objects', 'incoming')), ...(await world.stored())]
}

async function expectNothingKept(): Promise<void> {
  expect(await stored()).toEqual([])
  expect(await world.database.kysely.selectFrom('object').selectAll().execute()).toEqual([])
  expect(await world.database.kysely.selectFrom('file').selectAll().execute()).toEqual([])
}

test('a file is stored whole, sealed, and waits for its pages', async () => {
  const guid = await receive(pdf, ' Report\u0041\u030a.pdf ')
  const file = await uploads.find(anna, guid)
  expect(file).toMatchObject({
    owner_guid: anna.guid,
    name: 'ReportÅ.pdf',
    media_type: 'application/pdf',
    kind: 'pdf',
    size: pdf.length,
    render_status: 'In Progress',
    page_count: 0,
    created_at: world.now,
    taken_at: null,
  })
  expect((await world.vault.bytes(file!.object_guid)).equals(pdf)).toBe(true)
  expect(received).toEqual([guid])
})

test('a file is found by its owner only', async () => {
  const guid = await receive(pdf)
  expect(await uploads.find(bert, guid)).toBeNull()
  expect(await uploads.find(anna, 'f'.repeat(32))).toBeNull()
})

test('a refused name is refused before a byte is read', async () => {
  const read = vi.fn<() => void>()
  const stream = new Readable({ read })
  await expect(receive(stream, 'con.pdf')).rejects.toMatchObject({ problem: 'fileNameRefused' })
  expect(read).not.toHaveBeenCalled()
  expect(stream.destroyed).toBe(false)
})

test('what a file is not is seen before anything of it is stored', async () => {
  const create = vi.spyOn(world.vault, 'create')
  await expect(receive(Buffer.from('MZ'), 'a.pdf')).rejects.toMatchObject({ problem: 'fileTypeMismatch' })
  await expect(receive(Buffer.from('PK'), 'a.docx')).rejects.toMatchObject({ problem: 'fileTypeMismatch' })
  await expect(receive(Buffer.alloc(0), 'a.txt')).rejects.toMatchObject({ problem: 'fileEmpty' })
  expect(create).not.toHaveBeenCalled()
  await expectNothingKept()
})

test('the header is seen also when the bytes come one by one', async () => {
  const guid = await receive(streamOf(pdf.subarray(0, 6000), 1))
  expect(await uploads.find(anna, guid)).toMatchObject({ kind: 'pdf', size: 6000 })
})

test('a file up to the limit is taken; one byte more is refused with the limit in words, and nothing stays', async () => {
  await receive(pdf.subarray(0, 2048), 'a.pdf', 2048)
  await world.database.kysely.deleteFrom('file').execute()
  for (const { guid } of await world.database.kysely.selectFrom('object').select('guid').execute())
    await world.vault.remove(guid)
  const refused = receive(pdf, 'a.pdf', MB)
  await expect(refused).rejects.toMatchObject({
    problem: 'fileTooLarge',
    text: expect.stringContaining('1 MB at most'),
  })
  await expect(receive(pdf.subarray(0, 2049), 'a.pdf', 2048)).rejects.toMatchObject({
    problem: 'fileTooLarge',
  })
  await expectNothingKept()
})

test('after a refusal the rest of the stream is left to the caller', async () => {
  const stream = streamOf(pdf)
  await expect(receive(stream, 'a.pdf', 10_000)).rejects.toMatchObject({ problem: 'fileTooLarge' })
  expect(stream.destroyed).toBe(false)
  let rest = 0
  for await (const chunk of stream) rest += chunk.length
  expect(rest).toBeGreaterThan(900_000)
})

test.each([10, 5_000, 600_000])('an upload that breaks after %i bytes leaves nothing', async (length) => {
  const stream = new Readable({ read() {} })
  stream.push(pdf.subarray(0, length))
  const receiving = receive(stream)
  setImmediate(() => stream.destroy(new Error('aborted')))
  await expect(receiving).rejects.toMatchObject({ problem: 'uploadBroken' })
  await expectNothingKept()
})

test('of 300 uploads that break off anywhere, many of them at once, no byte is left', async () => {
  const dice = new Dice(seed)
  const breakOff = async (): Promise<void> => {
    const stream = new Readable({ read() {} })
    stream.push(pdf.subarray(0, 1 + dice.below(pdf.length)))
    const receiving = receive(stream)
    setImmediate(() => stream.destroy(new Error('aborted')))
    await expect(receiving).rejects.toMatchObject({ problem: 'uploadBroken' })
  }
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 30 }, breakOff))
  await expectNothingKept()
})

test('a full disk leaves nothing', async () => {
  const handle = await open(path.join(world.dataDir, 'any'), 'w')
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'writev').mockRejectedValue(full)
  await handle.close()
  await expect(receive(pdf)).rejects.toMatchObject({ problem: 'storageFull' })
  await expectNothingKept()
})

test('when what follows cannot be arranged, the file is not kept', async () => {
  onReceived = () => Promise.reject(new Error('no job'))
  await expect(receive(pdf)).rejects.toThrow('no job')
  await expectNothingKept()
})

function take(actor: User, guid: string): Promise<unknown> {
  return world.database.transaction((tx) => uploads.take(tx, actor, guid))
}

test('a file is taken once, by its owner only', async () => {
  const guid = await receive(pdf)
  await expect(take(bert, guid)).rejects.toMatchObject({ problem: 'uploadGone' })
  const attempts = await Promise.allSettled([take(anna, guid), take(anna, guid)])
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await uploads.find(anna, guid)).toMatchObject({ taken_at: world.now })
  await expect(take(anna, 'f'.repeat(32))).rejects.toMatchObject({ problem: 'uploadGone' })
})

test('a taking that is rolled back leaves the file free', async () => {
  const guid = await receive(pdf)
  const failing = world.database.transaction(async (tx) => {
    await uploads.take(tx, anna, guid)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await take(anna, guid)).toMatchObject({ guid, name: 'a.pdf' })
})

test('after a day the sweep removes files that were never shared, with their pages, and no others', async () => {
  const taken = await receive(pdf)
  const { guid: takenImage } = await world.vault.store(Buffer.from('image'))
  await addPageImage(world, taken, takenImage)
  await take(anna, taken)
  const left = await receive(pdf)
  await addPageImage(world, left, (await world.vault.store(Buffer.from('image'))).guid)
  world.now += day - 1000
  await uploads.sweep()
  expect(await uploads.find(anna, left)).not.toBeNull()
  world.now += 2000
  const fresh = await receive(pdf)
  await uploads.sweep()
  expect(await uploads.find(anna, left)).toBeNull()
  const kept = [await uploads.find(anna, taken), await uploads.find(anna, fresh)].map(
    (file) => file!.object_guid,
  )
  expect((await stored()).sort()).toEqual([...kept, takenImage].sort())
})

test('the sweep comes through more files than one batch', async () => {
  for (let i = 0; i < 105; i++) await receive(Buffer.from('text'), 'a.txt')
  expect(await stored()).toHaveLength(105)
  world.now += 2 * day
  await uploads.sweep()
  await expectNothingKept()
})

test('the sweep removes rows and bytes that nothing uses after a quarter of an hour, and files that wait are not touched', async () => {
  await world.vault.store(Buffer.from('unused row'))
  const writer = await world.vault.create()
  await writer.finish()
  const missing = await world.vault.store(Buffer.from('bytes gone'))
  await world.storage.remove(missing.guid)
  world.now += 14 * 60_000
  expect(await uploads.inspect()).toMatchObject({ objects: 0, strays: 0 })
  await uploads.sweep()
  expect(await stored()).toHaveLength(2)
  const waiting = await receive(pdf)
  world.now += 2 * 60_000
  expect(await uploads.inspect()).toMatchObject({ objects: 2, strays: 1, files: 0 })
  expect(await uploads.sweep()).toMatchObject({ objects: 2, strays: 1, files: 0 })
  expect(await stored()).toEqual([(await uploads.find(anna, waiting))!.object_guid])
})

test('where a store tells when a writing began and not when it ended, bytes without a row stay for a day', async () => {
  Object.defineProperty(world.storage, 'tellsEnd', { value: false })
  const { guid } = await (await world.vault.create()).finish()
  world.now += day - 60_000
  await uploads.sweep()
  expect(await stored()).toEqual([guid])
  world.now += 120_000
  await uploads.sweep()
  await expectNothingKept()
})

test('the sweep leaves bytes alone that are older than the database: it may be the wrong one', async () => {
  const writer = await world.vault.create()
  const { guid } = await writer.finish()
  const file = world.fileOf(guid)
  const before = new Date(Date.now() - 7 * day)
  utimesSync(file, before, before)
  world.now += 2 * day
  expect(await uploads.sweep()).toMatchObject({ strays: 0, older: 1 })
  expect(await stored()).toEqual([guid])
})

test('the sweep removes an upload that no one has gone on with for a day', async () => {
  const incoming = path.join(world.dataDir, 'objects', 'incoming')
  for (const name of ['of-today', 'of-yesterday']) writeFileSync(path.join(incoming, name), 'half')
  world.now = Date.now()
  const old = new Date(world.now - day - 60_000)
  utimesSync(path.join(incoming, 'of-yesterday'), old, old)
  await uploads.sweep()
  expect(readdirSync(incoming)).toEqual(['of-today'])
})
