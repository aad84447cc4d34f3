import { expect, test } from 'vitest'
import { markupMessage, spamMessage } from './messages.ts'
import { roomNameProblem } from './room-name.ts'
import { BlockedWords } from './text.ts'

test.each(['Project Falcon', 'x'.repeat(30), ` ${'x'.repeat(30)} `, '😀'.repeat(30), 'Büro – Teil 2'])(
  '%j is a name for a data room',
  (name) => {
    expect(roomNameProblem(name)).toBeNull()
  },
)

test.each([
  ['', 'Give the data room a name.'],
  ['   ', 'Give the data room a name.'],
  ['x'.repeat(31), 'Shorten this to 30 characters or fewer.'],
  ['<b>Falcon</b>', markupMessage],
  ['R&D', markupMessage],
  ['www.evil.example', spamMessage('name')],
  ['a zonk', spamMessage('name')],
])('%j is none', (name, words) => {
  expect(roomNameProblem(name, { blockedWords: new BlockedWords(['zonk']) })).toBe(words)
})
