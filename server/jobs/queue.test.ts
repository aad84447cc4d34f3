// @module-tag engines
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { patience } from '#tests/support/world/patience.ts'
import { FinalFailure, Jobs } from './queue.ts'
import { leaseTime } from './rows.ts'
import type { Payload } from './queue.ts'

const second = 1000
let world: World
let logged: string
let made: Jobs[]

beforeEach(async () => {
  world = await openWorld()
  logged = ''
  made = []
})

afterEach(() => Promise.all(made.map((jobs) => jobs.stop())))

function makeJobs(): Jobs {
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  const jobs = new Jobs({ ...world, log: pino(lines) })
  made.push(jobs)
  return jobs
}

function add(jobs: Jobs, payload: Payload = {}, options: { runAt?: number } = {}): Promise<void> {
  return world.database.transaction((tx) => jobs.add(tx, 'work', payload, options))
}

async function rows() {
  return await world.database.kysely.selectFrom('job').selectAll().execute()
}

test('of two transactions at one instant that add the same job once, one does', async () => {
  const jobs = makeJobs()
  const addOnce = (number: string) =>
    world.database.transaction(async (tx) => {
      await jobs.add(tx, 'work', { number }, { isOnce: true })
      // The other one comes before this is committed, where an engine lets it.
      if (number === '1') second ??= addOnce(number)
    })
  let second: Promise<void> | undefined
  await addOnce('1')
  await second
  await addOnce('2')
  expect((await rows()).map(({ payload }) => payload).toSorted()).toEqual([
    '{"number":"1"}',
    '{"number":"2"}',
  ])
})

test('each of 200 jobs runs exactly once with two instances, and leaves no row', async () => {
  const ran: string[] = []
  const instances = [makeJobs(), makeJobs()]
  for (const jobs of instances) {
    jobs.handle('work', async ({ number }) => void ran.push(number!), { concurrency: 4 })
  }
  await Promise.all(
    Array.from({ length: 200 }, (_, number) => add(instances[number % 2]!, { number: String(number) })),
  )
  await Promise.all(instances.map((jobs) => jobs.drain()))
  expect(ran).toHaveLength(200)
  expect(new Set(ran).size).toBe(200)
  expect(await rows()).toEqual([])
})

test('a started instance runs a job as soon as its transaction is committed', async () => {
  const jobs = makeJobs()
  const ran = Promise.withResolvers<Payload>()
  jobs.handle('work', async (payload) => ran.resolve(payload))
  jobs.start()
  await add(jobs, { guid: 'x' })
  expect(await ran.promise).toEqual({ guid: 'x' })
})

test('a job of a transaction that is rolled back does not exist', async () => {
  const jobs = makeJobs()
  const work = vi.fn<() => Promise<void>>()
  jobs.handle('work', work)
  const failed = world.database.transaction(async (tx) => {
    await jobs.add(tx, 'work', {})
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await jobs.drain()
  expect(work).not.toHaveBeenCalled()
})

test('a job for later waits for its time; a started instance looks for it by itself', async () => {
  const jobs = makeJobs()
  const ran = Promise.withResolvers<void>()
  const work = vi.fn<() => Promise<void>>(async () => ran.resolve())
  jobs.handle('work', work)
  await add(jobs, {}, { runAt: world.now + second })
  jobs.start()
  await jobs.drain()
  expect(work).not.toHaveBeenCalled()
  world.now += second
  await ran.promise
})

test('a job added by a job runs in the same drain, and each kind keeps to its concurrency', async () => {
  const jobs = makeJobs()
  let running = 0
  let max = 0
  const order: string[] = []
  jobs.handle('work', async ({ name }) => {
    max = Math.max(max, ++running)
    if (name === 'first') await add(jobs, { name: 'second' })
    order.push(name!)
    running--
  })
  await add(jobs, { name: 'first' })
  await add(jobs, { name: 'other' })
  await jobs.drain()
  expect([max, order.sort()]).toEqual([1, ['first', 'other', 'second']])
})

test('a job that fails is tried again after 5 s, 30 s, 2 min, 10 min and 1 h, then counts as failed', async () => {
  const jobs = makeJobs()
  const triedAt: number[] = []
  const onFailed = vi.fn<(payload: Payload, error: Error) => Promise<void>>(async () => {})
  const start = world.now
  jobs.handle(
    'work',
    async () => {
      triedAt.push((world.now - start) / second)
      throw new Problem('serverBusy')
    },
    { onFailed },
  )
  await add(jobs, { guid: 'x' })
  for (const wait of [0, 5, 30, 120, 600, 3600, 36_000]) {
    world.now += wait * second - 1
    await jobs.drain()
    world.now += 1
    await jobs.drain()
  }
  expect(triedAt).toEqual([0, 5, 35, 155, 755, 4355])
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(
    { guid: 'x' },
    expect.objectContaining({ problem: 'serverBusy' }),
  )
  expect(await rows()).toEqual([
    expect.objectContaining({ tries: 6, error: 'serverBusy', failed_at: start + 4355 * second }),
  ])
})

test('a final failure and the last of its tries end a job at once', async () => {
  const jobs = makeJobs()
  const work = vi.fn<(payload: Payload) => Promise<void>>(async ({ how }) => {
    throw how === 'final' ? new FinalFailure('gone') : new Error('broken')
  })
  jobs.handle('work', work, { tries: 1 })
  await add(jobs, { how: 'final' })
  await add(jobs, { how: 'other' })
  await jobs.drain()
  expect(work).toHaveBeenCalledTimes(2)
  expect((await rows()).map((row) => [row.error, row.failed_at]).sort()).toEqual([
    ['broken', world.now],
    ['gone', world.now],
  ])
})

test('an error of the program itself, which no waiting mends, is tried less often, and one of a request as often', async () => {
  const jobs = makeJobs()
  const work = vi.fn<(payload: Payload) => Promise<void>>(async ({ how }) => {
    throw new TypeError('failed', how === 'request' ? { cause: new Error('no route') } : {})
  })
  jobs.handle('work', work, { tries: 4, triesOfFaults: 2 })
  await add(jobs, { how: 'program' })
  await add(jobs, { how: 'request' })
  for (const wait of [0, 5, 30, 120]) {
    world.now += wait * second
    await jobs.drain()
  }
  expect(work.mock.calls.map(([{ how }]) => how).toSorted()).toEqual([
    'program',
    'program',
    'request',
    'request',
    'request',
    'request',
  ])
})

test('when a job that failed is tried again can be asked, and of others there is nothing to tell', async () => {
  const jobs = makeJobs()
  jobs.handle('work', () => Promise.reject(new Error('broken')))
  await add(jobs, { file: 'x' })
  expect(await jobs.nextTry(['work'], { file: 'x' })).toBeNull()
  await jobs.drain()
  expect(await jobs.nextTry(['work', 'other'], { file: 'x' })).toBe(world.now + 5 * second)
  expect(await jobs.nextTry(['work'], { file: 'y' })).toBeNull()
})

test('what follows a failed job can fail too, and the log has no payload', async () => {
  const jobs = makeJobs()
  const failing = () => Promise.reject(new Error('broken'))
  jobs.handle('work', failing, { tries: 2, onFailed: failing })
  await add(jobs, { code: 'secret-123456' })
  await jobs.drain()
  world.now += 5 * second
  await jobs.drain()
  expect((await rows())[0]).toMatchObject({ failed_at: world.now })
  expect(logged).toContain('A job failed and will not be tried again')
  expect(logged).not.toContain('secret-123456')
})

test('a job whose process died is taken again when its lease ends, and each try counts', async () => {
  const onFailed = vi.fn<() => Promise<void>>(async () => {})
  const dead = makeJobs()
  const hanging = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  dead.handle('work', () => (begun.resolve(), hanging.promise))
  await add(dead)
  const drained = dead.drain()
  await begun.promise
  const living = makeJobs()
  const work = vi.fn<() => Promise<void>>(async () => {})
  living.handle('work', work, { tries: 1, onFailed })
  world.now += leaseTime - second
  await living.drain()
  expect(await rows()).toHaveLength(1)
  expect(onFailed).not.toHaveBeenCalled()
  world.now += second
  await living.drain()
  // Its one attempt was used up by the process that died.
  expect([work.mock.calls.length, onFailed.mock.calls.length]).toEqual([0, 1])
  // The first instance was only asleep: what it reports now changes nothing.
  hanging.resolve()
  await drained
  expect(await rows()).toEqual([expect.objectContaining({ failed_at: world.now })])
})

test('a job whose process died goes on: on SQLite when the next one starts, on PostgreSQL when the lease ends', async () => {
  const dead = makeJobs()
  const hanging = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  dead.handle('work', () => (begun.resolve(), hanging.promise))
  await add(dead, { name: 'left' })
  const drained = dead.drain()
  await begun.promise
  const living = makeJobs()
  if (world.database.kind === 'postgres') world.now += leaseTime
  const ran = Promise.withResolvers<Payload>()
  living.handle('work', async (payload) => ran.resolve(payload))
  living.start()
  expect(await ran.promise).toEqual({ name: 'left' })
  hanging.resolve()
  await drained
})

test('a job added before the clock was set back by an hour does not wait for that hour', async () => {
  const jobs = makeJobs()
  const ran: Payload[] = []
  jobs.handle('work', async (payload) => void ran.push(payload))
  await jobs.drain()
  await add(jobs, { name: 'from the future' })
  world.now -= 3600 * second
  await jobs.drain()
  expect(ran).toEqual([{ name: 'from the future' }])
})

test('a lease from before the clock was set back by an hour ends as soon as any other', async () => {
  const dead = makeJobs()
  const hanging = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  dead.handle('work', () => (begun.resolve(), hanging.promise))
  await add(dead, { name: 'left' })
  const drained = dead.drain()
  await begun.promise
  world.now -= 3600 * second
  const living = makeJobs()
  const ran: Payload[] = []
  living.handle('work', async (payload) => void ran.push(payload))
  await living.drain()
  expect(ran).toEqual([])
  world.now += leaseTime
  await living.drain()
  expect(ran).toEqual([{ name: 'left' }])
  hanging.resolve()
  await drained
})

test('starting does not take away what this instance runs already', async () => {
  const jobs = makeJobs()
  const hanging = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const work = vi.fn<() => Promise<void>>(() => (begun.resolve(), hanging.promise))
  jobs.handle('work', work, { concurrency: 2 })
  await add(jobs)
  const drained = jobs.drain()
  await begun.promise
  jobs.start()
  // Behind the release in the writer's order.
  await world.database.kysely.deleteFrom('rate').execute()
  expect((await rows())[0]!.leased_until).toBe(world.now + leaseTime)
  hanging.resolve()
  await drained
  expect(work).toHaveBeenCalledTimes(1)
})

test('a job that runs long keeps its lease, so that no one else takes it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow = makeJobs()
  const hanging = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  slow.handle('work', () => (begun.resolve(), hanging.promise))
  await add(slow)
  const drained = slow.drain()
  await begun.promise
  world.now += leaseTime - second
  vi.advanceTimersByTime(leaseTime / 3)
  vi.useRealTimers()
  await vi.waitFor(async () => expect((await rows())[0]!.leased_until).toBe(world.now + leaseTime), patience)
  const other = makeJobs()
  const work = vi.fn<() => Promise<void>>()
  other.handle('work', work)
  world.now += leaseTime - second
  await other.drain()
  expect(work).not.toHaveBeenCalled()
  hanging.resolve()
  await drained
  expect(await rows()).toEqual([])
})

test('stopping waits for what runs and claims no more', async () => {
  const jobs = makeJobs()
  const begun = Promise.withResolvers<void>()
  const hanging = Promise.withResolvers<void>()
  let isDone = false
  jobs.handle('work', async () => {
    begun.resolve()
    await hanging.promise
    isDone = true
  })
  jobs.start()
  await add(jobs)
  await add(jobs)
  await begun.promise
  const stopping = jobs.stop()
  hanging.resolve()
  await stopping
  expect([isDone, (await rows()).length]).toEqual([true, 1])
})

test('a kind has one handler', () => {
  const jobs = makeJobs()
  jobs.handle('work', async () => {})
  expect(() => jobs.handle('work', async () => {})).toThrow(/handler already/)
})
