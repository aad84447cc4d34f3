import { describe, expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpAddress, typedSecret } from './totp.ts'

// The secret and the codes of RFC 6238, appendix B, of which six digits are the last.
const secret = Buffer.from('12345678901234567890')
const known: [time: number, code: string, step: number][] = [
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1111111111, '050471', 37037037],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
]

test.each(known)('at second %i the code is %s', (time, code, step) => {
  expect(stepOfCode(secret, code, time * 1000)).toBe(step)
})

describe('a code is taken in its own step, the one before and the one after', () => {
  // 081804 is the code from second 1111111080 up to 1111111110.
  test.each([
    ['two steps before', 1111111080 - 60, null],
    ['a second too early', 1111111080 - 31, null],
    ['when the clock of the phone is 30 seconds ahead', 1111111080 - 30, 37037036],
    ['at its beginning', 1111111080, 37037036],
    ['in its last second', 1111111109, 37037036],
    ['in the last second of the next step', 1111111139, 37037036],
    ['a second too late', 1111111140, null],
    ['two steps later', 1111111170, null],
  ])('%s', (_, time, step) => {
    expect(stepOfCode(secret, '081804', time * 1000)).toBe(step)
  })
})

test.each([
  '',
  '08180',
  '0818040',
  '08180a',
  'ABCDEF',
  '-81804',
  '８１８０４０',
  '081804\0',
  '0'.repeat(10_000),
])('what is not six digits is no code: %j', (code) => {
  expect(stepOfCode(secret, code, 1111111109_000)).toBeNull()
})

test('a secret has 160 random bits and is typed as base32 in groups of four', () => {
  expect(newTotpSecret()).toHaveLength(20)
  expect(newTotpSecret()).not.toEqual(newTotpSecret())
  expect(typedSecret(secret)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
})

test('the address for apps names the installation, the account and the secret, and nothing that differs from the usual', () => {
  const address = totpAddress(secret, { issuer: 'Strongroom (files.example.com)', label: 'a+b@example.com' })
  const { protocol, host, pathname, searchParams } = new URL(address)
  expect([protocol, host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(pathname)).toBe('/Strongroom (files.example.com):a+b@example.com')
  expect(Object.fromEntries(searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Strongroom (files.example.com)',
  })
})
