// @module-tag engines
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { addObject } from '#tests/support/unit/files.ts'
import { InstallationKey } from './installation-key.ts'
import { KeyFile, keyFileName } from './key-file.ts'
import type { KeyRing } from './key-ring.ts'
import { openKeys } from './open-keys.ts'

let dataDir: string
let file: string
let database: Database

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'strongroom-key-'))
  file = path.join(dataDir, keyFileName)
  database = await openTemporaryDatabase()
})

afterEach(async () => {
  rmSync(dataDir, { recursive: true, force: true })
  await database.close()
})

function open(secretKeys: Buffer[] = [], as?: 'guest'): Promise<KeyRing> {
  return openKeys({ database, dataDir, secretKeys, ...(as ? { as } : {}) })
}

async function check(): Promise<string | null> {
  const row = await database.kysely.selectFrom('installation').select('key_check').executeTakeFirstOrThrow()
  return row.key_check
}

function writeKeys(text: string): void {
  writeFileSync(file, text, { mode: 0o600 })
}

test('the first start makes a key that only its owner can read, and every later one finds it', async () => {
  const { first } = await open()
  expect((await open()).first.check).toBe(first.check)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual([keyFileName])
  expect(await check()).toBe(first.check)
})

test("the operator's keys come before the file, and no file is made", async () => {
  const keys = [randomBytes(32), randomBytes(32)]
  const ring = await open(keys)
  expect(ring.keys.map((key) => key.text())).toEqual(keys.map((key) => key.toString('hex')))
  expect(readdirSync(dataDir)).toEqual([])
  expect(await check()).toBe(ring.first.check)
})

test('a file of several keys: the first wraps, each opens', async () => {
  const keys = [InstallationKey.make(), InstallationKey.make()]
  writeKeys(`${keys[0]!.text()}\n\n  ${keys[1]!.text().toUpperCase()}\n`)
  expect((await open()).keys.map((key) => key.check)).toEqual(keys.map((key) => key.check))
})

test('a file that is no key is refused and left as it is', async () => {
  for (const text of ['', 'short', 'ab'.repeat(31), `${'ab'.repeat(32)}ff`, 'zz'.repeat(32)]) {
    writeKeys(text)
    await expect(open()).rejects.toThrow('64 hexadecimal characters')
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
})

test('a file that others can read is refused with what to do', async () => {
  await open()
  for (const mode of [0o640, 0o604, 0o644, 0o620]) {
    chmodSync(file, mode)
    await expect(open()).rejects.toThrow(`Run: chmod 600 ${file}`)
  }
  chmodSync(file, 0o400)
  await open()
})

test('a lost key is not replaced while objects are sealed under it, wherever they are', async () => {
  mkdirSync(path.join(dataDir, 'objects', 'ab'), { recursive: true })
  await expect(open()).rejects.toThrow('Put the key back')
  expect(readdirSync(dataDir)).toEqual(['objects'])
  rmSync(path.join(dataDir, 'objects'), { recursive: true })
  await open()
  rmSync(file)
  await expect(open()).rejects.toThrow('Put the key back')
  expect(existsSync(file)).toBe(false)
})

test('a database is not opened with the key of another installation', async () => {
  const own = randomBytes(32)
  const ring = await open([own])
  const other = new InstallationKey(randomBytes(32))
  const refusal = new RegExp(
    `another key \\(fingerprint ${ring.first.fingerprint}; here: ${other.fingerprint}\\)`,
  )
  await expect(open([Buffer.from(other.text(), 'hex')])).rejects.toThrow(refusal)
  await expect(open([Buffer.from(other.text(), 'hex')], 'guest')).rejects.toThrow(refusal)
  expect(await check()).toBe(ring.first.check)
  await open([Buffer.from(other.text(), 'hex'), own])
  expect(await check()).toBe(ring.first.check)
})

test('of two machines that start first together with a key each, one has the database', async () => {
  const starts = await Promise.allSettled([open([randomBytes(32)]), open([randomBytes(32)])])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a database from before it knew its key takes the one that opens its objects, and no other', async () => {
  const key = InstallationKey.make()
  await addObject({ database, now: 0 }, { guid: 'g', wrapped_key: key.wrap('g', randomBytes(32)) })
  await expect(open([randomBytes(32)])).rejects.toThrow('another key (fingerprint unknown')
  expect(await check()).toBeNull()
  await open([Buffer.from(key.text(), 'hex')])
  expect(await check()).toBe(key.check)
})

test('a guest makes no key and leaves no mark', async () => {
  await expect(open([], 'guest')).rejects.toThrow('is missing')
  await open([randomBytes(32)], 'guest')
  expect([readdirSync(dataDir), await check()]).toEqual([[], null])
})

test('replacing the keys keeps the mode, and leaves no other file', () => {
  const keys = new KeyFile(dataDir)
  keys.make()
  const [old] = keys.read()
  const next = InstallationKey.make()
  writeFileSync(`${file}.0123456789ab`, 'left by a power cut')
  keys.tidy()
  keys.replace([next, old!])
  expect(keys.read().map((key) => key.check)).toEqual([next.check, old!.check])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual([keyFileName])
})
