import { beforeEach, expect, test } from 'vitest'
import { withoutRoom } from '#tests/support/world/database.ts'
import { client, openWorld, type World } from '#tests/support/unit/world.ts'
import { Readers } from './readers.ts'

const hour = 3_600_000
let world: World
let readers: Readers

beforeEach(async () => {
  world = await openWorld()
  readers = new Readers(world)
})

const rows = () => world.database.kysely.selectFrom('reader').selectAll().execute()

test('a reader is known by an id that the database does not hold', async () => {
  const id = await readers.start(client, 'rita@example.net')
  expect(await readers.find(id)).toBe('rita@example.net')
  expect(JSON.stringify(await rows())).not.toContain(id)
  expect(await readers.find((await rows())[0]!.id_hash)).toBeNull()
})

test('a disk that is full keeps no reader from going on until the two hours are over', async () => {
  const id = await readers.start(client, 'rita@example.net')
  const onFullDisk = new Readers({ ...world, database: withoutRoom(world.database) })
  world.now += 2 * hour - 1
  expect(await onFullDisk.find(id)).toBe('rita@example.net')
  world.now += 1
  expect(await onFullDisk.find(id)).toBeNull()
})

test('a reader is forgotten after two hours without use, and use moves that on', async () => {
  const id = await readers.start(client, 'rita@example.net')
  world.now += 2 * hour - 1
  expect(await readers.find(id)).toBe('rita@example.net')
  world.now += 2 * hour - 1
  expect(await readers.find(id)).toBe('rita@example.net')
  world.now += 2 * hour
  expect(await readers.find(id)).toBeNull()
})

test('a reader is forgotten after twelve hours however much it is used', async () => {
  const id = await readers.start(client, 'rita@example.net')
  for (let hours = 1; hours < 12; hours++) {
    world.now += hour
    expect(await readers.find(id)).toBe('rita@example.net')
  }
  world.now += hour
  expect(await readers.find(id)).toBeNull()
})

test('ending one reader leaves the others of the same address', async () => {
  const [one, other] = [
    await readers.start(client, 'rita@example.net'),
    await readers.start(client, 'rita@example.net'),
  ]
  await readers.end(one)
  expect([await readers.find(one), await readers.find(other)]).toEqual([null, 'rita@example.net'])
})

test('readers that have ended are swept away', async () => {
  await readers.start(client, 'rita@example.net')
  world.now += 6 * hour
  const id = await readers.start(client, 'rob@example.net')
  world.now += 6 * hour + 1
  await readers.sweep()
  expect((await rows()).map(({ email }) => email)).toEqual(['rob@example.net'])
  expect(await readers.find(id)).toBeNull()
})
