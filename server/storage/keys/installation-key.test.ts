import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { InstallationKey } from './installation-key.ts'
import { KeyRing } from './key-ring.ts'

const guid = 'a'.repeat(32)
const objectKey = randomBytes(32)

test('keys for different purposes differ, and are the same each time', () => {
  const key = InstallationKey.make()
  const [cookies, again, codes] = ['cookies', 'cookies', 'codes'].map((purpose) =>
    key.derive(purpose).export(),
  )
  expect(cookies).toHaveLength(32)
  expect(again).toEqual(cookies)
  expect(codes).not.toEqual(cookies)
})

test('a key is told from others by a check that is not the key', () => {
  const bytes = randomBytes(32)
  const key = new InstallationKey(bytes)
  expect(key.check).toMatch(/^[0-9a-f]{64}$/)
  expect(key.check).toBe(new InstallationKey(bytes).check)
  expect(key.check).not.toBe(InstallationKey.make().check)
  expect(key.check).not.toContain(bytes.toString('hex'))
  expect(key.check.startsWith(key.fingerprint)).toBe(true)
  expect(() => new InstallationKey(randomBytes(31))).toThrow('32 bytes')
})

test('an object key opens only under the same key, for the same object, unchanged', () => {
  const ring = KeyRing.make()
  const wrapped = ring.wrap(guid, objectKey)
  expect(ring.unwrap(guid, wrapped)).toEqual(objectKey)
  expect(() => ring.unwrap('b'.repeat(32), wrapped)).toThrow('does not open')
  expect(() => KeyRing.make().unwrap(guid, wrapped)).toThrow('does not open')
  expect(() => ring.unwrap(guid, wrapped.slice(0, -4))).toThrow('does not open')
  expect(() => ring.unwrap(guid, '')).toThrow('does not open')
})

test('a ring wraps with its first key, says so on what it wrapped, and opens with each', () => {
  const [older, newer] = [InstallationKey.make(), InstallationKey.make()]
  const before = new KeyRing([older])
  const ring = new KeyRing([newer, older, older])
  expect(ring.keys).toEqual([newer, older])
  const wrapped = ring.wrap(guid, objectKey)
  expect(wrapped.startsWith(`${newer.fingerprint}.`)).toBe(true)
  expect(ring.open(guid, wrapped)).toEqual({ key: objectKey, by: newer })
  expect(ring.open(guid, before.wrap(guid, objectKey))).toEqual({ key: objectKey, by: older })
  expect(before.open(guid, wrapped)).toBeNull()
  expect(ring.derive('forms')).toEqual([newer.derive('forms'), older.derive('forms')])
})

test('what the first version wrapped, without a name of the key, opens with each key', () => {
  const [older, newer] = [InstallationKey.make(), InstallationKey.make()]
  const unnamed = older.wrap(guid, objectKey)
  expect(unnamed).not.toContain('.')
  expect(new KeyRing([newer, older]).open(guid, unnamed)).toEqual({ key: objectKey, by: older })
  expect(new KeyRing([newer]).open(guid, unnamed)).toBeNull()
})

test('a name of another key on a wrapped key opens nothing', () => {
  const ring = KeyRing.make()
  const sealed = ring.wrap(guid, objectKey).split('.')[1]!
  expect(ring.open(guid, `00000000.${sealed}`)).toBeNull()
})

test('an installation without any key is none', () => {
  expect(() => new KeyRing([])).toThrow('needs a key')
})
