import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFilesOf } from '#tests/support/files/open-files.ts'
import { Aside } from './aside.ts'

const mebibyte = 1024 * 1024
let root: string
let folder: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'strongroom-aside-'))
  folder = path.join(root, 'waiting')
})
afterEach(() => rm(root, { recursive: true, force: true }))

function open({ max = 100 * mebibyte, room = Infinity } = {}): Aside {
  return new Aside({ folder, max, hasRoom: async (bytes) => bytes < room })
}

async function all(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

test.each([0, 1, 100_000, mebibyte + 7])('%s bytes come back as they were', async (size) => {
  const bytes = randomBytes(size)
  const parts = [Buffer.from(bytes.subarray(0, 30_000)), Buffer.from(bytes.subarray(30_000))]
  expect((await all(await open().keep(parts))).equals(bytes)).toBe(true)
  expect(openFilesOf(folder)).toEqual([])
})

test('what waits is found under no name, is sealed, and goes when its reader has left', async () => {
  const words = Buffer.alloc(mebibyte, 'the words of a contract')
  const reading = (await open().keep([Buffer.from(words)]))[Symbol.asyncIterator]()
  await reading.next()
  expect(readdirSync(folder)).toEqual([])
  const [held] = openFilesOf(folder)
  const onDisk = readFileSync(held!)
  expect(onDisk.length).toBeGreaterThan(mebibyte)
  expect(onDisk.includes('contract')).toBe(false)
  await reading.return!()
  expect(openFilesOf(folder)).toEqual([])
})

test('what a process left that was killed is removed by the next one', () => {
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'ab'.repeat(16)), 'left')
  open()
  expect(readdirSync(folder)).toEqual([])
})

test('many who take nothing of theirs hold no memory for it', async () => {
  const aside = open({ max: 1024 * mebibyte })
  const before = process.memoryUsage().arrayBuffers
  const readings = []
  for (let reader = 0; reader < 60; reader++) {
    const reading = (await aside.keep([Buffer.alloc(8 * mebibyte, reader)]))[Symbol.asyncIterator]()
    await reading.next()
    readings.push(reading)
  }
  const each = (process.memoryUsage().arrayBuffers - before) / readings.length
  for (const reading of readings) await reading.return!()
  // One chunk each, which is on its way, and what is held of a few.
  expect(each).toBeLessThan(0.18 * mebibyte)
})

test('what there is no room for waits in memory, where that is said to do', async () => {
  const bytes = randomBytes(mebibyte)
  const aside = open({ max: mebibyte / 2 })
  expect((await all(await aside.keepIfRoom([Buffer.from(bytes)]))).equals(bytes)).toBe(true)
  expect(existsSync(folder)).toBe(false)
})

test('no more waits than can, nor than the disk has room for, and what is small waits in memory', async () => {
  const tooMuch = { problem: 'storageFull' }
  const aside = open({ max: 3 * mebibyte })
  const first = await aside.keep([randomBytes(2 * mebibyte)])
  expect(await aside.hasRoom(2 * mebibyte)).toBe(false)
  await expect(aside.keep([randomBytes(2 * mebibyte)])).rejects.toMatchObject(tooMuch)
  await all(first)
  expect(await aside.hasRoom(2 * mebibyte)).toBe(true)
  const full = open({ room: 0 })
  await expect(full.keep([randomBytes(mebibyte)])).rejects.toMatchObject(tooMuch)
  expect(await all(await full.keep([Buffer.from('small')]))).toEqual(Buffer.from('small'))
  expect(existsSync(folder)).toBe(true)
})
