import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deriveKey, keyFileName, loadInstallationKey, unwrapKey, wrapKey } from './installation-key.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'strongroom-key-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('the first start makes a key that only its owner may read, and every later one finds it', () => {
  const key = loadInstallationKey(dataDir, null)
  expect(key).toHaveLength(32)
  expect(loadInstallationKey(dataDir, null)).toEqual(key)
  expect(statSync(path.join(dataDir, keyFileName)).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual([keyFileName])
})

test("the operator's key comes before the file, and no file is made", () => {
  const own = randomBytes(32)
  expect(loadInstallationKey(dataDir, own)).toEqual(own)
  expect(readdirSync(dataDir)).toEqual([])
  expect(() => loadInstallationKey(dataDir, randomBytes(16))).toThrow('SECRET_KEY must hold 32 bytes')
})

test('a file that is no key is refused and left as it is', () => {
  const file = path.join(dataDir, keyFileName)
  for (const text of ['', 'short', 'ab'.repeat(31), `${'ab'.repeat(32)}ff`, 'zz'.repeat(32)]) {
    writeFileSync(file, text)
    expect(() => loadInstallationKey(dataDir, null)).toThrow('64 hexadecimal characters')
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
})

test('a lost key is not replaced while objects are sealed under it', () => {
  mkdirSync(path.join(dataDir, 'objects', 'ab'), { recursive: true })
  expect(() => loadInstallationKey(dataDir, null)).toThrow('Put the key back')
  expect(readdirSync(dataDir)).toEqual(['objects'])
})

test('keys for different purposes differ, and are the same each time', () => {
  const key = randomBytes(32)
  expect(deriveKey(key, 'cookies')).toEqual(deriveKey(key, 'cookies'))
  expect(deriveKey(key, 'cookies')).not.toEqual(deriveKey(key, 'codes'))
  expect(deriveKey(key, 'cookies')).toHaveLength(32)
})

test('an object key opens only under the same key, for the same object, unchanged', () => {
  const wrapping = randomBytes(32)
  const key = randomBytes(32)
  const wrapped = wrapKey(wrapping, 'a'.repeat(32), key)
  expect(unwrapKey(wrapping, 'a'.repeat(32), wrapped)).toEqual(key)
  expect(() => unwrapKey(wrapping, 'b'.repeat(32), wrapped)).toThrow('does not open')
  expect(() => unwrapKey(randomBytes(32), 'a'.repeat(32), wrapped)).toThrow('does not open')
  expect(() => unwrapKey(wrapping, 'a'.repeat(32), wrapped.slice(0, -4))).toThrow('does not open')
  expect(() => unwrapKey(wrapping, 'a'.repeat(32), '')).toThrow('does not open')
})
