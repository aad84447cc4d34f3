import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { CloudPage } from '#server/clouds/provider.ts'
import { Problem } from '#server/rules/problems.ts'
import type { CloudDouble } from '#tests/support/clouds/cloud-double.ts'
import { openCopyWorld } from '#tests/support/clouds/copy-world.ts'
import { maxFruitless, maxTries } from './copy-limits.ts'

const mebibyte = 1024 * 1024
const hour = 3_600_000

/** What the provider answers when one file is opened, instead of the file; null: the file. */
function opening(cloud: CloudDouble, id: string, instead: () => Readable | null): void {
  const open = cloud.open.bind(cloud)
  cloud.open = async (item, options, signal) => {
    const body = item.id === id ? instead() : null
    if (body === null) return open(item, options, signal)
    return { body, bytes: body.readableLength, from: options.from ?? 0, revision: null }
  }
}

/** The pages of every list, by their number. */
function listing(cloud: CloudDouble, pageAt: (number: number) => Promise<CloudPage>): () => number {
  let pages = 0
  cloud.list = () => pageAt(pages++)
  return () => pages
}

test('a file that is never ready holds up no other, is asked for when it is said to be, and says why in the end', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const [slow, good] = [cloud.addFile('slow.txt', 'slow'), cloud.addFile('good.txt', 'good')]
  let requests = 0
  opening(cloud, slow, () => {
    requests++
    throw new Problem('cloudFailed', { wait: 3 * hour, text: 'It isn’t ready.' })
  })
  const copy = await world.copy([slow, good])
  expect(await world.tree()).toEqual(['good.txt'])
  world.now += 2 * hour
  await world.jobs.drain()
  expect(requests).toBe(1)
  for (let tries = 1; tries < maxTries; tries++) {
    world.now += 3 * hour
    await world.jobs.drain()
  }
  expect(requests).toBe(maxTries)
  expect(await world.outcomes(copy)).toEqual([
    ['slow.txt', 'failed', 'It isn’t ready.'],
    ['good.txt', 'done', ''],
  ])
  expect(await world.stateOf(copy)).toBe('done')
})

test('a page about what is wrong is not taken for the file, which comes later', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const bytes = Buffer.alloc(2 * mebibyte, 'strongroom ')
  const file = cloud.addFile('file.txt', bytes)
  let pages = 1
  opening(cloud, file, () => {
    if (pages-- <= 0) return null
    const body = new Readable({ read() {} })
    body.push('<title>Try again later</title>')
    body.push(null)
    return body
  })
  const copy = await world.copy([file])
  world.now += hour
  await world.jobs.drain()
  expect(await world.outcomes(copy)).toEqual([['file.txt', 'done', '']])
  expect((await world.contentOf('file.txt')).equals(bytes)).toBe(true)
})

test('one that is cut each time, and comes from its beginning each time, is given up', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  cloud.givesRanges = false
  const file = cloud.addFile('file.txt', Buffer.alloc(6 * mebibyte, 'strongroom '))
  const copy = await world.copyLater([file])
  for (let cuts = 0; cuts <= maxTries; cuts++) {
    cloud.faults.splice(0, Infinity, Infinity, 5000)
    await world.jobs.drain()
    world.now += hour
  }
  expect(await world.outcomes(copy)).toEqual([
    ['file.txt', 'failed', 'It was interrupted too often. Try again later.'],
  ])
})

test('a list that names something twice, on a page and on the next, has it copied once', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const folder = cloud.addFolder('Deal')
  const ids = ['a', 'b', 'c'].map((name) => cloud.addFile(`${name}.txt`, name, { parent: folder }))
  const signal = new AbortController().signal
  const [a, b, c] = await Promise.all(ids.map((id) => cloud.item(id, signal)))
  listing(cloud, async (number) =>
    number === 0 ? { items: [a!, a!, b!], next: '1' } : { items: [b!, c!], next: null },
  )
  const copy = await world.copy([folder])
  expect(await world.tree()).toEqual(['Deal/', 'Deal/a.txt', 'Deal/b.txt', 'Deal/c.txt'])
  expect((await world.copies.find(world.owner, copy)).next_place).toBe(4)
})

test('empty pages are gone through, as long as there is something behind them', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const folder = cloud.addFolder('Deal')
  const late = await cloud.item(
    cloud.addFile('late.txt', 'late', { parent: folder }),
    AbortSignal.timeout(hour),
  )
  listing(cloud, async (number) =>
    number < 20 ? { items: [], next: String(number) } : { items: [late], next: null },
  )
  const copy = await world.copy([folder])
  expect(await world.tree()).toEqual(['Deal/', 'Deal/late.txt'])
  expect(await world.stateOf(copy)).toBe('done')
})

test('a list that never ends is given up, with what it named copied', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const folder = cloud.addFolder('Deal')
  const one = await cloud.item(cloud.addFile('one.txt', 'one', { parent: folder }), AbortSignal.timeout(hour))
  const pages = listing(cloud, async (number) => ({ items: [one], next: String(number) }))
  const copy = await world.copy([folder])
  expect(pages()).toBe(maxFruitless + 1)
  expect(await world.tree()).toEqual(['Deal/', 'Deal/one.txt'])
  expect(await world.outcomes(copy)).toEqual([
    ['Deal', 'failed', expect.stringContaining('doesn’t come to the end of this folder')],
    ['one.txt', 'done', ''],
  ])
  expect(await world.stateOf(copy)).toBe('done')
})
