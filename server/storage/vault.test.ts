import { randomBytes } from 'node:crypto'
import { appendFileSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFilesOf } from '#tests/support/files/open-files.ts'
import { storeAsBefore } from '#tests/support/unit/older-object.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import {
  SealBroken,
  frameSize,
  headerSize,
  olderFrameSize,
  sealedFrameSize,
  sealedSize,
} from './sealed/sealing.ts'
import { ObjectMissing, type Storage } from './storage.ts'
import { KeyRing } from './keys/key-ring.ts'
import { Vault, type StoredObject } from './vault.ts'

let world: StoredWorld
let vault: Vault

beforeEach(async () => {
  world = await openStoredWorld()
  ;({ vault } = world)
})

afterEach(() => vi.restoreAllMocks())

const threeFrames = randomBytes(2 * frameSize + 1000)

async function range(guid: string, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of (await vault.open(guid)).read(start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function fileOf({ guid }: StoredObject): string {
  return world.fileOf(guid)
}

test.each([0, 1, frameSize - 1, frameSize, frameSize + 1, 2 * frameSize, 4 * frameSize, 9 * frameSize + 7])(
  'an object of %i bytes comes back as it went in',
  async (size) => {
    const bytes = randomBytes(size)
    const object = await vault.store(bytes)
    expect(object).toMatchObject({ size, crc32: crc32(bytes) })
    expect(await world.storage.size(object.guid)).toBe(sealedSize(size))
    expect((await vault.bytes(object.guid)).equals(bytes)).toBe(true)
  },
)

test('chunks of any size make the same object', async () => {
  const writer = await vault.create()
  for (let at = 0, length = 1; at < threeFrames.length; at += length, length = (length * 7) % 100_003) {
    const room = writer.write(threeFrames.subarray(at, at + length))
    if (room !== true) await room
  }
  const object = await writer.commit()
  expect(object.crc32).toBe(crc32(threeFrames))
  expect((await vault.bytes(object.guid)).equals(threeFrames)).toBe(true)
})

test('any range is read, at the edges of frames above all', async () => {
  const { guid } = await vault.store(threeFrames)
  const edges = [
    0,
    1,
    frameSize - 1,
    frameSize,
    frameSize + 1,
    2 * frameSize - 1,
    2 * frameSize,
    threeFrames.length,
  ]
  for (const start of edges) {
    for (const end of edges.filter((edge) => edge >= start)) {
      expect((await range(guid, start, end)).equals(threeFrames.subarray(start, end))).toBe(true)
    }
  }
})

test('an object in the longer frames of before is read like any other', async () => {
  const bytes = randomBytes(2 * olderFrameSize + 1000)
  const { guid } = await storeAsBefore(world, bytes)
  expect((await vault.bytes(guid)).equals(bytes)).toBe(true)
  const edges = [0, frameSize, olderFrameSize - 1, olderFrameSize, 2 * olderFrameSize + 1, bytes.length]
  for (const start of edges)
    for (const end of edges.filter((edge) => edge >= start))
      expect((await range(guid, start, end)).equals(bytes.subarray(start, end))).toBe(true)
})

test('the header of an object is read for its first range only, and kept only once it opened a frame', async () => {
  const { guid } = await vault.store(threeFrames)
  const starts: number[] = []
  const storage: Storage = Object.create(world.storage)
  storage.open = async (name) => {
    const reader = await world.storage.open(name)
    const read = reader.read.bind(reader)
    reader.read = (start, end, pieceSize) => (starts.push(start), read(start, end, pieceSize))
    return reader
  }
  vault = new Vault({ ...world, storage, keys: world.keyRing })
  const sealed = readFileSync(world.fileOf(guid))
  const damaged = Buffer.from(sealed)
  damaged[headerSize - 1]! ^= 1
  writeFileSync(world.fileOf(guid), damaged)
  await expect(range(guid, 0, 1)).rejects.toThrow(SealBroken)
  writeFileSync(world.fileOf(guid), sealed)
  for (const start of [1, frameSize, 5])
    expect((await range(guid, start, start + 9)).equals(threeFrames.subarray(start, start + 9))).toBe(true)
  const frames = [0, 1, 0].map((index) => headerSize + index * sealedFrameSize)
  expect(starts).toEqual([0, headerSize, 0, ...frames])
})

test('a range outside the object is an error', async () => {
  const { guid } = await vault.store(Buffer.from('ten bytes.'))
  for (const [start, end] of [
    [-1, 2],
    [0, 11],
    [5, 4],
  ] as const) {
    await expect(range(guid, start, end)).rejects.toThrow(RangeError)
  }
})

test('what lies on disk shows nothing of the bytes', async () => {
  const object = await vault.store(Buffer.from('a secret that can be searched for'))
  expect(readFileSync(fileOf(object)).includes('secret')).toBe(false)
})

test('nothing of a frame is given out when a bit of it was changed', async () => {
  const object = await vault.store(threeFrames)
  const sealed = readFileSync(fileOf(object))
  sealed[headerSize + sealedFrameSize + 5]! ^= 1
  writeFileSync(fileOf(object), sealed)
  expect((await range(object.guid, 0, frameSize)).length).toBe(frameSize)
  await expect(range(object.guid, frameSize, frameSize + 1)).rejects.toThrow(SealBroken)
})

test('cut off, lengthened, and shortened by a whole frame are all caught', async () => {
  const object = await vault.store(threeFrames)
  const sealed = readFileSync(fileOf(object))
  for (const length of [0, 3, headerSize, headerSize + 2 * sealedFrameSize, sealed.length - 1]) {
    writeFileSync(fileOf(object), sealed)
    truncateSync(fileOf(object), length)
    await expect(vault.bytes(object.guid)).rejects.toThrow(SealBroken)
  }
  writeFileSync(fileOf(object), sealed)
  appendFileSync(fileOf(object), 'x')
  await expect(vault.bytes(object.guid)).rejects.toThrow(SealBroken)
})

test('a shortened object is caught even when its row was changed to fit', async () => {
  const object = await vault.store(threeFrames)
  truncateSync(fileOf(object), headerSize + 2 * sealedFrameSize)
  await world.database.kysely
    .updateTable('object')
    .set({ size: 2 * frameSize })
    .execute()
  await expect(vault.bytes(object.guid)).rejects.toThrow(SealBroken)
})

test('two frames that changed places are caught', async () => {
  const object = await vault.store(threeFrames)
  const sealed = readFileSync(fileOf(object))
  const frame = (index: number): Buffer =>
    sealed.subarray(headerSize + index * sealedFrameSize, headerSize + (index + 1) * sealedFrameSize)
  writeFileSync(fileOf(object), Buffer.concat([sealed.subarray(0, headerSize), frame(1), frame(0), frame(2)]))
  await expect(vault.bytes(object.guid)).rejects.toThrow(SealBroken)
})

test('two objects that changed places are caught, with their rows changed too', async () => {
  const one = await vault.store(Buffer.from('first '))
  const two = await vault.store(Buffer.from('second'))
  const bytes = readFileSync(fileOf(one))
  writeFileSync(fileOf(one), readFileSync(fileOf(two)))
  writeFileSync(fileOf(two), bytes)
  await expect(vault.bytes(one.guid)).rejects.toThrow(SealBroken)
  const rows = await world.database.kysely.selectFrom('object').selectAll().execute()
  for (const row of rows) {
    const other = rows.find(({ guid }) => guid !== row.guid)!
    await world.database.kysely
      .updateTable('object')
      .set({ wrapped_key: other.wrapped_key })
      .where('guid', '=', row.guid)
      .execute()
  }
  await expect(vault.bytes(one.guid)).rejects.toThrow('does not open')
})

test('the key of another installation opens nothing and says so', async () => {
  const { guid } = await vault.store(Buffer.from('x'))
  const other = new Vault({ ...world, keys: KeyRing.make() })
  await expect(other.open(guid)).rejects.toThrow('SECRET_KEY')
})

test('an abandoned object leaves neither bytes nor row', async () => {
  const writer = await vault.create()
  const room = writer.write(randomBytes(3 * frameSize))
  await writer.abort()
  await writer.abort()
  if (room !== true) await room.catch(() => undefined)
  expect(() => writer.write(Buffer.from('more'))).toThrow('abandoned')
  await expect(writer.commit()).rejects.toThrow('abandoned')
  await expect(vault.open(writer.guid)).rejects.toThrow(ObjectMissing)
  await expectNothingStored()
})

test('when the row cannot be written, the bytes go too', async () => {
  const writer = await vault.create()
  writer.write(Buffer.from('x'))
  await world.database.kysely.schema.alterTable('object').renameTo('elsewhere').execute()
  await expect(writer.commit()).rejects.toThrow(/no such table|does not exist/)
  await world.database.kysely.schema.alterTable('elsewhere').renameTo('object').execute()
  await expectNothingStored()
})

test('a full disk is met by the writer that waits, and by commit', async () => {
  const writer = await vault.create()
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  const handle = await open(`${world.dataDir}/x`, 'w')
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  vi.spyOn(prototype, 'writev').mockRejectedValue(full)
  const room = writer.write(randomBytes(9 * 1024 * 1024))
  expect(room).not.toBe(true)
  await expect(room).rejects.toMatchObject({ problem: 'storageFull' })
  await expect(writer.commit()).rejects.toMatchObject({ problem: 'storageFull' })
  await expectNothingStored()
})

test('of bytes at hand that find no room nothing stays, and no file stays open', async () => {
  const handle = await open(`${world.dataDir}/x`, 'w')
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  vi.spyOn(prototype, 'writev').mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  await expect(vault.store(randomBytes(9 * 1024 * 1024))).rejects.toMatchObject({ problem: 'storageFull' })
  await expectNothingStored()
  expect(openFilesOf(world.dataDir)).toEqual([])
})

test('a writer far ahead of storage is asked to wait', async () => {
  const writer = await vault.create()
  const rooms = []
  for (let i = 0; i < 40; i++) rooms.push(writer.write(Buffer.alloc(256 * 1024)))
  const firstWait = rooms.findIndex((room) => room !== true)
  expect(firstWait).toBeGreaterThan(2)
  expect(firstWait).toBeLessThan(8)
  await Promise.all(rooms)
  await writer.commit()
})

test('reading that ends early, in the middle or by an error closes the file', async () => {
  const object = await vault.store(randomBytes(20 * frameSize))
  for await (const chunk of (await vault.open(object.guid)).read()) {
    expect(chunk.length).toBe(64 * 1024)
    break
  }
  const iterator = (await vault.open(object.guid)).read()
  await iterator.next()
  await iterator.return()
  const reader = await vault.open(object.guid)
  const closed = reader.read()
  await closed.next()
  reader.close()
  await expect(closed.next()).rejects.toThrow('closed')
  expect(openFilesOf(world.dataDir)).toEqual([])
})

test('of many slow readers each gets all of its bytes, though what waits for them is let go', async () => {
  const bytes = randomBytes(8 * frameSize)
  const { guid } = await vault.store(bytes)
  const readings = await Promise.all(Array.from({ length: 100 }, async () => (await vault.open(guid)).read()))
  const got: Buffer[][] = readings.map(() => [])
  for (let turn = 0; turn < 8; turn++) {
    for (const [at, reading] of readings.entries()) got[at]!.push((await reading.next()).value as Buffer)
  }
  for (const chunks of got) expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  for (const reading of readings) expect((await reading.next()).done).toBe(true)
})

test('opening an object opens no file before its bytes are asked for', async () => {
  const { guid } = await vault.store(randomBytes(10))
  const reader = await vault.open(guid)
  reader.read()
  expect(openFilesOf(world.dataDir)).toEqual([])
  expect(reader.size).toBe(10)
})

test('a removed object is gone; within a transaction its bytes go only after the commit', async () => {
  const first = await vault.store(Buffer.from('1'))
  await vault.remove(first.guid)
  await expect(world.storage.size(first.guid)).rejects.toThrow(ObjectMissing)
  const second = await vault.store(Buffer.from('2'))
  const failing = world.database.transaction(async (tx) => {
    await vault.remove(second.guid, tx)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect((await vault.bytes(second.guid)).toString()).toBe('2')
  await world.database.transaction((tx) => vault.remove(second.guid, tx))
  await expect(vault.open(second.guid)).rejects.toThrow(ObjectMissing)
  await expectNothingStored()
})

async function expectNothingStored(): Promise<void> {
  expect(await world.stored()).toEqual([])
  expect(readdirSync(path.join(world.dataDir, 'objects', 'incoming'))).toEqual([])
}
