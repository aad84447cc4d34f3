import { expect, test } from 'vitest'
import { tooManyAttempts } from './too-many-attempts.ts'

const minute = 60_000

test.each([
  [1000, 'a few minutes'],
  [15 * minute, 'a few minutes'],
  [15 * minute + 1, '16 minutes'],
  [90 * minute, '1 hour 30 minutes'],
  [24 * 60 * minute, '24 hours'],
])('who has to wait %i ms reads so, and programs get the same', (wait, time) => {
  const problem = tooManyAttempts(wait)
  expect([problem.text, problem.wait]).toEqual([`Too many attempts. Wait ${time}, then try again.`, wait])
})
