// @module-tag engines
import { expect, test } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { asking, openCopyWorld } from '#tests/support/clouds/copy-world.ts'
import { expectWhole } from '#tests/support/unit/whole.ts'
import { client } from '#tests/support/unit/world.ts'
import { nextWork } from './copy-rows.ts'

const mebibyte = 1024 * 1024

test('files and folders are copied into a room with their structure', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const contracts = cloud.addFolder('Contracts')
  const year = cloud.addFolder('2024', { parent: contracts })
  cloud.addFolder('Empty', { parent: contracts })
  cloud.addFile('lease.txt', 'the lease', { parent: year })
  cloud.addFile('index.txt', 'an index', { parent: contracts })
  const plan = cloud.addFile('plan.txt', 'the plan')
  const copy = await world.copy([contracts, plan])
  expect(await world.stateOf(copy)).toBe('done')
  expect(await world.tree()).toEqual([
    'Contracts/',
    'Contracts/2024/',
    'Contracts/2024/lease.txt',
    'Contracts/Empty/',
    'Contracts/index.txt',
    'plan.txt',
  ])
  expect((await world.contentOf('lease.txt')).toString()).toBe('the lease')
  await expectWhole(world)
})

test('one that is cut off goes on where it was, and no byte is asked for twice', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const bytes = Buffer.alloc(12 * mebibyte, 'strongroom ')
  const big = cloud.addFile('big.txt', bytes)
  const copy = await world.copyLater([big])
  // The first call asks what the item is, the second opens it.
  cloud.faults.push(Infinity, 7 * mebibyte)
  await world.jobs.drain()
  expect(await world.outcomes(copy)).toEqual([
    ['big.txt', 'waiting', 'Interrupted. It continues automatically.'],
  ])
  world.now += 60_000
  await world.jobs.drain()
  expect(await world.outcomes(copy)).toEqual([['big.txt', 'done', '']])
  expect(cloud.opened).toEqual([
    { id: big, from: 0 },
    { id: big, from: 7 * mebibyte },
  ])
  expect((await world.contentOf('big.txt')).equals(bytes)).toBe(true)
})

test('one that changed meanwhile begins again', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const big = cloud.addFile('big.txt', Buffer.alloc(12 * mebibyte, 'old '))
  await world.copyLater([big])
  cloud.faults.push(Infinity, 7 * mebibyte)
  await world.jobs.drain()
  const bytes = Buffer.alloc(11 * mebibyte, 'new ')
  cloud.change(big, bytes)
  world.now += 60_000
  await world.jobs.drain()
  expect(cloud.opened.map(({ from }) => from)).toEqual([0, 0])
  expect((await world.contentOf('big.txt')).equals(bytes)).toBe(true)
})

test('what is not what the provider says is not kept', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  cloud.saysLength = false
  const wrong = cloud.addFile('wrong.txt', 'damaged', { hash: { kind: 'md5', value: '00'.repeat(16) } })
  const longer = cloud.addFile('longer.txt', 'x'.repeat(5000), { bytes: 4000 })
  const good = cloud.addFile('good.txt', 'good')
  const copy = await world.copy([wrong, longer, good])
  expect(await world.outcomes(copy)).toEqual([
    ['wrong.txt', 'failed', expect.stringContaining('isn’t what the cloud storage says')],
    ['longer.txt', 'failed', expect.stringContaining('sent more than it says')],
    ['good.txt', 'done', ''],
  ])
  expect(await world.tree()).toEqual(['good.txt'])
  await expectWhole(world)
})

test('what is over the plan is refused before a byte is asked for', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const big = cloud.addFile('big.txt', 'small', { bytes: 6 * 1024 ** 4 })
  const copy = await world.copy([big])
  expect(await world.outcomes(copy)).toEqual([
    ['big.txt', 'failed', expect.stringContaining('larger than your plan allows')],
  ])
  expect(cloud.opened).toEqual([])
})

test('a provider that wants a pause gets it, for all files of the copy', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const ids = ['a', 'b', 'c', 'd'].map((name) => cloud.addFile(`${name}.txt`, name))
  const copy = await world.copyLater(ids)
  for (let at = 0; at < 3; at++) cloud.faults.push(new Problem('cloudBusy', { wait: 3_600_000 }))
  await world.jobs.drain()
  // A job that begins after another was told to wait requests nothing, and does not change the recorded fault.
  cloud.faults.length = 0
  expect(cloud.opened).toEqual([])
  world.now += 3_599_000
  await world.jobs.drain()
  expect(cloud.opened).toEqual([])
  world.now += 2000
  await world.jobs.drain()
  expect(await world.stateOf(copy)).toBe('done')
  expect(await world.tree()).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt'])
})

test('a connection that ended stops the copy, and connected again it goes on with the rest', async () => {
  const world = await openCopyWorld()
  const { cloud, copies, owner } = world
  const ids = ['a', 'b'].map((name) => cloud.addFile(`${name}.txt`, name))
  const copy = await world.copyLater(ids)
  world.connected = ''
  await world.jobs.drain()
  expect(await world.stateOf(copy)).toBe('disconnected')
  expect((await world.outcomes(copy)).map(([, state]) => state)).toEqual(['waiting', 'waiting'])
  world.connected = owner.guid
  await copies.again(asking(owner), copy)
  await world.jobs.drain()
  expect(await world.stateOf(copy)).toBe('done')
  expect(await world.tree()).toEqual(['a.txt', 'b.txt'])
})

test('shortcuts that lead in circles end, and nothing is copied twice', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const outer = cloud.addFolder('Outer')
  const inner = cloud.addFolder('Inner', { parent: outer })
  cloud.addShortcut('Back', outer, { parent: inner })
  const note = cloud.addFile('note.txt', 'a note', { parent: inner })
  cloud.addShortcut('The note', note, { parent: inner })
  const copy = await world.copy([outer])
  expect(await world.stateOf(copy)).toBe('done')
  expect((await world.outcomes(copy)).filter(([, state]) => state === 'skipped')).toEqual([
    ['Back', 'skipped', 'A shortcut to something that is copied already.'],
    ['The note', 'skipped', 'A shortcut to something that is copied already.'],
  ])
  expect(await world.tree()).toEqual(['Outer/', 'Outer/Inner/', 'Outer/Inner/note.txt'])
})

test('names that cannot be used here become ones that can', async () => {
  const world = await openCopyWorld()
  const { cloud } = world
  const folder = cloud.addFolder('Q1/Q2')
  cloud.addFile('a/b\u0007.txt', 'one', { parent: folder })
  cloud.addFile(`${'ü'.repeat(255)}.txt`, 'two', { parent: folder })
  cloud.addFile('same.txt', 'three', { parent: folder })
  cloud.addFile('same.txt', 'four', { parent: folder })
  const copy = await world.copy([folder], { same_name: 'both' })
  expect(await world.stateOf(copy)).toBe('done')
  const tree = await world.tree()
  expect(tree.filter((path) => path !== 'Q1_Q2/' && !path.includes('ü'))).toEqual([
    'Q1_Q2/a_b_.txt',
    'Q1_Q2/same (2).txt',
    'Q1_Q2/same.txt',
  ])
  expect(Buffer.byteLength(tree.find((path) => path.includes('ü'))!.slice('Q1_Q2/'.length))).toBeLessThan(256)
})

test('who may no longer add gets nothing copied, and says why', async () => {
  const world = await openCopyWorld()
  const { cloud, database } = world
  const copy = await world.copyLater([cloud.addFile('a.txt', 'a'), cloud.addFile('b.txt', 'b')])
  await database.kysely.updateTable('room').set({ archived_at: world.now }).execute()
  await world.jobs.drain()
  expect(await world.stateOf(copy)).toBe('done')
  expect((await world.outcomes(copy)).map(([, state]) => state)).toEqual(['failed', 'failed'])
  expect(cloud.opened).toEqual([])
})

test('a copy that is cancelled keeps what is copied, and nothing of the rest', async () => {
  const world = await openCopyWorld()
  const { cloud, copies, owner } = world
  const big = cloud.addFile('big.txt', Buffer.alloc(12 * mebibyte, 'strongroom '))
  const copy = await world.copyLater([big])
  cloud.faults.push(Infinity, 7 * mebibyte)
  await world.jobs.drain()
  await copies.cancel(owner, copy)
  world.now += 60_000
  await world.jobs.drain()
  expect(await world.stateOf(copy)).toBe('cancelled')
  expect(await world.tree()).toEqual([])
  expect(await world.database.kysely.selectFrom('upload').select('guid').execute()).toEqual([])
  await expectWhole(world)
})

test('what belongs to someone else is not there', async () => {
  const world = await openCopyWorld()
  const { copies, cloud } = world
  const copy = await world.copy([cloud.addFile('a.txt', 'a')])
  const stranger = { guid: 'f'.repeat(32) }
  await expect(copies.find(stranger, copy)).rejects.toMatchObject({ problem: 'notFound' })
  await expect(copies.again(asking(stranger as never), copy)).rejects.toMatchObject({ problem: 'notFound' })
  await expect(copies.cancel(stranger as never, copy)).rejects.toMatchObject({ problem: 'notFound' })
  const choice = { space: '', shown: [], picks: [] }
  await expect(copies.choose(stranger as never, copy, choice)).rejects.toMatchObject({ problem: 'notFound' })
})

test('files for a share wait for its form, which keeps what was typed', async () => {
  const world = await openCopyWorld()
  const { copies, owner, cloud } = world
  const copy = await copies.begin(asking(owner), 'google', { form: '{"message":"Hello"}' }, client)
  const folder = cloud.addFolder('Never')
  await world.pick(copy, [cloud.addFile('a.txt', 'a'), folder])
  await copies.start(asking(owner), copy, { same_name: 'version', export_as: 'pdf' }, client)
  await world.jobs.drain()
  const back = await copies.forShare(owner, copy)
  expect(back.form).toBe('{"message":"Hello"}')
  const waiting = await world.uploads.waiting(owner, back.fileGuids)
  expect(waiting.map(({ name }) => name)).toEqual(['a.txt'])
})

test('a copy is not over while its last file breaks off, whatever is read first', async () => {
  const world = await openCopyWorld()
  const { database, cloud, now } = world
  const copy = await world.copies.begin(asking(world.owner), 'google', { form: '{}' }, client)
  await world.pick(copy, [cloud.addFile('a.txt', 'a')])
  const become = (state: 'copying' | 'waiting') =>
    database.kysely.updateTable('cloud_copy_item').set({ state }).where('copy_guid', '=', copy).execute()
  await become('copying')
  let statements = 0
  const breaking = database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (++statements === 1) await become('waiting')
      return result
    },
  })
  expect(await nextWork(breaking, copy, now)).toBeGreaterThan(now)
})
