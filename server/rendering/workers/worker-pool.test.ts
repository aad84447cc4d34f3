import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { WorkerPool } from './worker-pool.ts'
import type { WorkerThread } from './worker-thread.ts'

const log = pino({ level: 'silent' })
const entry = 'rendering/workers/render-worker'
const limit = 10_000
const pools: WorkerPool[] = []

function makePool(options: { entry?: string; size?: number } = {}): WorkerPool {
  const pool = new WorkerPool({ entry, size: 1, log, idleLimit: null, pdfium: async () => null, ...options })
  pools.push(pool)
  return pool
}

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

async function crash(thread: WorkerThread): Promise<void> {
  const request = thread.ask('warm', { parts: ['text'] }, { limit })
  await Promise.all([request, thread.end()])
}

function answer(thread: WorkerThread): Promise<null> {
  return thread.ask('warm', { parts: [] }, { limit })
}

test('work whose worker crashes is done again in a fresh one', async () => {
  const threads: WorkerThread[] = []
  const done = makePool().run('document', async (thread) => {
    threads.push(thread)
    if (threads.length === 1) await crash(thread)
    await answer(thread)
    return 'done'
  })
  expect(await done).toBe('done')
  expect(threads[0]).not.toBe(threads[1])
})

test('work that costs two workers fails, and what waited behind it is done', async () => {
  const pool = makePool()
  const failing = pool.run('bad', crash)
  const waiting = pool.run('good', answer)
  await expect(failing).rejects.toMatchObject({ name: 'RenderError', reason: 'corrupt' })
  expect(await waiting).toBe(null)
})

test('a worker that never starts is not blamed on the document', async () => {
  const failing = makePool({ entry: 'rendering/no-such-entry' }).run('document', answer)
  await expect(failing).rejects.toMatchObject({ name: 'WorkerLost', reason: null })
})

test('two workers work at the same time, a third task waits', async () => {
  const pool = makePool({ size: 2 })
  const used = new Set<WorkerThread>()
  let now = 0
  let max = 0
  const work = async (thread: WorkerThread) => {
    used.add(thread)
    max = Math.max(max, ++now)
    await answer(thread)
    now--
  }
  await Promise.all([pool.run('a', work), pool.run('b', work), pool.run('c', work)])
  expect([used.size, max]).toEqual([2, 2])
})

test('work left when the pool closes is told so', async () => {
  const pool = makePool()
  const running = pool.run('a', (thread) => thread.ask('warm', { parts: ['text'] }, { limit }))
  const waiting = pool.run('b', answer)
  const outcomes = Promise.allSettled([running, waiting])
  await Promise.resolve()
  await pool.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
