import { Writable } from 'node:stream'
import type { Kysely } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Schema } from './db/schema.ts'
import type { Database, ReserveState } from './db/open.ts'
import { Health, type HealthDeps } from './health.ts'
import { makeLog } from './log.ts'
import type { Waiting } from './metrics.ts'
import type { Storage } from './storage/storage.ts'

const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte

/** The state of everything around the server; each test spoils what it is about. */
let database: () => Promise<unknown>
let storage: () => Promise<void>
let storedFree: number | null
let folder: { freeBytes: number; totalBytes: number }
let waiting: Waiting[]
let reserve: ReserveState
let now: number
let queries: number
let logged: string

beforeEach(() => {
  database = async () => ({ id: 1 })
  storage = async () => {}
  storedFree = 50 * gibibyte
  folder = { freeBytes: 50 * gibibyte, totalBytes: 100 * gibibyte }
  waiting = []
  reserve = 'none'
  now = 0
  queries = 0
  logged = ''
})

function makeHealth(more: Partial<HealthDeps> = {}): Health {
  const query = { select: () => ({ executeTakeFirst: () => (queries++, database()) }) }
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  return new Health({
    database: {
      kysely: { selectFrom: () => query } as unknown as Kysely<Schema>,
      reserve: () => reserve,
    } as Database,
    storage: { check: () => storage(), freeBytes: async () => storedFree } as Storage,
    waiting: async () => waiting,
    dataDir: '/nowhere',
    log: makeLog('info', lines),
    elapsed: () => now,
    room: async () => folder,
    ...more,
  })
}

describe('a process is ready', () => {
  test('when the database and the storage answer and there is room', async () => {
    const { isReady, checks } = await makeHealth().report()
    expect(isReady).toBe(true)
    expect(Object.entries(checks).map(([name, { state }]) => [name, state])).toEqual([
      ['database', 'good'],
      ['storage', 'good'],
      ['disk', 'good'],
      ['queue', 'good'],
    ])
  })

  test('although a job is late: other processes would be out of service with it', async () => {
    waiting = [
      { kind: 'mail', count: 2, oldestSeconds: 4 },
      { kind: 'render', count: 9, oldestSeconds: 301 },
    ]
    const { isReady, checks } = await makeHealth().report()
    expect([isReady, checks.queue]).toMatchObject([true, { state: 'late', oldestSeconds: 301 }])
  })

  test.each([
    ['below 256 MiB', 255 * mebibyte, 10 * gibibyte],
    ['below one per cent of a large disk', 9 * gibibyte, 1000 * gibibyte],
  ])('although the disk is low: %s', async (_, freeBytes, totalBytes) => {
    folder = { freeBytes, totalBytes }
    const { isReady, checks } = await makeHealth().report()
    expect([isReady, checks.disk]).toMatchObject([true, { state: 'low', freeBytes, totalBytes }])
  })

  test('where files are kept elsewhere and the data folder has room', async () => {
    storedFree = null
    const { isReady, checks } = await makeHealth().report()
    expect([isReady, checks.disk]).toMatchObject([true, { state: 'good', freeBytes: 50 * gibibyte }])
  })
})

describe('a process is not ready', () => {
  test('when the database fails', async () => {
    database = async () => {
      throw new Error('connection refused')
    }
    const { isReady, checks } = await makeHealth().report()
    expect([isReady, checks.database.state]).toEqual([false, 'failed'])
  })

  test('when nothing can be stored', async () => {
    storage = async () => {
      throw new Error('read-only file system')
    }
    const { isReady, checks } = await makeHealth().report()
    expect([isReady, checks.storage.state, checks.database.state]).toEqual([false, 'failed', 'good'])
  })

  test('when less than 64 MiB can be written, here or in the storage', async () => {
    folder.freeBytes = 64 * mebibyte - 1
    expect(await makeHealth().report()).toMatchObject({ isReady: false, checks: { disk: { state: 'full' } } })
    folder.freeBytes = 50 * gibibyte
    storedFree = 0
    expect(await makeHealth().report()).toMatchObject({ isReady: false, checks: { disk: { state: 'full' } } })
  })

  test('when the reserve of a full disk is given up, however much of the disk that leaves', async () => {
    reserve = 'given up'
    const { isReady, checks } = await makeHealth().report()
    expect([isReady, checks.disk]).toMatchObject([false, { state: 'full', reserve: 'given up' }])
    expect(await makeHealth().readings()).toMatchObject({ isReserveHeld: false })
  })

  test('when a check takes longer than its patience, while the others say what they found', async () => {
    storage = () => new Promise(() => undefined)
    const { isReady, checks } = await makeHealth({ patience: 1 }).report()
    expect([isReady, checks.storage.state, checks.database.state]).toEqual([false, 'slow', 'good'])
  })
})

describe('asking makes no load', () => {
  test('all who ask while the checks run share one answer', async () => {
    const health = makeHealth()
    const answers = await Promise.all(Array.from({ length: 50 }, () => health.report()))
    expect(queries).toBe(1)
    expect(new Set(answers).size).toBe(1)
  })

  test('an answer is kept for one second, then the checks run again', async () => {
    const health = makeHealth()
    await health.report()
    now = 999
    await health.report()
    expect(queries).toBe(1)
    now = 1000
    database = async () => {
      throw new Error('gone')
    }
    expect((await health.report()).isReady).toBe(false)
    expect(queries).toBe(2)
  })

  test('a check that has not come back is not begun again', async () => {
    let comesBack = (): void => undefined
    database = () => new Promise((resolve) => (comesBack = () => resolve({ id: 1 })))
    const health = makeHealth({ patience: 1 })
    expect((await health.report()).checks.database.state).toBe('slow')
    now = 5000
    expect((await health.report()).checks.database.state).toBe('slow')
    expect(queries).toBe(1)
    comesBack()
    now = 10_000
    expect((await health.report()).checks.database.state).toBe('good')
  })
})

test('a failure is logged when it begins and when it ends, not at each look', async () => {
  const health = makeHealth()
  database = async () => {
    throw new Error('connection refused')
  }
  for (const at of [1000, 2000, 3000]) {
    now = at
    await health.report()
  }
  database = async () => ({ id: 1 })
  now = 4000
  await health.report()
  const lines = logged
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toMatchObject([
    { level: 'error', check: 'database', err: { message: 'connection refused' } },
    { level: 'warn', check: 'database', before: 'good', state: 'failed' },
    { level: 'warn', check: 'database', before: 'failed', state: 'good' },
  ])
})

test('for those who count, a check is good or not', async () => {
  waiting = [{ kind: 'mail', count: 1, oldestSeconds: 1000 }]
  const { checks, freeBytes } = await makeHealth().readings()
  expect(freeBytes).toBe(50 * gibibyte)
  expect(Object.entries(checks).map(([name, { isGood }]) => [name, isGood])).toEqual([
    ['database', true],
    ['storage', true],
    ['disk', true],
    ['queue', false],
  ])
})
