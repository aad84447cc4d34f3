import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { FileKey } from './file-key.ts'

const key = randomBytes(32)

test('what a file key locked opens with it alone, and only under its own name', () => {
  const fileKey = FileKey.make()
  const locked = fileKey.lock('object', key)
  expect(fileKey.unlock('object', locked)).toEqual(key)
  expect(fileKey.unlock('other', locked)).toBeNull()
  expect(FileKey.make().unlock('object', locked)).toBeNull()
  expect(locked.includes(key)).toBe(false)
})

test('every changed bit of what is locked is caught', () => {
  const fileKey = FileKey.make()
  const locked = fileKey.lock('object', key)
  for (let at = 0; at < locked.length; at++) {
    const changed = Buffer.from(locked)
    changed[at]! ^= 1
    expect(fileKey.unlock('object', changed)).toBeNull()
  }
  expect(fileKey.unlock('object', Buffer.alloc(3))).toBeNull()
})

test('a file key travels sealed under another key, bound to a name', () => {
  const fileKey = FileKey.make()
  const sealed = fileKey.sealedUnder(key, 'name')
  const locked = fileKey.lock('object', key)
  expect(FileKey.openedBy(key, 'name', sealed)?.unlock('object', locked)).toEqual(key)
  expect(FileKey.openedBy(key, 'other', sealed)).toBeNull()
  expect(FileKey.openedBy(randomBytes(32), 'name', sealed)).toBeNull()
})

test('a file key prints as nothing, however it is printed', () => {
  const fileKey = FileKey.make()
  expect(JSON.stringify({ fileKey })).toBe('{"fileKey":{}}')
  expect(inspect(fileKey, { depth: 9, showHidden: true })).not.toMatch(/Buffer|[0-9a-f]{2} [0-9a-f]{2}/)
})
