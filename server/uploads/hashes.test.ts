import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { Jobs } from '#server/jobs/queue.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { Hashes } from './hashes.ts'

const minute = 60_000
const bytes = Buffer.alloc(600_000, 'the words of a long file ')
const sha256 = createHash('sha256').update(bytes).digest('hex')

let world: StoredWorld
let logged: string[]
let jobs: Jobs
let hashes: Hashes

beforeEach(async () => {
  world = await openStoredWorld()
  logged = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  jobs = new Jobs({ ...world, log })
  hashes = new Hashes({ ...world, jobs, log })
})

/** An object as an upload leaves it. */
async function upload(): Promise<string> {
  const writer = await world.vault.create()
  const room = writer.write(bytes)
  if (room !== true) await room
  return (await writer.commit()).guid
}

async function hashOf(guid: string): Promise<string | null> {
  const row = await world.database.kysely
    .selectFrom('object')
    .select('sha256')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  return row.sha256
}

test('bytes at hand get their hash with their row', async () => {
  expect(await hashOf((await world.vault.store(bytes)).guid)).toBe(sha256)
})

test('an upload gets its hash a minute later, not before', async () => {
  const guid = await upload()
  await world.database.transaction((tx) => hashes.takeLater(tx, guid))
  await jobs.drain()
  expect(await hashOf(guid)).toBeNull()
  world.now += minute
  await jobs.drain()
  expect(await hashOf(guid)).toBe(sha256)
})

test('objects from before get theirs by the daily sweep, each by one job', async () => {
  const guids = [await upload(), await upload()]
  await hashes.sweep()
  expect(await world.database.kysely.selectFrom('job').select('guid').execute()).toEqual([])
  world.now += 3 * minute
  await hashes.sweep()
  await hashes.sweep()
  expect(await world.database.kysely.selectFrom('job').select('guid').execute()).toHaveLength(2)
  await jobs.drain()
  expect(await Promise.all(guids.map(hashOf))).toEqual([sha256, sha256])
})

test('of a damaged object no hash is taken, and the log says so; one that was removed is no matter', async () => {
  const [damaged, removed] = [await upload(), await upload()]
  const file = world.fileOf(damaged)
  const sealed = await readFile(file)
  sealed[300_000]! ^= 1
  await writeFile(file, sealed)
  await world.database.transaction(async (tx) => {
    for (const guid of [damaged, removed]) await hashes.takeLater(tx, guid)
  })
  await world.vault.remove(removed)
  world.now += minute
  await jobs.drain()
  expect(await hashOf(damaged)).toBeNull()
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain(damaged)
  expect(await world.database.kysely.selectFrom('job').select('guid').execute()).toEqual([])
})
