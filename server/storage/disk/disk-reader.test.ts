import { closeSync, openSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DiskReader } from './disk-reader.ts'

let folder: string
let descriptor: number
let released: number

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-reader-'))
  const file = path.join(folder, 'stored')
  writeFileSync(file, 'stored bytes')
  descriptor = openSync(file, 'r')
  released = 0
})

afterEach(async () => {
  closeSync(descriptor)
  await rm(folder, { recursive: true, force: true })
})

/** Whose descriptor stays good, as that of a closed file is once another one has it. */
function reader(): DiskReader {
  return new DiskReader(descriptor, 12, () => void (released += 1))
}

test('a closed reader reads nothing more, since its descriptor may be that of another file', async () => {
  const closed = reader()
  const reading = closed.read(0, 12, 6)[Symbol.asyncIterator]()
  expect(String((await reading.next()).value)).toBe('stored')
  await closed.close()
  await expect(reading.next()).rejects.toThrow('closed')
  await expect(closed.read(0, 6, 6)[Symbol.asyncIterator]().next()).rejects.toThrow('closed')
})

test('a file is closed after what is being read of it, and once', async () => {
  const closing = reader()
  const reading = closing.read(0, 6, 6)[Symbol.asyncIterator]().next()
  const closed = [closing.close(), closing.close()]
  expect(released).toBe(0)
  expect(String((await reading).value)).toBe('stored')
  await Promise.all(closed)
  expect(released).toBe(1)
})
