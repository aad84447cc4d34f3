import { rm } from 'node:fs/promises'
import * as fc from 'fast-check'
import type { CompiledQuery } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { statements } from '#server/db/statements.ts'
import type { MarkedCopies } from '#server/rendering/watermark/marked-copies.ts'
import { KeyRing } from '#server/storage/keys/key-ring.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { isOnPostgres } from '#tests/support/world/database.ts'
import { addArrivedFile } from '#tests/support/unit/files.ts'
import { unzipped } from '#tests/support/files/unzipped.ts'
import type { Inside } from '#tests/support/unit/members.ts'
import { openRoom, type RoomWorld } from '#tests/support/unit/room-world.ts'
import { client } from '#tests/support/unit/world.ts'
import { budget, seed } from '#tests/support/world/budget.ts'
import { Zips } from './zips.ts'
import type { ZipAddress } from './zip-links.ts'

let world: RoomWorld
let zips: Zips
/** What the copies with a watermark do, one after the other: fail, or be made. */
let outcomes: ('fails' | 'made')[]
let made: number
/** The largest part. */
let maxBytes: number
/** What the copies of one person can take. */
let maxCopies: number

beforeEach(async () => {
  world = await openRoom()
  await world.database.kysely.updateTable('room').set({ may_download: 1 }).execute()
  await world.database.kysely.updateTable('file').set({ render_status: 'Rendered', page_count: 1 }).execute()
  outcomes = []
  made = 0
  maxBytes = 40_000
  maxCopies = 1_000_000
  zips = zipsOf(world)
})

function zipsOf(of: RoomWorld): Zips {
  const copy = () => ({ name: 'plan.pdf', mediaType: 'application/pdf', bytes: marked() })
  async function* marked() {
    if (outcomes.shift() === 'fails') throw new Error('the process ended here')
    made++
    yield Buffer.from('the plan with a mark')
  }
  const markedCopies = { copy } as unknown as MarkedCopies
  const linkKeys = KeyRing.make().derive('zips')
  return new Zips({
    ...of,
    markedCopies,
    linkKeys,
    get maxBytes() {
      return maxBytes
    },
    get maxCopies() {
      return maxCopies
    },
    openShare: async () => undefined,
  })
}

function whole(identity = world.owner): Promise<ZipAddress> {
  return zips.ofItems(identity, { roomGuid: world.room, itemGuids: [world.room] }, client)
}

async function bytesOf(address: ZipAddress, number: number, identity = world.owner): Promise<Buffer> {
  const { source } = await zips.open(address, { identity, number, client })
  return Buffer.concat(await Array.fromAsync(source.read(0, source.size)))
}

test('above the limit there are parts under it, and together they have every file once', async () => {
  await world.add(...Array.from({ length: 45 }, (_, at) => `plan ${at}.txt`))
  const address = await whole()
  await world.jobs.drain()
  const { parts } = await zips.find(world.owner, address)
  expect(parts.map(({ files }) => files)).toEqual([19, 19, 7])
  const names: string[] = []
  for (const { number, size } of parts) {
    const bytes = await bytesOf(address, number)
    expect(bytes.length).toBe(size)
    expect(size).toBeLessThan(40_000)
    const files = Object.keys(await unzipped(bytes))
    expect(files.slice(-2)).toEqual(['index.html', 'index.csv'])
    names.push(...files.slice(0, -2))
  }
  expect(names).toEqual(Array.from({ length: 45 }, (_, at) => `plan ${at}.txt`))
  await expect(bytesOf(address, 4)).rejects.toMatchObject({ problem: 'notFound' })
})

// Statements can be heard on SQLite.
test.skipIf(isOnPostgres)(
  'the policy is asked once about small files that are sent together, and once at the end',
  async () => {
    await world.add(...Array.from({ length: 12 }, (_, at) => `plan ${at}.txt`))
    const { source } = await zips.open(await whole(), { identity: world.owner, number: 1, client })
    let checks = 0
    const hear = (query: unknown): void => {
      if ((query as CompiledQuery).sql.includes('"zip_entry" as "entry" inner join "item"')) checks++
    }
    statements.subscribe(hear)
    onTestFinished(() => void statements.unsubscribe(hear))
    await Array.fromAsync(source.read(0, source.size))
    expect(checks).toBe(2)
  },
)

test('of an archive that is removed while its list is read nothing is sent', async () => {
  await world.add('a.txt', 'b.txt')
  const address = await whole()
  await world.database.kysely.deleteFrom('zip_entry').where('path', '=', 'index.csv').execute()
  await expect(bytesOf(address, 1)).rejects.toMatchObject({ problem: 'notFound' })
})

test('a file for which the limit leaves no room is a part of its own; what its index needs counts as well', async () => {
  const store = async (size: number, name: string) => {
    world.fileGuid = await addArrivedFile(world, world.user, Buffer.alloc(size, 'plan'), {
      name,
      kind: 'text',
    })
    await world.add(name)
  }
  const deep = `${'Very long name of a folder '.repeat(8)}/`
  await world.add('Short/', `Short/${deep}`, `Short/${deep}${deep}`)
  await store(10_000, 'a.txt')
  await store(39_900, 'b.txt')
  for (let at = 0; at < 8; at++) await world.add(`Short/${deep}${deep}a ${at}.txt`)
  await world.database.kysely.updateTable('file').set({ render_status: 'Rendered', page_count: 1 }).execute()
  const address = await whole()
  const { parts } = await zips.find(world.owner, address)
  expect(parts.map(({ files }) => files).reduce((sum, files) => sum + files)).toBe(10)
  for (const { files, size } of parts) expect(files === 1 || size <= 40_000).toBe(true)
  expect(parts.filter(({ size }) => size > 39_900).every(({ files }) => files === 1)).toBe(true)
})

test('empty folders are in it that its person sees; one that is hidden since then is not sent any more', async () => {
  await world.add(
    'Plans/',
    'Plans/Later/',
    'Plans/a.txt',
    'Secret/',
    'Secret/Inner/',
    'Closed/',
    'Closed/b.txt',
  )
  const member = await world.member('dora@example.net', roles.download)
  await world.rule(member, 'Secret/', -1)
  await world.rule(member, 'Closed/', 0)
  const address = await whole(member)
  const bytes = await bytesOf(address, 1, member)
  expect(Object.keys(await unzipped(bytes))).toEqual([
    'Plans/a.txt',
    'Plans/Later/',
    'index.html',
    'index.csv',
  ])
  for (const word of ['Secret', 'Inner', 'Closed']) expect(bytes.includes(word)).toBe(false)
  expect((await zips.find(member, address)).parts[0]!.files).toBe(1)
  await world.rule(member, 'Plans/Later/', -1)
  await expect(bytesOf(address, 1, member)).rejects.toMatchObject({ problem: 'zipChanged' })
})

test('any range is a part of the whole, whether small files, large ones or empty folders are in it', async () => {
  const sizes = { 'a.txt': 1, 'b.txt': 100_000, 'c.txt': 131_072, 'd.txt': 131_073, 'e.txt': 300_000 }
  for (const [name, size] of Object.entries(sizes)) {
    const bytes = Buffer.from(`${name} `.repeat(size)).subarray(0, size)
    world.fileGuid = await addArrivedFile(world, world.user, bytes, { name, kind: 'text' })
    await world.add(name, `Empty ${name}/`)
  }
  const small = { name: 'z.txt', kind: 'text' } as const
  world.fileGuid = await addArrivedFile(world, world.user, Buffer.alloc(2000, 'small '), small)
  // More than are read together.
  for (let at = 0; at < 300; at++) await world.add(`z ${at}.txt`)
  await world.database.kysely.updateTable('file').set({ render_status: 'Rendered', page_count: 1 }).execute()
  maxBytes = 1_000_000_000
  const address = await whole()
  const bytes = await bytesOf(address, 1)
  for (const [name, found] of Object.entries(await unzipped(bytes)))
    expect([name, found.length]).toEqual([name, sizes[name as keyof typeof sizes] ?? found.length])
  const property = fc.asyncProperty(fc.nat(bytes.length), fc.nat(bytes.length), async (one, other) => {
    const [start, end] = [Math.min(one, other), Math.max(one, other)]
    const { source } = await zips.open(address, { identity: world.owner, number: 1, client })
    const part = Buffer.concat(await Array.fromAsync(source.read(start, end)))
    expect(part.equals(bytes.subarray(start, end))).toBe(true)
  })
  await fc.assert(property, { numRuns: budget({ some: 15, all: 300 }), seed })
})

test('stored bytes that are gone end the reading in an error, never in a shorter archive', async () => {
  await world.add('a.txt', 'b.txt')
  const address = await whole()
  await world.jobs.drain()
  const { source } = await zips.open(address, { identity: world.owner, number: 1, client })
  for (const name of await world.stored()) await rm(world.fileOf(name))
  await expect(Array.fromAsync(source.read(0, source.size))).rejects.toThrow('No bytes are stored')
})

test('of a download that is broken off those files are recorded that it came to, and each once when it is resumed', async () => {
  const bytes = Buffer.alloc(300_000, 'plan')
  world.fileGuid = await addArrivedFile(world, world.user, bytes, { name: 'plan.txt', kind: 'text' })
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt']
  await world.add(...names)
  await world.database.kysely.updateTable('file').set({ render_status: 'Rendered', page_count: 1 }).execute()
  maxBytes = 10_000_000
  const member = await world.member('dora@example.net', roles.download)
  const address = await whole(member)
  await world.jobs.drain()
  const open = () => zips.open(address, { identity: member, number: 1, client })
  const recorded = async () => {
    await world.jobs.drain()
    const kinds = await Promise.all(
      names.map(async (name) => (await world.eventsOf(name)).map(([kind]) => kind)),
    )
    return kinds.map((of) => of.filter((kind) => kind === 'Download').length)
  }
  const partly = (await open()).source
  for await (const chunk of partly.read(0, partly.size)) if (chunk.length > 0) break
  expect(await recorded()).toEqual([1, 0, 0, 0, 0, 0])
  const { source } = await open()
  for await (const chunk of source.read(310_000, 620_000)) expect(chunk.length).toBeGreaterThan(0)
  expect(await recorded()).toEqual([1, 1, 1, 0, 0, 0])
  expect((await zips.find(member, address)).parts[0]!.completed_at).toBeNull()
  await bytesOf(address, 1, member)
  expect(await recorded()).toEqual([1, 1, 1, 1, 1, 1])
  expect((await zips.find(member, address)).parts[0]!.completed_at).toBe(world.now)
})

test('a process that ends in the middle of a download leaves the recording to the next one', async () => {
  await world.add('a.txt')
  const member = await world.member('dora@example.net', roles.download)
  const address = await whole(member)
  const { source } = await zips.open(address, { identity: member, number: 1, client })
  await source.read(0, source.size)[Symbol.asyncIterator]().next()
  await world.jobs.drain()
  expect(await world.eventsOf('a.txt')).not.toContainEqual(['Download', {}])
  world.now += 60_000
  await world.jobs.drain()
  expect((await world.eventsOf('a.txt')).filter(([kind]) => kind === 'Download')).toHaveLength(1)
})

test('a preparation that was cut off goes on, and what was stored is not made again', async () => {
  await world.add('a.txt', 'b.txt', 'c.txt')
  const member = await world.member('dora@example.net', roles.download)
  const look = { watermark_size: 'small', watermark_colour: 'grey' } as const
  await world.database.kysely.updateTable('room').set(look).execute()
  const address = await whole(member)
  outcomes = ['made', 'fails']
  await world.jobs.drain()
  const shown = await zips.find(member, address)
  expect([shown.state, shown.done, shown.total]).toEqual(['processing', 1, 3])
  world.now += 60_000
  await world.jobs.drain()
  expect(made).toBe(3)
  const files = await unzipped(await bytesOf(address, 1, member))
  expect(Object.keys(files)).toEqual(['plan.pdf', 'plan (2).pdf', 'plan (3).pdf', 'index.html', 'index.csv'])
})

test('copies with a watermark of one person stay below a limit: their oldest archive goes, and of one too large a part is left out', async () => {
  const look = { watermark_size: 'small', watermark_colour: 'grey' } as const
  await world.database.kysely.updateTable('room').set(look).execute()
  await world.add('a.txt', 'b.txt', 'c.txt')
  const members = [
    await world.member('dora@example.net', roles.download),
    await world.member('cora@example.net', roles.download),
  ] as const
  maxCopies = 4 * Buffer.byteLength('the plan with a mark')
  const [first, others] = [await whole(members[0]), await whole(members[1])]
  await world.jobs.drain()
  world.now += 1000
  const second = await whole(members[0])
  await world.jobs.drain()
  await expect(zips.find(members[0], first)).rejects.toMatchObject({ problem: 'notFound' })
  for (const [address, member] of [
    [second, members[0]],
    [others, members[1]],
  ] as const)
    expect(Object.keys(await unzipped(await bytesOf(address, 1, member)))).toHaveLength(5)
  const inAll = (await world.stored()).length

  await world.add('d.txt', 'e.txt')
  const third = await whole(members[0])
  await world.jobs.drain()
  const { leftOut, parts } = await zips.find(members[0], third)
  expect(leftOut).toEqual([{ name: 'plan.pdf', problem: 'zipTooLarge' }])
  expect(parts.map(({ files }) => files)).toEqual([4])
  expect((await world.stored()).length).toBe(inAll + 1)
})

test('who wants to know gets an email when it took longer than a minute', async () => {
  await world.add('a.txt')
  for (const wait of [30_000, 61_000]) {
    const address = await whole()
    await zips.emailWhenReady(world.owner, address)
    world.now += wait
    const emails = await world.newEmails()
    expect(emails.map(({ to }) => to)).toEqual(wait > 60_000 ? ['olivia@example.org'] : [])
    await world.database.kysely.updateTable('object').set({ sha256: null }).execute()
  }
})

test('a file that has a new version, or is moved where it is hidden, is not sent any more', async () => {
  await world.add('Closed/', 'a.txt')
  const member = await world.member('dora@example.net', roles.download)
  await world.rule(member, 'Closed/', -1)
  const { kysely } = world.database
  const address = await whole(member)
  await world.jobs.drain()
  await bytesOf(address, 1, member)
  await kysely
    .updateTable('item')
    .set({ parent_guid: world.guid('Closed/') })
    .where('guid', '=', world.guid('a.txt'))
    .execute()
  await expect(bytesOf(address, 1, member)).rejects.toMatchObject({ problem: 'zipChanged' })
})

const changes: Record<string, (member: Inside) => Promise<unknown>> = {
  'one file is hidden': (member) => world.rule(member, 'Plans/b.txt', -1),
  'one file is only to be seen': (member) => world.rule(member, 'Plans/b.txt', 1),
  'their folder is only to be seen': (member) => world.rule(member, 'Plans/', 1),
  'one file is in the trash': () => setItem('Plans/b.txt', { binned_at: world.now }),
  'their folder is in the trash': () => setItem('Plans/', { binned_at: world.now }),
  'one file is closed': () => setItem('Plans/b.txt', { is_closed: 1 }),
  'their folder is closed': () => setItem('Plans/', { is_closed: 1 }),
  'one file is gone': () =>
    world.database.kysely.deleteFrom('item').where('guid', '=', world.guid('Plans/b.txt')).execute(),
  'the room lets no one download': () => setRoom({ may_download: 0 }),
  'the room marks copies': () => setRoom({ watermark_size: 'small', watermark_colour: 'grey' }),
}

function setItem(name: string, values: { binned_at?: number; is_closed?: 1 }): Promise<unknown> {
  return world.database.kysely.updateTable('item').set(values).where('guid', '=', world.guid(name)).execute()
}

function setRoom(values: {
  may_download?: 0
  watermark_size?: 'small'
  watermark_colour?: 'grey'
}): Promise<unknown> {
  return world.database.kysely.updateTable('room').set(values).execute()
}

test.each(Object.keys(changes))(
  'while an archive is sent, %s: it ends broken off, and is not sent again',
  { tags: ['engines'] },
  async (change) => {
    const bytes = Buffer.alloc(200_000, 'plan')
    world.fileGuid = await addArrivedFile(world, world.user, bytes, { name: 'plan.txt', kind: 'text' })
    await world.add('Plans/', 'Plans/a.txt', 'Plans/b.txt', 'Plans/c.txt', 'd.txt')
    await world.database.kysely
      .updateTable('file')
      .set({ render_status: 'Rendered', page_count: 1 })
      .execute()
    maxBytes = 10_000_000
    const member = await world.member('dora@example.net', roles.download)
    const address = await whole(member)
    const open = () => zips.open(address, { identity: member, number: 1, client })
    const { source } = await open()
    const chunks = source.read(0, source.size)[Symbol.asyncIterator]()
    await chunks.next()
    await changes[change]!(member)
    await expect(Array.fromAsync({ [Symbol.asyncIterator]: () => chunks })).rejects.toMatchObject({
      problem: 'zipChanged',
    })
    await expect(open()).rejects.toMatchObject({ problem: 'zipChanged' })
  },
)
