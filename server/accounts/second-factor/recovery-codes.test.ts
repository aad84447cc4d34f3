import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

const secret = randomBytes(20)

test('ten codes of 60 bits, in groups, without letters that look like digits', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  const characters = '[0-9A-HJKMNP-TV-Z]{4}'
  for (const code of codes) expect(code).toMatch(new RegExp(`^${characters}-${characters}-${characters}$`))
  // Of a thousand codes every character occurs.
  const seen = new Set(Array.from({ length: 100 }, newRecoveryCodes).flat().join(''))
  expect(seen.size).toBe(32 + 1)
})

test('a code is the same however it is typed', () => {
  const hash = hashOfRecoveryCode(secret, '10AB-C2DE-01FG')
  for (const typed of ['10abc2de01fg', ' 10ab c2de\t01fg ', 'IOAB-C2DE-OLFG', 'ioab-c2de-oifg']) {
    expect(hashOfRecoveryCode(secret, typed)).toBe(hash)
  }
  expect(hashOfRecoveryCode(secret, '10AB-C2DE-01FH')).not.toBe(hash)
})

test.each([
  '',
  '10AB-C2DE-01F',
  '10AB-C2DE-01FGG',
  '10AB-C2DE-01FU',
  '10AB-C2DE-01F!',
  '123456',
  'é'.repeat(12),
])('what is no recovery code has no hash: %j', (typed) => {
  expect(hashOfRecoveryCode(secret, typed)).toBeNull()
})

test('what the database keeps depends on the secret of the account and holds no part of the code', () => {
  const [code = ''] = newRecoveryCodes()
  const hash = hashOfRecoveryCode(secret, code)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(hashOfRecoveryCode(randomBytes(20), code)).not.toBe(hash)
})
