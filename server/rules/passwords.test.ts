import { expect, test } from 'vitest'
import { passwordProblem, passwordStrength } from './passwords.ts'

const context = {
  minLength: 12,
  firstName: 'Anna',
  lastName: 'Alexander',
  email: 'anna.alexander@firm.example',
}

test.each([
  'correct horse battery staple',
  'monkey dragon sunshine',
  'x7#kQ9pLm2!w',
  'Anna loves green tea',
  '  two leading spaces',
  'ünïcödé wörter hier',
  '你好世界天地玄黄宇宙洪荒',
  '839201746582',
  'first definite rst',
])('%j is taken', (password) => {
  expect(passwordProblem(password, context)).toBeNull()
})

test.each([
  'password1234',
  'Passw0rd2024!',
  'p@$$w0rd!!!!',
  'monkey123456',
  'Sunshine2019!',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'abc123abc123',
  'qwertyuiop12',
  '1qaz2wsx3edc',
  '123456789012',
  '098765432109',
  '            ',
  'correcthorsebatterystaple',
])('%j is refused, for guessing starts there', (password) => {
  expect(passwordProblem(password, context)).toContain('tried first')
})

test.each(['strongroom-2024!', 'AnnaKowalczyk1', 'anna.alexander@firm.example', 'StrongroomAnna7'])(
  '%j is refused, for it is made of name, address or product',
  (password) => {
    expect(passwordProblem(password, { ...context, lastName: 'Kowalczyk' })).toContain('mainly your name')
  },
)

test('length is counted in characters and the limits are the operator’s and 200', () => {
  expect(passwordProblem('short', context)).toBe(
    'Use at least 12 characters. Several words with spaces between them are easy to remember.',
  )
  expect(passwordProblem('kx7#vq9!', { minLength: 8 })).toBeNull()
  const long = Array.from({ length: 40 }, (_, index) => `w${index * 7}x`).join(' ')
  expect(passwordProblem(long.slice(0, 200), context)).toBeNull()
  expect(passwordProblem(`${long.slice(0, 200)}z`, context)).toBe('Use at most 200 characters.')
})

test('a password that cannot be kept as typed is refused', () => {
  expect(passwordProblem('with a \0 in the middle', context)).toContain('cannot be kept')
  expect(passwordProblem('half a \ud83d character', context)).toContain('cannot be kept')
})

test('the strength is said in words', () => {
  expect(passwordStrength('password1234', context).isAccepted).toBe(false)
  expect(passwordStrength('839201746582', context)).toEqual({
    isAccepted: true,
    words: 'Enough. A few more characters would make it strong.',
  })
  expect(passwordStrength('correct horse battery staple', context).words).toBe('Very strong.')
})
