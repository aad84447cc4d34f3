import { expect, test } from 'vitest'
import { markupMessage, spamMessage } from '#server/rules/text/messages.ts'
import { folderNameMessage, roomName, roomNameProblem } from './room-name.ts'
import { BlockedWords } from '#server/rules/text/text.ts'

test.each(['Project Falcon', 'x'.repeat(30), ` ${'x'.repeat(30)} `, '😀'.repeat(30), 'Büro – Teil 2'])(
  '%j is a name for a data room',
  (name) => {
    expect(roomNameProblem(name)).toBeNull()
  },
)

test.each([
  ['', 'Enter a name for the data room.'],
  ['   ', 'Enter a name for the data room.'],
  ['x'.repeat(31), 'Shorten this to 30 characters or fewer.'],
  ['<b>Falcon</b>', markupMessage],
  ['R&D', markupMessage],
  ['www.evil.example', spamMessage('name')],
  ['a zonk', spamMessage('name')],
])('%j is none', (name, words) => {
  expect(roomNameProblem(name, { blockedWords: new BlockedWords(['zonk']) })).toBe(words)
})

test.each([
  'a\\b',
  'a/b',
  'a:b',
  'a*b',
  'a?b',
  'a"b',
  'a|b',
  '.falcon',
  ' .falcon',
  '.',
  '..',
  'nul',
  'PRN',
  'Con',
  'aux',
  'con.pdf',
  'NUL.tar.gz',
  'con .txt',
  ...Array.from({ length: 10 }, (_, digit) => [`lpt${digit}`, `COM${digit}`, `com${digit}.docx`]).flat(),
  '\u2066Falcon',
  'Fal\u2067con',
  'Fal\u2028con',
  'Fal\u202acon',
])('%j cannot be a folder on every disk', (name) => {
  expect(roomNameProblem(name)).toBe(folderNameMessage)
})

test.each(['nocaf\u202egpj', 'Fal\u0000con', 'Fal\u202dcon', 'Fal\ud800con'])(
  '%j has characters that cannot be seen',
  (name) => {
    expect(roomNameProblem(name)).toMatch(/^This field can’t contain control characters/)
  },
)

test.each(['Falcon\nTwo', 'Falcon\tTwo'])('%j is not one line', (name) => {
  expect(roomNameProblem(name)).toBe('Enter the name on one line.')
})

test('a name is kept composed and without space at its ends', () => {
  expect(roomName(' Bu\u0308ro ', {})).toBe('B\u00fcro')
})

test('a name that is refused names its field', () => {
  expect(() => roomName('con', {})).toThrow(
    expect.objectContaining({ problem: 'textRefused', field: 'name' }),
  )
})
