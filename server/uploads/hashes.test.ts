import { createHash } from 'node:crypto'
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { openDiskStorage } from '#server/storage/disk.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import { Vault } from '#server/storage/vault.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { Hashes } from './hashes.ts'

const minute = 60_000
const bytes = Buffer.alloc(600_000, 'the words of a long file ')
const sha256 = createHash('sha256').update(bytes).digest('hex')

let now: number
let dataDir: string
let logged: string[]
let database: Database
let vault: Vault
let jobs: Jobs
let hashes: Hashes

beforeEach(async () => {
  now = 1_800_000_000_000
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-hashes-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  database = await openTemporaryDatabase()
  onTestFinished(database.close)
  logged = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const clock = () => now
  vault = new Vault({ database, storage: await openDiskStorage({ dataDir }), keys: KeyRing.make(), clock })
  jobs = new Jobs({ database, clock, log })
  hashes = new Hashes({ database, vault, jobs, clock, log })
})

/** An object as an upload leaves it. */
async function upload(): Promise<string> {
  const writer = await vault.create()
  const room = writer.write(bytes)
  if (room !== true) await room
  return (await writer.commit()).guid
}

async function hashOf(guid: string): Promise<string | null> {
  const row = await database.kysely
    .selectFrom('object')
    .select('sha256')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  return row.sha256
}

test('bytes at hand get their hash with their row', async () => {
  expect(await hashOf((await vault.store(bytes)).guid)).toBe(sha256)
})

test('an upload gets its hash a minute later, not before', async () => {
  const guid = await upload()
  await database.transaction((tx) => hashes.takeLater(tx, guid))
  await jobs.drain()
  expect(await hashOf(guid)).toBeNull()
  now += minute
  await jobs.drain()
  expect(await hashOf(guid)).toBe(sha256)
})

test('objects from before get theirs by the daily sweep, each by one job', async () => {
  const guids = [await upload(), await upload()]
  await hashes.sweep()
  expect(await database.kysely.selectFrom('job').select('guid').execute()).toEqual([])
  now += 3 * minute
  await hashes.sweep()
  await hashes.sweep()
  expect(await database.kysely.selectFrom('job').select('guid').execute()).toHaveLength(2)
  await jobs.drain()
  expect(await Promise.all(guids.map(hashOf))).toEqual([sha256, sha256])
})

test('of a damaged object no hash is taken, and the log says so; one that was removed is no matter', async () => {
  const [damaged, removed] = [await upload(), await upload()]
  const file = path.join(dataDir, 'objects', damaged.slice(0, 2), damaged.slice(2, 4), damaged)
  const sealed = await readFile(file)
  sealed[300_000]! ^= 1
  await writeFile(file, sealed)
  await database.transaction(async (tx) => {
    for (const guid of [damaged, removed]) await hashes.takeLater(tx, guid)
  })
  await vault.remove(removed)
  now += minute
  await jobs.drain()
  expect(await hashOf(damaged)).toBeNull()
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain(damaged)
  expect(await database.kysely.selectFrom('job').select('guid').execute()).toEqual([])
})
