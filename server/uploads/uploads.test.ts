import { randomBytes } from 'node:crypto'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { makeLog } from '#server/log.ts'
import { openDiskStorage } from '#server/storage/disk.ts'
import type { Storage } from '#server/storage/storage.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import { Vault } from '#server/storage/vault.ts'
import { Uploads } from './uploads.ts'
import { Usage } from './usage.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'

const MB = 1024 * 1024
const day = 24 * 60 * 60 * 1000
const start = Date.now()
let now: number
let dataDir: string
let database: Database
let storage: Storage
let vault: Vault
let uploads: Uploads
let received: string[]
const quota = 100 * MB
let onReceived: (tx: Transaction, fileGuid: string) => Promise<void>

beforeEach(async () => {
  now = start
  received = []
  onReceived = async (_tx, fileGuid) => void received.push(fileGuid)
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-uploads-'))
  const log = makeLog('silent')
  const clock = () => now
  database = await openTemporaryDatabase()
  storage = await openDiskStorage({ dataDir })
  vault = new Vault({ database, storage, keys: KeyRing.make(), clock })
  uploads = new Uploads({
    database,
    vault,
    storage,
    usage: new Usage({ database, quota }),
    clock,
    log,
    onReceived: (tx, fileGuid) => onReceived(tx, fileGuid),
  })
  for (const user of [anna, bert]) await insertUser(user)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const anna = user('a', 'anna@example.com')
const bert = user('b', 'bert@example.com')

function user(letter: string, email: string): User {
  const guid = letter.repeat(32)
  return {
    kind: 'user',
    guid,
    email,
    firstName: 'An',
    lastName: 'Na',
    tierCode: 0,
    isOperator: false,
    timeZone: 'UTC',
    teamGuid: null,
    teamRole: null,
    inviteStatus: 'Active',
  }
}

async function insertUser({ guid, email }: User): Promise<void> {
  const row = {
    guid,
    email,
    first_name: 'An',
    last_name: 'Na',
    password_hash: 'x',
    status: 'Active',
    tier_code: 0,
  } as const
  const more = { is_operator: 0, time_zone: 'UTC', created_at: now, password_changed_at: now } as const
  await database.kysely
    .insertInto('user')
    .values({ ...row, ...more })
    .execute()
}

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
  const names = readdirSync(path.join(dataDir, 'objects', 'incoming'))
  for await (const { name } of storage.list()) names.push(name)
  return names
}

async function expectNothingKept(): Promise<void> {
  expect(await stored()).toEqual([])
  expect(await database.kysely.selectFrom('object').selectAll().execute()).toEqual([])
  expect(await database.kysely.selectFrom('file').selectAll().execute()).toEqual([])
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
    created_at: now,
    taken_at: null,
  })
  expect((await vault.bytes(file!.object_guid)).equals(pdf)).toBe(true)
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
  const create = vi.spyOn(vault, 'create')
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
  await database.kysely.deleteFrom('file').execute()
  for (const { guid } of await database.kysely.selectFrom('object').select('guid').execute())
    await vault.remove(guid)
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

test('a full disk leaves nothing', async () => {
  const handle = await open(path.join(dataDir, 'any'), 'w')
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
  return database.transaction((tx) => uploads.take(tx, actor, guid))
}

test('a file is taken once, by its owner only', async () => {
  const guid = await receive(pdf)
  await expect(take(bert, guid)).rejects.toMatchObject({ problem: 'uploadGone' })
  const attempts = await Promise.allSettled([take(anna, guid), take(anna, guid)])
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await uploads.find(anna, guid)).toMatchObject({ taken_at: now })
  await expect(take(anna, 'f'.repeat(32))).rejects.toMatchObject({ problem: 'uploadGone' })
})

test('a taking that is rolled back leaves the file free', async () => {
  const guid = await receive(pdf)
  const failing = database.transaction(async (tx) => {
    await uploads.take(tx, anna, guid)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await take(anna, guid)).toMatchObject({ guid, name: 'a.pdf' })
})

async function addPageImage(fileGuid: string): Promise<string> {
  const { guid } = await vault.store(Buffer.from('image'))
  await database.kysely
    .insertInto('page_image')
    .values({ file_guid: fileGuid, number: 1, width: 800, object_guid: guid, created_at: now })
    .execute()
  return guid
}

test('after a day the sweep removes files that no share took, with their pages, and no others', async () => {
  const taken = await receive(pdf)
  const takenImage = await addPageImage(taken)
  await take(anna, taken)
  const left = await receive(pdf)
  await addPageImage(left)
  now += day - 1000
  await uploads.sweep()
  expect(await uploads.find(anna, left)).not.toBeNull()
  now += 2000
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
  now += 2 * day
  await uploads.sweep()
  await expectNothingKept()
})

test('the sweep removes rows and bytes that nothing uses once they are a day old', async () => {
  await vault.store(Buffer.from('unused row'))
  const writer = await vault.create()
  await writer.finish()
  const missing = await vault.store(Buffer.from('bytes gone'))
  await storage.remove(missing.guid)
  await uploads.sweep()
  expect(await stored()).toHaveLength(2)
  now += day + 60_000
  await uploads.sweep()
  await expectNothingKept()
})

test('the sweep leaves bytes alone that are older than the database: it may be the wrong one', async () => {
  const writer = await vault.create()
  const { guid } = await writer.finish()
  const file = path.join(dataDir, 'objects', guid.slice(0, 2), guid.slice(2, 4), guid)
  const before = new Date(Date.now() - 7 * day)
  utimesSync(file, before, before)
  now += 2 * day
  expect(await uploads.sweep()).toMatchObject({ strays: 0, older: 1 })
  expect(await stored()).toEqual([guid])
})

test('the sweep removes an upload that nobody has gone on with for a day', async () => {
  const incoming = path.join(dataDir, 'objects', 'incoming')
  for (const name of ['of-today', 'of-yesterday']) writeFileSync(path.join(incoming, name), 'half')
  now = Date.now()
  const old = new Date(now - day - 60_000)
  utimesSync(path.join(incoming, 'of-yesterday'), old, old)
  await uploads.sweep()
  expect(readdirSync(incoming)).toEqual(['of-today'])
})
