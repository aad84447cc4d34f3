// @module-tag engines
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { CloudCopies } from '#server/clouds/copying/copies.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { openCopyWorld } from '#tests/support/clouds/copy-world.ts'
import { patience } from '#tests/support/world/patience.ts'

const mebibyte = 1024 * 1024

test('a process that ends in the middle of a file leaves it to another, which goes on from there', async () => {
  const world = await openCopyWorld()
  const { cloud, copies, database } = world
  const bytes = Buffer.alloc(12 * mebibyte, 'strongroom ')
  const big = cloud.addFile('big.txt', bytes)
  const copy = await world.copyLater([big])
  const whole = cloud.open.bind(cloud)
  const stands = Promise.withResolvers<void>()
  cloud.open = async (item, options, signal) => {
    const opened = await whole(item, options, signal)
    return { ...opened, body: standingStill(bytes.subarray(0, 7 * mebibyte), stands.resolve) }
  }
  const first = world.jobs.drain()
  // With the next byte it would notice the time that passes, and keep its hold.
  await stands.promise
  await expect
    .poll(() => database.kysely.selectFrom('upload').select('received').execute(), patience)
    .toEqual([{ received: 5 * mebibyte }])
  cloud.open = whole
  // The first process has ended, for all that anyone can see.
  world.now += 60_000
  await database.kysely.updateTable('job').set({ leased_until: null, leased_by: null }).execute()
  const jobs = new Jobs(world)
  const others = new CloudCopies({ ...world, jobs, clock: world.clock })
  await jobs.drain()
  others.close()
  expect(await world.outcomes(copy)).toEqual([['big.txt', 'done', '']])
  expect(cloud.opened.map(({ from }) => from)).toEqual([0, 5 * mebibyte])
  expect((await world.contentOf('big.txt')).equals(bytes)).toBe(true)
  copies.close()
  await first
  expect(await world.outcomes(copy)).toEqual([['big.txt', 'done', '']])
})

test('a process that is told to end lets go of its file at once', async () => {
  const world = await openCopyWorld()
  const { cloud, copies } = world
  const big = cloud.addFile('big.txt', Buffer.alloc(12 * mebibyte, 'strongroom '))
  const copy = await world.copyLater([big])
  const whole = cloud.open.bind(cloud)
  cloud.open = async (item, options, signal) => {
    const opened = await whole(item, options, signal)
    return { ...opened, body: standingStill(Buffer.alloc(mebibyte)) }
  }
  const first = world.jobs.drain()
  await expect.poll(() => cloud.opened.length, patience).toBe(1)
  copies.close()
  await first
  expect((await world.outcomes(copy)).map(([, state]) => state)).toEqual(['waiting'])
})

/** A body that gives these bytes, and then nothing more; `onStill` runs once all are taken. */
function standingStill(bytes: Buffer, onStill?: () => void): Readable {
  let at = 0
  return new Readable({
    read() {
      if (at >= bytes.length) return onStill?.()
      this.push(bytes.subarray(at, (at += 64 * 1024)))
    },
  })
}
