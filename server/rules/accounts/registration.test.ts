import { expect, test } from 'vitest'
import { shownSignupCode, signupCode } from './registration.ts'

test.each([
  '7KQ2-M9XD-0TRA-41ZW',
  '7kq2m9xd0tra41zw',
  ' 7KQ2 M9XD OTRA 4lZW ',
  '7KQ2–M9XD–0TRA–41ZW',
  '７ＫＱ２M9XD0TRAi1ZW'.replace('i1', '41'),
])('%j is read as the same sign-up code', (typed) => {
  expect(signupCode(typed)).toBe('7KQ2M9XD0TRA41ZW')
})

test.each(['', '7KQ2-M9XD-0TRA-41Z', '7KQ2-M9XD-0TRA-41ZWX', '7KQ2-M9XD-0TRA-41ZU', 'x'.repeat(10_000)])(
  '%.30j cannot be a sign-up code',
  (typed) => {
    expect(signupCode(typed)).toBeNull()
  },
)

test('a code is shown in four groups, and read again', () => {
  expect(shownSignupCode('7KQ2M9XD0TRA41ZW')).toBe('7KQ2-M9XD-0TRA-41ZW')
  expect(signupCode(shownSignupCode('7KQ2M9XD0TRA41ZW'))).toBe('7KQ2M9XD0TRA41ZW')
})
