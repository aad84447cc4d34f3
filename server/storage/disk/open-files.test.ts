import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFilesOf } from '#tests/support/files/open-files.ts'
import { OpenFiles } from './open-files.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-open-'))
  for (const name of ['one', 'two', 'three']) writeFileSync(path.join(folder, name), `bytes of ${name}`)
})

afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

const open = () => openFilesOf(folder).length

test('a file of which a part was read serves the next part, with the size that it has', async () => {
  const files = new OpenFiles()
  const first = await files.open(path.join(folder, 'one'))
  expect(first.size).toBe('bytes of one'.length)
  files.release(first, true)
  expect(await files.open(path.join(folder, 'one'))).toBe(first)
  expect(open()).toBe(1)
})

test('one that was read whole is closed at once, but not while another reader has it', async () => {
  const files = new OpenFiles()
  const [one, same] = await Promise.all(['one', 'one'].map((name) => files.open(path.join(folder, name))))
  expect(open()).toBe(1)
  files.release(one!, false)
  expect(open()).toBe(1)
  files.release(same!, false)
  expect(open()).toBe(0)
})

test('what no one reads any more is closed after some seconds, and what someone reads is not', async () => {
  vi.useFakeTimers()
  const files = new OpenFiles({ stay: 5_000, maxOpen: 64 })
  const [one, two] = await Promise.all(['one', 'two'].map((name) => files.open(path.join(folder, name))))
  files.release(one!, true)
  vi.advanceTimersByTime(4_999)
  expect(open()).toBe(2)
  vi.advanceTimersByTime(5_001)
  expect(open()).toBe(1)
  files.release(two!, true)
  vi.advanceTimersByTime(10_000)
  expect(open()).toBe(0)
})

test('of too many the one goes that was left first', async () => {
  const files = new OpenFiles({ stay: 5_000, maxOpen: 2 })
  const paths = ['one', 'two', 'three'].map((name) => path.join(folder, name))
  const opened = await Promise.all(paths.map((file) => files.open(file)))
  for (const at of [1, 0, 2]) files.release(opened[at]!, true)
  expect(open()).toBe(2)
  expect(await files.open(paths[0]!)).toBe(opened[0])
  expect(await files.open(paths[1]!)).not.toBe(opened[1])
})

test('a file that is removed is closed, after its last reader', async () => {
  const files = new OpenFiles()
  const [one, two] = await Promise.all(['one', 'two'].map((name) => files.open(path.join(folder, name))))
  files.release(one!, true)
  for (const name of ['one', 'two']) {
    files.forget(path.join(folder, name))
    rmSync(path.join(folder, name))
  }
  expect(open()).toBe(1)
  files.release(two!, true)
  expect(open()).toBe(0)
  await expect(files.open(path.join(folder, 'one'))).rejects.toThrow('ENOENT')
})
