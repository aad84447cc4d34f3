import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/open.ts'
import { copySqliteTemplate } from '#tests/support/world/database.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openDiskStorage } from '#server/storage/disk/disk.ts'
import { InstallationKey } from './installation-key.ts'
import { KeyFile } from './key-file.ts'
import { KeyRing } from './key-ring.ts'
import { rotateKeys } from './key-rotation.ts'
import type { RotationStep } from './key-rotation.ts'
import { keyUse } from './key-use.ts'
import { openKeys } from './open-keys.ts'
import { Vault } from '#server/storage/vault.ts'
import { secondFactorName } from './wrapped-columns.ts'

const fixture = fileURLToPath(new URL('./rotation.fixture.ts', import.meta.url))
let dataDir: string

beforeEach(begin)
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A new folder, in which the tables have been made already. */
async function begin(): Promise<void> {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-rotation-'))
  await copySqliteTemplate(dataDir)
}

type Opened = { database: Database; ring: KeyRing; vault: Vault }

/** What a start of the server does to the folder. */
async function opened<T>(work: (opened: Opened) => Promise<T>, secretKeys: Buffer[] = []): Promise<T> {
  const url = `sqlite:${path.join(dataDir, 'strongroom.db')}`
  const database = await openDatabase({ url, log: pino({ level: 'silent' }) })
  try {
    const ring = await openKeys({ database, dataDir, secretKeys })
    const storage = await openDiskStorage({ dataDir })
    return await work({ database, ring, vault: new Vault({ database, storage, keys: ring, clock: () => 1 }) })
  } finally {
    await database.close()
  }
}

/** Five objects; the first as the first version wrapped it. */
async function makeObjects({ vault, database, ring }: Opened): Promise<string[]> {
  const guids: string[] = []
  for (let number = 0; number < 5; number++) {
    guids.push((await vault.store(Buffer.from(`object ${number}`))).guid)
  }
  const row = await database.kysely
    .selectFrom('object')
    .select(['guid', 'wrapped_key'])
    .where('guid', '=', guids[0]!)
    .executeTakeFirstOrThrow()
  const unnamed = ring.first.wrap(row.guid, ring.unwrap(row.guid, row.wrapped_key))
  await database.kysely
    .updateTable('object')
    .set({ wrapped_key: unnamed })
    .where('guid', '=', row.guid)
    .execute()
  return guids
}

/** Five objects, and three people with a second factor. */
async function makeAll(opened: Opened): Promise<string[]> {
  await Promise.all(['ann', 'bob', 'eve'].map((guid) => makeSecret(opened, guid)))
  return makeObjects(opened)
}

async function makeSecret({ database, ring }: Opened, guid: string): Promise<void> {
  await addUser({ database, now: 1 }, `${guid}@example.com`, { guid })
  const sealed = ring.wrap(secondFactorName(guid), Buffer.from(`secret of ${guid}`))
  const factor = { user_guid: guid, secret_sealed: sealed, confirmed_at: 1, last_step: 0, created_at: 1 }
  await database.kysely.insertInto('second_factor').values(factor).execute()
}

async function secrets({ database, ring }: Opened): Promise<string[]> {
  const rows = await database.kysely.selectFrom('second_factor').selectAll().orderBy('user_guid').execute()
  return rows.map((row) => String(ring.unwrap(secondFactorName(row.user_guid), row.secret_sealed)))
}

async function expectReadable({ vault }: Opened, guids: string[]): Promise<void> {
  const texts = await Promise.all(guids.map(async (guid) => String(await vault.bytes(guid))))
  expect(texts).toEqual(guids.map((_, number) => `object ${number}`))
}

async function expectAllReadable(opened: Opened, guids: string[]): Promise<void> {
  await expectReadable(opened, guids)
  expect(await secrets(opened)).toEqual(['secret of ann', 'secret of bob', 'secret of eve'])
}

function bytesOf(key: InstallationKey): Buffer {
  return Buffer.from(key.text(), 'hex')
}

/** Changes the key in a process that dies after so many steps. Answers whether it died. */
async function rotateAndDie(stepsToLive: number): Promise<boolean> {
  const child = spawn(process.execPath, ['--no-warnings', fixture, dataDir, String(stepsToLive)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal === 'SIGKILL'
}

test('a new key takes over all object keys and secrets, then the old one goes', async () => {
  const steps: RotationStep[] = []
  const { guids, rotated, old } = await opened(async (all) => {
    const guids = await makeAll(all)
    const keyFile = new KeyFile(dataDir)
    const rotated = await rotateKeys({ ...all, keyFile, onStep: (step) => void steps.push(step) })
    return { guids, rotated, old: all.ring.first }
  })
  expect(steps).toEqual([
    'key made',
    'database claimed',
    'batch rewrapped',
    'batch rewrapped',
    'old key removed',
  ])
  expect(rotated).toMatchObject({ older: [old.fingerprint], isKeyMade: true, rewrapped: 8, unopened: [] })
  await opened(async (all) => {
    const { ring, database } = all
    expect(ring.keys.map((key) => key.fingerprint)).toEqual([rotated.key])
    await expectAllReadable(all, guids)
    const { keys } = await keyUse(database, ring)
    expect(keys).toEqual([{ fingerprint: rotated.key, objects: 5, secrets: 3 }])
  })
  await expect(opened(async () => undefined, [bytesOf(old)])).rejects.toThrow('belongs to another key')
})

test('killed after any of its steps it leaves everything readable, and the next run goes on with the same key', async () => {
  for (let stepsToLive = 1, hasDied = true; hasDied; stepsToLive++) {
    await rm(dataDir, { recursive: true })
    await begin()
    const guids = await opened(makeAll)
    const [old] = new KeyFile(dataDir).read()
    hasDied = await rotateAndDie(stepsToLive)
    // Steps: key made, database claimed, three batches of two objects, two of secrets, old key removed.
    expect(hasDied).toBe(stepsToLive <= 8)
    const keys = new KeyFile(dataDir).read()
    await opened((all) => expectAllReadable(all, guids))
    expect(keys.map((key) => key.check).includes(old!.check)).toBe(stepsToLive < 8)
    if (keys.length === 1) continue
    expect(await rotateAndDie(0)).toBe(false)
    expect(new KeyFile(dataDir).read().map((key) => key.check)).toEqual([keys[0]!.check])
    await opened((all) => expectAllReadable(all, guids))
  }
})

test("with the operator's own keys nothing is made: object keys and secrets go to the first", async () => {
  const [newer, older] = [InstallationKey.make(), InstallationKey.make()]
  const guids = await opened(makeAll, [bytesOf(older)])
  const rotated = await opened(
    (all) => rotateKeys({ ...all, keyFile: null }),
    [bytesOf(newer), bytesOf(older)],
  )
  expect(rotated).toMatchObject({ key: newer.fingerprint, isKeyMade: false, rewrapped: 8 })
  expect(new KeyFile(dataDir).exists).toBe(false)
  await opened((all) => expectAllReadable(all, guids), [bytesOf(newer)])
})

test('a process that knows only the old key writes nothing once the new one has begun', async () => {
  const [newer, older] = [InstallationKey.make(), InstallationKey.make()]
  await opened(
    async ({ database, vault }) => {
      await rotateKeys({ database, ring: new KeyRing([newer, older]), keyFile: null })
      await expect(vault.store(Buffer.from('late'))).rejects.toThrow('Start this process again')
      expect(await database.kysely.selectFrom('object').selectAll().execute()).toEqual([])
    },
    [bytesOf(older)],
  )
})

test('while one object opens with no key, the old key stays', async () => {
  await opened(async (all) => {
    const [broken = ''] = await makeObjects(all)
    await all.database.kysely
      .updateTable('object')
      .set({ wrapped_key: randomBytes(60).toString('base64url') })
      .where('guid', '=', broken)
      .execute()
    const rotated = await rotateKeys({ ...all, keyFile: new KeyFile(dataDir), batchSize: 2 })
    expect(rotated).toMatchObject({ rewrapped: 4, unopened: [broken] })
    const keys = new KeyFile(dataDir).read()
    expect(keys.map((key) => key.fingerprint)).toEqual([rotated.key, all.ring.first.fingerprint])
    const use = await keyUse(all.database, new KeyRing(keys))
    expect(use.unopened).toEqual([broken])
    expect(use.keys.map(({ objects }) => objects)).toEqual([4, 0])
  })
})

test('while one secret opens with no key, the old key stays, and it is named', async () => {
  await opened(async (all) => {
    await makeAll(all)
    // A secret moved to another account is of no use there.
    const { secret_sealed: bobs } = await all.database.kysely
      .selectFrom('second_factor')
      .select('secret_sealed')
      .where('user_guid', '=', 'bob')
      .executeTakeFirstOrThrow()
    await all.database.kysely
      .updateTable('second_factor')
      .set({ secret_sealed: bobs })
      .where('user_guid', '=', 'ann')
      .execute()
    const rotated = await rotateKeys({ ...all, keyFile: new KeyFile(dataDir), batchSize: 2 })
    expect(rotated).toMatchObject({ rewrapped: 7, unopened: ['second_factor:ann'] })
    const keys = new KeyFile(dataDir).read()
    expect(keys).toHaveLength(2)
    const use = await keyUse(all.database, new KeyRing(keys))
    expect(use.unopened).toEqual(['second_factor:ann'])
    expect(use.keys.map(({ objects, secrets: count }) => [objects, count])).toEqual([
      [5, 2],
      [0, 0],
    ])
  })
})
