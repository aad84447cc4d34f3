import { expect, test } from 'vitest'
import { mailReason } from './mail-reason.ts'

test.each([
  ['550 5.1.1 No such user', '550 5.1.1 No such user'],
  ['550 <rita@example.net>: unknown', '550 (address) unknown'],
  ['554 blocked, see https://mail.example.com/?key=abc', '554 blocked, see (link)'],
  ['535 AUTH c2VjcmV0LXBhc3N3b3JkLW9mLXRoZS1zZXJ2ZXI= refused', '535 AUTH (…) refused'],
  ['one\r\ntwo\u0000three', 'one two three'],
  ['', ''],
])('of %j is kept %j', (said, kept) => {
  expect(mailReason(said)).toBe(kept)
})

test('a long reason is shortened', () => {
  expect(mailReason('no room '.repeat(100))).toHaveLength(200)
})
