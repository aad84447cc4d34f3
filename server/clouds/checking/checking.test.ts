import { expect, test } from 'vitest'
import { asking, openCopyWorld } from '#tests/support/clouds/copy-world.ts'
import { client } from '#tests/support/unit/world.ts'

const day = 24 * 3_600_000

async function openCopied() {
  const world = await openCopyWorld()
  const id = world.cloud.addFile('plan.txt', 'the plan')
  await world.copy([id])
  const { guid } = await world.database.kysely
    .selectFrom('item')
    .select('guid')
    .where('name', '=', 'plan.txt')
    .executeTakeFirstOrThrow()
  return { world, id, target: { roomGuid: world.room, itemGuid: guid } }
}

async function versions({ database }: Awaited<ReturnType<typeof openCopied>>['world']): Promise<number[]> {
  const rows = await database.kysely.selectFrom('item_version').select('number').orderBy('number').execute()
  return rows.map(({ number }) => number)
}

test('what did not change is not copied again', async () => {
  const { world, target } = await openCopied()
  const { origins, owner, cloud } = world
  world.now += 1000
  expect(await origins.check(asking(owner), target, client)).toBeNull()
  expect(await origins.of(owner, target)).toMatchObject({ note: 'No new version.', checked_at: world.now })
  expect(cloud.opened).toHaveLength(1)
})

test('what changed becomes a version, and only when someone asks', async () => {
  const { world, id, target } = await openCopied()
  world.cloud.change(id, 'another plan')
  world.now += day
  await world.origins.sweepDaily()
  await world.jobs.drain()
  expect(await versions(world)).toEqual([1])
  expect(await world.origins.check(asking(world.owner), target, client)).toMatch(/^[0-9a-f]{32}$/)
  await world.jobs.drain()
  expect(await versions(world)).toEqual([1, 2])
  expect((await world.contentOf('plan.txt')).toString()).toBe('another plan')
  expect(await world.origins.check(asking(world.owner), target, client)).toBeNull()
})

test('looked for every day, each change arrives within a day', async () => {
  const { world, id, target } = await openCopied()
  await world.origins.setDaily(world.owner, target, true)
  for (const [number, content] of [
    [2, 'second plan'],
    [3, 'third plan'],
  ] as const) {
    world.cloud.change(id, content)
    world.now += day
    await world.origins.sweepDaily()
    await world.jobs.drain()
    expect((await versions(world)).at(-1)).toBe(number)
  }
  await world.origins.setDaily(world.owner, target, false)
  world.cloud.change(id, 'fourth plan')
  world.now += day
  await world.origins.sweepDaily()
  await world.jobs.drain()
  expect(await versions(world)).toEqual([1, 2, 3])
})

test('a daily look that fails says why, and is tried again the next day', async () => {
  const { world, id, target } = await openCopied()
  await world.origins.setDaily(world.owner, target, true)
  world.connected = ''
  world.cloud.change(id, 'another plan')
  world.now += day
  await world.origins.sweepDaily()
  await world.jobs.drain()
  expect(await world.origins.of(world.owner, target)).toMatchObject({
    note: expect.stringContaining('Connect it again') as string,
  })
  world.connected = world.owner.guid
  world.now += day
  await world.origins.sweepDaily()
  await world.jobs.drain()
  expect(await versions(world)).toEqual([1, 2])
})

test('for anyone else there is nothing to look for', async () => {
  const { world, target } = await openCopied()
  const other = { ...world.owner, guid: 'f'.repeat(32) }
  expect(await world.origins.of(other, target)).toBeNull()
  await expect(world.origins.check(asking(other), target, client)).rejects.toMatchObject({
    problem: 'notFound',
  })
  await expect(world.origins.setDaily(other, target, true)).rejects.toMatchObject({ problem: 'notFound' })
})
