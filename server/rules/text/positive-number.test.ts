import { expect, test } from 'vitest'
import { positiveNumber } from './positive-number.ts'

const prints = { least: 1, max: 9999 }

test.each([
  ['7', 7],
  [' 1 200 ', 1200],
  ['1,200', 1200],
  ['5 prints', 5],
  ['10 min', 10],
  ['12a', 12],
  ['1.200', 1200],
  ['0012', 12],
  ['１２', 12],
  ['9999', 9999],
])('of %j the digits count: %i', (typed, number) => {
  expect(positiveNumber(typed, prints)).toEqual({ number, problem: null })
})

test.each([
  '',
  'ten',
  '-3',
  '1.5',
  '1e1',
  '0x10',
  '2,25',
  'about 0.5 hours',
  '0',
  '000',
  '10000',
  '9'.repeat(400),
])('%.20j is outside the range, in words', (typed) => {
  expect(positiveNumber(typed, prints)).toEqual({
    number: null,
    problem: 'Enter a whole number from 1 to 9999.',
  })
})

test('zero is a number where the range holds it', () => {
  expect(positiveNumber('0', { least: 0, max: 5 })).toEqual({ number: 0, problem: null })
})
