import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSecret } from '#server/accounts/secrets.ts'
import { FileKey } from '#server/storage/keys/file-key.ts'
import { heldKey, holderHash, holdKey } from './held-keys.ts'
import type { Identity } from '#server/accounts/identity.ts'

const secret = newSecret()
const browser: Identity = { user: null, readerEmail: null, browserId: 'b1', keyHolder: secret }
const share = 'a'.repeat(32)
const fileKey = FileKey.make()
const held = holdKey(browser, secret, share, fileKey)

test('a browser gets the file key back with its secret and the row together', () => {
  const objectKey = randomBytes(32)
  const back = heldKey(browser, share, held)
  expect(back?.unlock('object', fileKey.lock('object', objectKey))).toEqual(objectKey)
})

test('neither half opens anything alone', () => {
  expect(heldKey({ ...browser, keyHolder: null }, share, held)).toBeNull()
  expect(heldKey({ ...browser, keyHolder: newSecret() }, share, held)).toBeNull()
  expect(heldKey({ ...browser, keyHolder: holderHash(browser) }, share, held)).toBeNull()
  expect(heldKey(browser, share, { ...held, half: randomBytes(32).toString('base64url') })).toBeNull()
  expect(heldKey(browser, share, { half: null, lockedKey: null })).toBeNull()
})

test('it opens in no other browser and for no other share', () => {
  expect(heldKey({ ...browser, browserId: 'b2' }, share, held)).toBeNull()
  expect(heldKey(browser, 'b'.repeat(32), held)).toBeNull()
})

test('the row has nothing of the secret, and never the same twice', () => {
  expect(JSON.stringify(held)).not.toContain(secret)
  expect(holderHash(browser)).not.toBe(secret)
  expect(holderHash({ ...browser, keyHolder: null })).toBe('')
  expect(holdKey(browser, secret, share, fileKey)).not.toEqual(held)
})
