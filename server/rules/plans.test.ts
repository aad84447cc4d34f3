import { expect, test } from 'vitest'
import { planOf, plans, tierCodes } from './plans.ts'

const MB = 1024 * 1024

test.each([
  [0, 'Free', 25, 5],
  [1, 'Lite', 500, 100],
  [2, 'Pro', 1024, 100],
  [3, 'Pro trial', 1024, 5],
  [4, 'Team', 1024, 100],
  [5, 'Team trial', 1024, 5],
  [6, 'Pro pre-active', 1024, 100],
  [7, 'API', 1024, 100],
  [9, 'Enterprise', 1024, 100],
  [10, 'Enterprise trial', 1024, 100],
])('tier %i is %s: %i MB a file, %i recipients', (code, name, megabytes, recipients) => {
  expect(planOf(code)).toMatchObject({ name, maxUploadBytes: megabytes * MB, maxRecipients: recipients })
})

test('a code that nobody defined allows no more than Free', () => {
  expect(planOf(8)).toBe(planOf(0))
})

test('each tier has a word for the configuration', () => {
  expect(Object.values(tierCodes)).toEqual(plans.map((plan) => plan.tierCode))
})
