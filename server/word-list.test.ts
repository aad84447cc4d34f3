import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WordList } from './word-list.ts'

let folder: string
let file: string
let now = 0

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-words-'))
  file = path.join(folder, 'blocked-words.txt')
  now = 1_000_000
})

afterEach(() => rm(folder, { recursive: true, force: true }))

function open(): WordList {
  return new WordList({ file, builtIn: 'zonk', clock: () => now })
}

test('without a file the built-in words are blocked', () => {
  expect(open().isIn('a ZONK here')).toBe(true)
  expect(open().isIn('a plonk here')).toBe(false)
})

test('a file takes the place of the built-in words', async () => {
  await writeFile(file, 'plonk # cheap wine\n')
  const words = open()
  expect([words.isIn('zonk'), words.isIn('plonk')]).toEqual([false, true])
})

test('a change of the file holds some seconds later, without a restart', async () => {
  const words = open()
  expect(words.isIn('plonk')).toBe(false)
  await writeFile(file, 'plonk\n')
  now += 2_999
  expect(words.isIn('plonk')).toBe(false)
  now += 1
  expect(words.isIn('plonk')).toBe(true)
  await writeFile(`${file}.new`, 'klonk\n')
  await rename(`${file}.new`, file)
  now += 3_000
  expect([words.isIn('plonk'), words.isIn('klonk')]).toEqual([false, true])
  await rm(file)
  now += 3_000
  expect([words.isIn('klonk'), words.isIn('zonk')]).toEqual([false, true])
})

test('a file that cannot be read as one leaves the list as it was', async () => {
  await writeFile(file, 'plonk\n')
  const words = open()
  expect(words.isIn('plonk')).toBe(true)
  await rm(file)
  await mkdir(file)
  now += 3_000
  expect(words.isIn('plonk')).toBe(true)
})
