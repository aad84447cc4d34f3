import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { openDiskStorage } from './disk.ts'
import { testStorageContract } from '#server/storage/storage.contract.ts'
import { ObjectMissing, type Storage, type StorageWriter } from '#server/storage/storage.ts'

let dataDir: string
let storage: Storage

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-disk-'))
  storage = await openDiskStorage({ dataDir })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dataDir, { recursive: true, force: true })
})

/** What all open files have their methods from. */
async function handles(): Promise<FileHandle> {
  const handle = await open(path.join(dataDir, 'any'), 'w')
  await handle.close()
  return Object.getPrototypeOf(handle) as FileHandle
}

/** Writes so many MiB, of which nothing is durable yet. */
async function begin(name: string, mebibytes: number): Promise<StorageWriter> {
  const writer = await storage.put(name)
  const mebibyte = Buffer.alloc(1024 * 1024)
  for (let i = 0; i < mebibytes; i++) await writer.write([mebibyte])
  return writer
}

async function put(name: string, text: string): Promise<void> {
  const writer = await storage.put(name)
  await writer.write([Buffer.from(text)])
  await writer.commit()
}

async function read(name: string, start: number, end: number, pieceSize = 4): Promise<string[]> {
  const reader = await storage.open(name)
  const pieces: string[] = []
  for await (const piece of reader.read(start, end, pieceSize)) pieces.push(piece.toString())
  await reader.close()
  return pieces
}

function leftovers(): string[] {
  return readdirSync(path.join(dataDir, 'objects', 'incoming'))
}

describe('the disk store keeps the contract', () => {
  testStorageContract(() => storage)
})

test('what was written is read back in pieces of the size asked for', async () => {
  const name = newGuid()
  const writer = await storage.put(name)
  await writer.write([Buffer.from('ab'), Buffer.from('cdef')])
  await writer.write([Buffer.from('ghij')])
  await writer.commit()
  expect(await read(name, 0, 10)).toEqual(['abcd', 'efgh', 'ij'])
  expect(await read(name, 3, 5)).toEqual(['de'])
  expect(await read(name, 4, 4)).toEqual([])
  expect(await storage.size(name)).toBe(10)
  expect(readdirSync(path.join(dataDir, 'objects', name.slice(0, 2), name.slice(2, 4)))).toEqual([name])
})

test('what is stored, and what is on its way, is for the server alone', async () => {
  const name = newGuid()
  const writer = await storage.put(name)
  await writer.write([Buffer.from('ab')])
  const incoming = path.join(dataDir, 'objects', 'incoming')
  const underWay = leftovers().map((file) => path.join(incoming, file))
  expect(underWay).toHaveLength(1)
  const modes = (paths: string[]) => paths.map((each) => (statSync(each).mode & 0o777).toString(8))
  expect(modes([incoming, ...underWay])).toEqual(['700', '600'])
  await writer.commit()
  const folder = path.join(dataDir, 'objects', name.slice(0, 2))
  const second = path.join(folder, name.slice(2, 4))
  expect(modes([folder, second, path.join(second, name)])).toEqual(['700', '700', '600'])
})

test('a full disk is storageFull, and what was written is removed', async () => {
  const prototype = await handles()
  const writer = await storage.put(newGuid())
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  vi.spyOn(prototype, 'writev').mockRejectedValue(full)
  await expect(writer.write([Buffer.from('x')])).rejects.toMatchObject({ problem: 'storageFull' })
  expect(leftovers()).toEqual([])
})

test('a full disk at the last sync is storageFull too', async () => {
  const name = newGuid()
  const writer = await storage.put(name)
  await writer.write([Buffer.from('x')])
  const prototype = await handles()
  vi.spyOn(prototype, 'sync').mockRejectedValue(Object.assign(new Error('no space'), { code: 'EDQUOT' }))
  await expect(writer.commit()).rejects.toMatchObject({ problem: 'storageFull' })
  expect(leftovers()).toEqual([])
  await expect(storage.size(name)).rejects.toThrow(ObjectMissing)
})

test('a write that the system takes only in part is carried on', async () => {
  const name = newGuid()
  const writer = await storage.put(name)
  const prototype = await handles()
  const whole = prototype.writev
  vi.spyOn(prototype, 'writev').mockImplementation(function (this: FileHandle, buffers, position) {
    return whole.call(this, [(buffers[0] as Buffer).subarray(0, 2)], position)
  } as typeof whole)
  await writer.write([Buffer.from('abc'), Buffer.from('d'), Buffer.from('efghi')])
  vi.restoreAllMocks()
  await writer.commit()
  expect((await read(name, 0, 9, 100)).join('')).toBe('abcdefghi')
})

test('of a large file the disk has a part before its end, of one file at a time', async () => {
  const isFlushed = Promise.withResolvers<void>()
  const flush = vi.spyOn(await handles(), 'datasync').mockReturnValue(isFlushed.promise)
  const writers = [await begin(newGuid(), 2), await begin(newGuid(), 2), await begin(newGuid(), 0)]
  expect(flush).toHaveBeenCalledTimes(1)
  isFlushed.resolve()
  for (const writer of writers) await writer.write([Buffer.alloc(1024 * 1024)])
  expect(flush).toHaveBeenCalledTimes(2)
  for (const writer of writers) await writer.commit()
})

test('what the disk refused before the end is not stored', async () => {
  const name = newGuid()
  const flush = vi.spyOn(await handles(), 'datasync')
  flush.mockRejectedValueOnce(Object.assign(new Error('damaged'), { code: 'EIO' }))
  const writer = await begin(name, 4)
  expect(flush).toHaveBeenCalledTimes(1)
  await expect(writer.commit()).rejects.toMatchObject({ code: 'EIO' })
  expect(leftovers()).toEqual([])
  await expect(storage.size(name)).rejects.toThrow(ObjectMissing)
})

test('a file that is given up stays open until the disk has what it was given', async () => {
  const isGivenUp = Promise.withResolvers<void>()
  let descriptor: number | null = null
  vi.spyOn(await handles(), 'datasync').mockImplementation(async function (this: FileHandle) {
    await isGivenUp.promise
    descriptor = this.fd
  })
  const writer = await begin(newGuid(), 2)
  const aborted = writer.abort()
  isGivenUp.resolve()
  await aborted
  expect(descriptor).toBeGreaterThan(0)
  expect(leftovers()).toEqual([])
})

test('what an interrupted process left is removed at the start', async () => {
  const kept = newGuid()
  await put(kept, 'kept')
  writeFileSync(path.join(dataDir, 'objects', 'incoming', 'half-written'), 'x')
  storage = await openDiskStorage({ dataDir })
  expect(leftovers()).toEqual([])
  expect(await read(kept, 0, 4)).toEqual(['kept'])
})

test('a folder that several processes share loses only what no one has touched for a day', async () => {
  const incoming = path.join(dataDir, 'objects', 'incoming')
  for (const name of ['of-another-process', 'of-a-dead-one']) writeFileSync(path.join(incoming, name), 'x')
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  utimesSync(path.join(incoming, 'of-a-dead-one'), twoDaysAgo, twoDaysAgo)
  await openDiskStorage({ dataDir, isAlone: false })
  expect(leftovers()).toEqual(['of-another-process'])
})

test('a folder that cannot be written fails its check', async () => {
  await rm(path.join(dataDir, 'objects'), { recursive: true })
  await expect(storage.check()).rejects.toThrow('ENOENT')
})

test('the check leaves nothing behind', async () => {
  await storage.check()
  expect(leftovers()).toEqual([])
})

test('the list names every object and nothing else', async () => {
  const names = [newGuid(), newGuid(), newGuid()].sort()
  for (const name of names) await put(name, 'four')
  mkdirSync(path.join(dataDir, 'objects', 'ab', 'cd'), { recursive: true })
  writeFileSync(path.join(dataDir, 'objects', 'ab', 'cd', 'notes.txt'), 'x')
  const listed = []
  for await (const { name, size, modifiedAt } of storage.list()) {
    expect(size).toBe(4)
    expect(modifiedAt).toBeGreaterThan(0)
    listed.push(name)
  }
  expect(listed.sort()).toEqual(names)
})
