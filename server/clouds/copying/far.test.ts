import { expect, test } from 'vitest'
import { openCopyWorld } from '#tests/support/clouds/copy-world.ts'
import { maxCopied, maxTries } from './copy-limits.ts'

const mebibyte = 1024 * 1024

test('a large file over a line that is cut again and again arrives, as long as it gets on each time', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const bytes = Buffer.alloc((maxTries + 2) * 5 * mebibyte, 'strongroom ')
  const big = cloud.addFile('big.txt', bytes)
  const copy = await world.copyLater([big])
  for (let cuts = 0; cuts < maxTries + 1; cuts++) {
    cloud.faults.push(Infinity, 5.5 * mebibyte)
    await world.jobs.drain()
    expect((await world.outcomes(copy))[0]![1]).toBe('waiting')
    world.now += 60_000
  }
  await world.jobs.drain()
  expect(await world.outcomes(copy)).toEqual([['big.txt', 'done', '']])
  expect((await world.contentOf('big.txt')).equals(bytes)).toBe(true)
})

test.each([100, 5000, 8000, 70_000])(
  'one that is cut after %d bytes each time loses none of them',
  async (cut) => {
    const world = await openCopyWorld()
    const { cloud } = world
    const bytes = Buffer.alloc(6 * mebibyte, 'strongroom ')
    const file = cloud.addFile('file.txt', bytes)
    const copy = await world.copyLater([file])
    for (let cuts = 0; cuts < 3; cuts++) {
      cloud.faults.push(Infinity, cut)
      await world.jobs.drain()
      world.now += 60_000
    }
    await world.jobs.drain()
    expect(await world.outcomes(copy)).toEqual([['file.txt', 'done', '']])
    expect(cloud.opened.map(({ from }) => from)).toEqual([0, cut, 2 * cut, 3 * cut])
    expect((await world.contentOf('file.txt')).equals(bytes)).toBe(true)
  },
)

test('one of which nothing comes is given up after some tries, says so, and can be tried again', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const stuck = cloud.addFile('stuck.txt', Buffer.alloc(6 * mebibyte, 'strongroom '))
  const copy = await world.copyLater([stuck])
  for (let cuts = 0; cuts < maxTries; cuts++) {
    cloud.faults.push(Infinity, 0)
    await world.jobs.drain()
    world.now += 3_600_000
  }
  await world.jobs.drain()
  expect(await world.outcomes(copy)).toEqual([
    ['stuck.txt', 'failed', 'It was interrupted too often. Try again later.'],
  ])
  expect(await world.stateOf(copy)).toBe('done')
})

test('what is beyond the most that one copy can have is said, and everything before it is copied', async () => {
  const world = await openCopyWorld()
  const { cloud, database } = world
  const folder = cloud.addFolder('Archive')
  for (const name of ['a', 'b', 'c', 'd']) cloud.addFile(`${name}.txt`, name, { parent: folder })
  const copy = await world.copyLater([folder])
  await database.kysely
    .updateTable('cloud_copy')
    .set({ next_place: maxCopied - 3 })
    .execute()
  await world.jobs.drain()
  expect(await world.tree()).toEqual(['Archive/', 'Archive/a.txt', 'Archive/b.txt', 'Archive/c.txt'])
  expect((await world.outcomes(copy))[0]).toEqual([
    'Archive',
    'failed',
    'One copy has up to 50,000 files and folders. The others in this folder weren’t copied.',
  ])
})
