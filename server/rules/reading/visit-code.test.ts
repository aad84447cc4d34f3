import { describe, expect, test } from 'vitest'
import { readVisitCode, shareCode, writeVisitCode } from './visit-code.ts'

const share = '8f3a01c0ffffffffffffffffffffffff'
const visit = '77d104beffffffffffffffffffffffff'
const both = { share: '8f3a01c0', visit: '77d104be' }

describe('a code', () => {
  test('is sixteen digits in groups of four; where the sender looks it says so', () => {
    expect(writeVisitCode(share, visit)).toBe('8F3A-01C0-77D1-04BE')
    expect(writeVisitCode(share, null)).toBe('8F3A-01C0-SENDER')
    expect(shareCode(share)).toBe('8F3A01C0')
  })

  test.each([
    ['as it is printed', '8F3A-01C0-77D1-04BE'],
    ['in small letters', '8f3a-01c0-77d1-04be'],
    ['without dashes', ' 8F3A01C077D104BE '],
    ['with other dashes and spaces', '8F3A – 01C0 / 77D1 . 04BE'],
    ['with letters for digits', '8F3A-OIC0-77DL-Q4BE'],
    ['that is read back', writeVisitCode(share, visit)],
  ])('%s is understood', (_, text) => {
    expect(readVisitCode(text)).toEqual(both)
  })

  test('of the sender’s own, and of the share alone, are understood too', () => {
    expect(readVisitCode('8f3a o1c0 sender')).toEqual({ share: '8f3a01c0', visit: 'sender' })
    expect(readVisitCode('8F3A01C0')).toEqual({ share: '8f3a01c0', visit: null })
  })

  test.each([
    '',
    '8F3A',
    '8F3A-01C0-77D1',
    '8F3A-01C0-77D1-04BEA',
    'WXYZ-01C0-77D1-04BE',
    'SENDER',
    '%',
    'é',
  ])('%j is none', (text) => {
    expect(readVisitCode(text)).toBeNull()
  })
})
