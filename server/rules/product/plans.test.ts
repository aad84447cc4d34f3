import { expect, test } from 'vitest'
import { planOf, plans, quotaOf, tierCodes } from './plans.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

test.each([
  [0, 'Free', 25, 5, 1, 1],
  [1, 'Lite', 500, 100, 10, 5],
  [2, 'Pro', 1024, 100, 100, 50],
  [3, 'Pro trial', 1024, 5, 100, 50],
  [4, 'Team', 1024, 100, 1024, 500],
  [5, 'Team trial', 1024, 5, 100, 500],
  [6, 'Pro pre-active', 1024, 100, 100, 50],
  [7, 'API', 1024, 100, null, null],
  [9, 'Enterprise', 1024, 100, null, null],
  [10, 'Enterprise trial', 1024, 100, 100, 500],
])(
  'tier %i is %s: %i MB a file, %i recipients, %s GB in all, %s data rooms',
  (code, name, megabytes, recipients, gigabytes, maxRooms) => {
    expect(planOf(code)).toMatchObject({
      name,
      maxUploadBytes: megabytes * MB,
      maxRecipients: recipients,
      storageBytes: gigabytes === null ? null : gigabytes * GB,
      maxRooms,
    })
  },
)

test('a code that no one defined allows no more than Free', () => {
  expect(planOf(8)).toBe(planOf(0))
})

test("an installation's own quota holds for every plan, also where it says that there is none", () => {
  expect([0, 9].map((code) => quotaOf(code, 'by plan'))).toEqual([GB, null])
  expect([0, 9].map((code) => quotaOf(code, 5 * MB))).toEqual([5 * MB, 5 * MB])
  expect([0, 9].map((code) => quotaOf(code, null))).toEqual([null, null])
})

test('each tier has a word for the configuration', () => {
  expect(Object.values(tierCodes)).toEqual(plans.map((plan) => plan.tierCode))
})
