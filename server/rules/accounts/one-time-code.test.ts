import { expect, test } from 'vitest'
import { oneTimeCode } from './one-time-code.ts'

test.each([
  '123456',
  ' 123456\n',
  '123 456',
  '12 34 56',
  '123\u00a0456',
  '1\t2\t3\t4\t5\t6',
  '\u200b123456\ufeff',
])('%j is the code 123456', (typed) => {
  expect(oneTimeCode(typed)).toBe('123456')
})

test.each(['', '12345', '1234567', '12345a', '123-456', '１２３４５６', '٠١٢٣٤٥'])(
  '%j is no code',
  (typed) => {
    expect(oneTimeCode(typed)).toBeNull()
  },
)
