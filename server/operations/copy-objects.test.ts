// @module-tag engines
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDiskStorage } from '#server/storage/disk/disk.ts'
import type { Storage } from '#server/storage/storage.ts'
import { storeAsBefore } from '#tests/support/unit/older-object.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { copyObjects } from './copy-objects.ts'

let world: StoredWorld
let to: Storage
let folder: string
let guids: string[]

beforeEach(async () => {
  world = await openStoredWorld()
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-to-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  to = await openDiskStorage({ dataDir: folder })
  const sizes = [0, 10, 3_000_000, 1000, 700_000, 5]
  guids = []
  for (const size of sizes) guids.push((await world.vault.store(randomBytes(size))).guid)
})

function fileOf(side: 0 | 1, guid: string): string {
  return path.join([world.dataDir, folder][side]!, 'objects', guid.slice(0, 2), guid.slice(2, 4), guid)
}

function copy(isVerified = true) {
  return copyObjects({ kysely: world.database.kysely, from: world.storage, to, isVerified })
}

test('every object that has a row is copied byte for byte, once', async () => {
  expect(await copy()).toMatchObject({ count: 6, copied: 6, damaged: [] })
  for (const guid of guids) {
    expect((await readFile(fileOf(1, guid))).equals(await readFile(fileOf(0, guid)))).toBe(true)
  }
  expect(await copy()).toMatchObject({ count: 6, copied: 0, copiedBytes: 0, damaged: [] })
})

test('an object in the longer frames of before is copied like any other', async () => {
  const { guid } = await storeAsBefore(world, randomBytes(700_000))
  expect(await copy()).toMatchObject({ count: 7, copied: 7, damaged: [] })
  expect((await readFile(fileOf(1, guid))).equals(await readFile(fileOf(0, guid)))).toBe(true)
  expect(await copy()).toMatchObject({ count: 7, copied: 0, damaged: [] })
})

test('a copy that was cut off, or that differs, is made again', async () => {
  await copy()
  await truncate(fileOf(1, guids[2]!), 100)
  const other = await readFile(fileOf(1, guids[4]!))
  other[20]! ^= 1
  await writeFile(fileOf(1, guids[4]!), other)
  expect(await copy()).toMatchObject({ count: 6, copied: 2, damaged: [] })
  expect((await readFile(fileOf(1, guids[4]!))).equals(await readFile(fileOf(0, guids[4]!)))).toBe(true)
})

test('what the source has lost is named, and what the target has of it stays', async () => {
  await rm(fileOf(0, guids[0]!))
  await truncate(fileOf(0, guids[2]!), 100)
  const counts = await copy()
  expect(counts).toMatchObject({ count: 4, copied: 4 })
  expect(counts.damaged.toSorted()).toEqual([guids[0]!, guids[2]!].toSorted())
  await rm(fileOf(0, guids[3]!))
  expect(await copy()).toMatchObject({ count: 4, copied: 0 })
})
