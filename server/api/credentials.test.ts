import { expect, test } from 'vitest'
import { readCredentials, writeCredentials } from './credentials.ts'

const person = { email: 'ann@example.org', password: 'with: a colon, and ünïcode', isRemembered: true }

test('credentials are read as they are written: a mark, then base64 in reverse', () => {
  const written = writeCredentials({ ...person, email: ' Ann@Example.org ' })
  expect(written.slice(0, 4)).toBe('***1')
  expect(Buffer.from(written.slice(4).split('').reverse().join(''), 'base64').toString()).toBe(
    'ann@example.org:with: a colon, and ünïcode',
  )
  expect(readCredentials(written)).toEqual(person)
})

test.each([
  ['with the mark that is not remembered', '***0ann@example.org:secret', false],
  ['without a mark', 'ann@example.org:secret', false],
  ['with the mark that is remembered', '***1ann@example.org:secret', true],
])('plain ones are read %s', (_how, text, isRemembered) => {
  expect(readCredentials(text)).toEqual({ email: 'ann@example.org', password: 'secret', isRemembered })
})

test.each(['', '***1', '***2xyz', ':secret', 'no base64 at all', '***0AAAA'])('%j is none', (text) => {
  expect(readCredentials(text)).toBeNull()
})
