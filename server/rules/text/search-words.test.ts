import { expect, test } from 'vitest'
import { isFoundIn, searchWords } from './search-words.ts'

test.each([
  ['Agreement-final v2.PDF', ['agreement', 'final', 'v2', 'pdf']],
  ['Straße STRASSE', ['strasse']],
  ['ﬁle ＡＢＣ', ['file', 'abc']],
  ['rita.rossi@example.net', ['rita', 'rossi', 'example', 'net']],
  ['E\u0301tude étude', ['étude']],
  ['a'.repeat(99), ['a'.repeat(60)]],
  ['\u0000 % _ * \' " \\', []],
  ['', []],
])('the words of %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test('scripts without spaces are split into words', () => {
  expect(searchWords('契約書の草案').length).toBeGreaterThan(1)
})

test('a search is found where each of its words begins a word', () => {
  expect(isFoundIn('Anna Adler anna@example.com', searchWords('AD exam'))).toBe(true)
  expect(isFoundIn('Anna Adler anna@example.com', searchWords('dler'))).toBe(false)
})
