import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordAdvice, passwordProblem, passwordStrength } from './passwords.ts'

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
  'Ann loves green tea',
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
  'ｐａｓｓｗｏｒｄ１２３４',
  'раsswоrd1234',
  'pass\u200bword1234',
  'sweetheart99',
  'Manchester2024',
  'qazwsxedc123',
])('%j is refused, for guessing starts there', (password) => {
  expect(passwordProblem(password, context)).toContain('too easy to guess')
})

test.each([
  'strongroom-2024!',
  'STR0NGR00M is mine',
  'Anna loves green tea',
  'Аnnа of the hills',
  'ａｎｎａ of the hills',
  'AnnaKowalczyk1',
  'anna.alexander@firm.example',
  'mine@ﬁrm anna.alexander',
  'StrongroomAnna7',
])('%j is refused, for it contains name, address or product', (password) => {
  expect(passwordProblem(password, { ...context, lastName: 'Kowalczyk' })).toContain('contains your name')
})

test('length is counted in characters and the limits are the operator’s and 200', () => {
  expect(passwordProblem('short', context)).toBe(
    'Use at least 12 characters. Several words separated by spaces are easy to remember.',
  )
  expect(passwordProblem('kx7#vq9!', { minLength: 8 })).toBeNull()
  const long = Array.from({ length: 40 }, (_, index) => `w${index * 7}x`).join(' ')
  expect(passwordProblem(long.slice(0, 200), context)).toBeNull()
  expect(passwordProblem(`${long.slice(0, 200)}z`, context)).toBe('Use at most 200 characters.')
})

test('a password that cannot be kept as typed is refused', () => {
  expect(passwordProblem('with a \0 in the middle', context)).toContain('can’t be saved')
  expect(passwordProblem('half a \ud83d character', context)).toContain('can’t be saved')
})

test.each([
  ['password1234', false, false, 'This password is too easy to guess'],
  ['839201746582', true, false, 'Add letters: two or three unrelated words.'],
  ['monkey green', true, false, 'Add one or two unrelated words to make it strong.'],
  ['lamp over the bay', true, true, 'Strong.'],
  ['correct horse battery staple', true, true, 'Very strong.'],
])('of %j is said how strong it is, and what would help', (password, isAccepted, isStrong, words) => {
  const strength = passwordStrength(password, context)
  expect(strength).toMatchObject({ isAccepted, isStrong, words: expect.stringContaining(words) as string })
  expect(strength.isVeryStrong).toBe(words === 'Very strong.')
})

test('advice is given for what was taken and is not strong, and for nothing else', () => {
  expect(passwordAdvice('839201746582', context)).toContain('Good enough, but not strong.')
  expect(passwordAdvice('password1234', context)).toBeNull()
  expect(passwordAdvice('correct horse battery staple', context)).toBeNull()
})

test('a password of ten million characters is refused at once', () => {
  expect(passwordProblem('x'.repeat(10_000_000), context)).toBe('Use at most 200 characters.')
})

test('the list of the commonest holds several thousand, each once, none a mere number', () => {
  expect(commonPasswords.size).toBeGreaterThan(4000)
  expect([...commonPasswords].filter((word) => word !== word.toLowerCase() || /^\d*$/.test(word))).toEqual([])
})
