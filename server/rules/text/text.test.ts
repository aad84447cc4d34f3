import { expect, test } from 'vitest'
import { defaultBlockedWords } from '#server/rules/accounts/blocked-words.ts'
import { Problem } from '#server/rules/problems.ts'
import { BlockedWords, plainText, textProblem } from './text.ts'

const blockedWords = BlockedWords.parse(defaultBlockedWords)
const message = { field: 'message', maxLength: 2000, blockedWords }
const subject = { ...message, field: 'subject' }

const markup = 'This field must not contain these characters <> and HTML codes.'
const addresses = 'Email addresses and URLs are not allowed. Please modify your message or contact support.'
const spam =
  'To prevent spam, email addresses, links and some words are not allowed in the subject field. Contact support if you need help.'

test('ordinary text is kept, with its line ends as newlines and no space around it', () => {
  const typed = '  Dear Jane,\r\n\r\nplease find version 2.1 (report.pdf), 50 % done — "final"?\tYours  '
  expect(plainText(typed, message)).toBe(
    'Dear Jane,\n\nplease find version 2.1 (report.pdf), 50 % done — "final"?\tYours',
  )
})

test.each([
  'z. B. die Anlage 3.2, S.5',
  'Meet at 10.30, e.g. at the office. So be it.',
  'Figures of the death certificate and the casino',
  '你好，请看附件。谢谢',
  'שלום, see page 4',
])('%j is fine', (typed) => {
  expect(textProblem(typed, message)).toBeNull()
})

test.each(['<b>', 'a > b', '&lt;script&gt;', 'R&D', 'a=b', '&#60;'])('%j is refused as markup', (typed) => {
  expect(textProblem(typed, message)).toBe(markup)
})

test.each([
  'write to jane@example.com',
  'see https://example.com/x',
  'see www.example.org',
  'go to example.com now',
  'short bit.ly/abc',
  'full width ｅｘａｍｐｌｅ．ｃｏｍ',
  'mailto:someone',
  '例え.com',
])('%j is refused for its address', (typed) => {
  expect(textProblem(typed, message)).toBe(addresses)
  expect(textProblem(typed, subject)).toBe(spam)
})

test.each([
  'Claim Your   PRIZE today',
  'cla\u200bim your prize',
  'ＣＬＡＩＭ your prize',
  '来玩博 彩吧',
  'Kill yourself.',
])('%j is refused without saying which word it was', (typed) => {
  expect(textProblem(typed, subject)).toBe(spam)
})

test('a blocked word inside a longer word is no blocked word', () => {
  const words = new BlockedWords(['ass', 'c++ tips', ''])
  expect(words.isIn('Assess the class')).toBe(false)
  expect(words.isIn('an ASS!')).toBe(true)
  expect(words.isIn('C++ tips')).toBe(true)
})

test('an operator who gives no list blocks no word', () => {
  expect(textProblem('claim your prize', { field: 'message', maxLength: 100 })).toBeNull()
  expect(new BlockedWords([]).isIn('anything')).toBe(false)
  expect(BlockedWords.parse('# only remarks\n\n').isIn('only remarks')).toBe(false)
})

test.each(['a\u0000b', 'a\u001bb', 'a\u0085b', 'a\u202eb', 'a\ud800b'])(
  'hidden characters are refused: %j',
  (typed) => {
    expect(textProblem(typed, message)).toContain('control characters')
  },
)

test('length counts characters, not code units', () => {
  expect(textProblem('😀'.repeat(10), { field: 'message', maxLength: 10 })).toBeNull()
  expect(textProblem('😀'.repeat(11), { field: 'message', maxLength: 10 })).toBe(
    'Shorten this to 10 characters or fewer.',
  )
})

test('plainText throws a Problem that names the field', () => {
  const refused = new Problem('textRefused', { field: 'title', text: markup })
  expect(() => plainText('<', { ...message, field: 'title' })).toThrow(
    expect.objectContaining({ problem: refused.problem, field: refused.field, text: refused.text }) as Error,
  )
})
