import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { FileKey, ObjectLocked } from './keys/file-key.ts'
import { frameSize } from './sealed/sealing.ts'
import type { Vault } from './vault.ts'

let world: StoredWorld
let vault: Vault
const fileKey = FileKey.make()
const bytes = randomBytes(2 * frameSize + 1000)

beforeEach(async () => {
  world = await openStoredWorld()
  ;({ vault } = world)
})

function rowOf(guid: string) {
  return world.database.kysely
    .selectFrom('object')
    .selectAll()
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
}

test('a locked object opens with its file key only', async () => {
  const { guid } = await vault.store(bytes, fileKey)
  expect((await vault.bytes(guid, fileKey)).equals(bytes)).toBe(true)
  await expect(vault.open(guid)).rejects.toThrow(ObjectLocked)
  await expect(vault.open(guid, FileKey.make())).rejects.toThrow(ObjectLocked)
})

test('its row tells nothing of what is in it: no CRC-32, and the SHA-256 is of the sealed bytes', async () => {
  const { guid } = await vault.store(bytes, fileKey)
  expect(await rowOf(guid)).toMatchObject({ is_locked: 1, crc32: 0, sha256: null, size: bytes.length })
  await vault.takeHash(guid)
  const stored = await readFile(world.fileOf(guid))
  const { sha256 } = await rowOf(guid)
  expect(sha256).toBe(createHash('sha256').update(stored).digest('hex'))
  expect(sha256).toBe(await vault.hashOfSealed(guid))
})

test('an object without a lock is as ever, whatever key is at hand', async () => {
  const { guid } = await vault.store(bytes)
  expect((await vault.bytes(guid, fileKey)).equals(bytes)).toBe(true)
  expect(await rowOf(guid)).toMatchObject({
    is_locked: 0,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
})

test('a locked copy is beside the first one until it is recorded or discarded', async () => {
  const { guid } = await vault.store(bytes)
  const copy = await vault.lockedCopy(guid, fileKey)
  expect(await vault.has(copy.guid)).toBe(false)
  await world.database.transaction((tx) => vault.record(tx, copy))
  expect((await vault.bytes(copy.guid, fileKey)).equals(bytes)).toBe(true)
  expect((await vault.bytes(guid)).equals(bytes)).toBe(true)
  const other = await vault.lockedCopy(guid, fileKey)
  await vault.discard(other.guid)
  expect(await world.stored()).toEqual([guid, copy.guid].toSorted())
})

test('a copy that fails leaves nothing behind', async () => {
  const locked = await vault.store(bytes, fileKey)
  await expect(vault.lockedCopy(locked.guid, fileKey)).rejects.toThrow(ObjectLocked)
  await expect(vault.lockedCopy('f'.repeat(32), fileKey)).rejects.toThrow('No bytes are stored')
  expect(await world.stored()).toEqual([locked.guid])
})
