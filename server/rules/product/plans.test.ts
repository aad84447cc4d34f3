import { describe, expect, test } from 'vitest'
import { Plans, readLimits, standardPlans, tierCodes, tierOf, tiers } from './plans.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

test.each([
  [0, 'Free', 25, 5, 1, 1, 1, null],
  [1, 'Lite', 500, 100, 10, 5, 1, null],
  [2, 'Pro', 1024, 100, 100, 50, 1, null],
  [3, 'Pro trial', 1024, 5, 100, 50, 1, 7],
  [4, 'Team', 1024, 100, 1024, 500, 50, null],
  [5, 'Team trial', 1024, 5, 100, 500, 5, 7],
  [6, 'Pro pre-active', 1024, 100, 100, 50, 1, 14],
  [7, 'API', 1024, 100, null, null, 1, null],
  [9, 'Enterprise', 1024, 100, null, null, null, null],
  [10, 'Enterprise trial', 1024, 100, 100, 500, 25, 7],
])(
  'tier %i is %s: %i MB a file, %i recipients, %s GB in all, %s data rooms, %s seats, for %s days',
  (code, name, megabytes, maxRecipients, gigabytes, maxRooms, seats, days) => {
    expect(standardPlans.of(code)).toMatchObject({
      name,
      maxUploadBytes: megabytes * MB,
      maxRecipients,
      storageBytes: gigabytes === null ? null : gigabytes * GB,
      maxRooms,
      seats,
      days,
    })
  },
)

test('members of a data room are as few as recipients where those are few', () => {
  expect(standardPlans.all.map(({ maxMembers }) => maxMembers)).toEqual([
    5, 5000, 5000, 5, 5000, 5, 5000, 5000, 5000, 5000,
  ])
})

test('a code that no one defined allows no more than Free, and is called so', () => {
  expect(standardPlans.of(8)).toBe(standardPlans.of(0))
  expect(tierOf(8).name).toBe('Free')
})

test('each tier has a word for the configuration, and five are paid', () => {
  expect(Object.values(tierCodes)).toEqual(tiers.map(({ tierCode }) => tierCode))
  expect(tiers.filter(({ isPaid }) => isPaid).map(({ key }) => key)).toEqual([
    'lite',
    'pro',
    'team',
    'api',
    'enterprise',
  ])
})

describe('an operator’s own limits', () => {
  test('replace those that are named, and leave the others', () => {
    const plans = new Plans(
      readLimits('{"free": {"upload": "100 MB", "rooms": null, "members": 20}, "pro-trial": {"days": 30}}'),
    )
    expect(plans.of(0)).toMatchObject({
      name: 'Free',
      maxUploadBytes: 100 * MB,
      maxRooms: null,
      maxMembers: 20,
      maxRecipients: 5,
      storageBytes: GB,
    })
    expect(plans.of(3).days).toBe(30)
    expect(plans.of(2)).toEqual(standardPlans.of(2))
  })

  test.each([
    ['{', /JSON/],
    ['[]', 'the whole must be an object in braces'],
    ['{"gold": {}}', 'there is no plan "gold"; the plans are free, lite, pro,'],
    ['{"__proto__": {}}', 'there is no plan "__proto__"'],
    ['{"free": 3}', '"free" must be an object in braces'],
    ['{"free": {"files": 3}}', '"free" has no limit "files"; the limits are upload, storage, recipients'],
    ['{"free": {"constructor": 3}}', '"free" has no limit "constructor"'],
    ['{"free": {"upload": 25}}', '"upload" of "free" must be a size like "25 MB"'],
    ['{"free": {"upload": null}}', '"upload" of "free" must be a size'],
    ['{"free": {"recipients": 0}}', '"recipients" of "free" must be a whole number from 1 to 100000'],
    ['{"free": {"rooms": -1}}', '"rooms" of "free" must be a whole number'],
    ['{"free": {"members": 5001}}', '"members" of "free" must be a whole number from 1 to 5000'],
    ['{"pro": {"days": 7}}', '"pro" does not end, so it has no "days"'],
    ['{"pro-trial": {"days": null}}', '"days" of "pro-trial" must be a whole number from 1 to 3650'],
  ])('%s is refused, and the words say where', (json, words) => {
    expect(() => readLimits(json)).toThrow(words)
  })
})
