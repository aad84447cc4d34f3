import { describe, expect, test } from 'vitest'
import {
  day,
  dayBegins,
  dayEnds,
  destructSeconds,
  expiryState,
  expiryText,
  localDate,
  readExpiryDate,
  type ExpiryFacts,
} from './expiry.ts'

const now = Date.UTC(2026, 10, 20, 9, 0, 0)
const minute = 60_000
const open: ExpiryFacts = { status: 'Active', destructSeconds: -1, expiresAt: null, firstViewedAt: null }

describe('the state of a share', () => {
  test('a share without an end stays open', () => {
    expect(expiryState(open, now)).toEqual({ state: 'open', endsAt: null, waits: 'no end' })
    expect(expiryText(open, now)).toBe('No end date')
  })

  test('a share with a date is open up to that millisecond and expired at it', () => {
    const dated = { ...open, destructSeconds: 0, expiresAt: now + 1 }
    expect(expiryState(dated, now)).toEqual({ state: 'open', endsAt: now + 1, waits: 'date' })
    expect(expiryState(dated, now + 1)).toEqual({ state: 'Expired' })
    expect(expiryText({ ...dated, expiresAt: now + 5 * day }, now)).toBe('5 days left')
  })

  test('self-destruct waits for the first opening, runs, and then the share has destructed', () => {
    const timed = { ...open, destructSeconds: 600 }
    expect(expiryState(timed, now)).toEqual({ state: 'open', endsAt: null, waits: 'first opening' })
    expect(expiryText(timed, now)).toBe('10 minutes after opening')
    const opened = { ...timed, firstViewedAt: now }
    const endsAt = now + 10 * minute
    expect(expiryState(opened, endsAt - 1)).toEqual({ state: 'open', endsAt, waits: 'destruct' })
    expect(expiryState(opened, endsAt)).toEqual({ state: 'Destructed' })
    expect(expiryText(opened, now + 3 * minute)).toBe('7 minutes left')
  })

  test('unshared is said first, whatever else has happened', () => {
    const expired = { ...open, destructSeconds: 0, expiresAt: now - 1 }
    const destructed = { ...open, destructSeconds: 60, firstViewedAt: now - day }
    expect(expiryText({ ...expired, status: 'Killed' }, now)).toBe('Unshared')
    expect(expiryText({ ...destructed, status: 'Killed' }, now)).toBe('Unshared')
    expect(expiryText(expired, now)).toBe('Expired')
    expect(expiryText(destructed, now)).toBe('Destructed')
  })
})

function read(date: string, time = '', timeZone = 'UTC', at = now) {
  return readExpiryDate({ date, time, timeZone }, at)
}

describe('an expiry date', () => {
  test('holds to the end of its day when no time is given', () => {
    expect(read('2026-11-21')).toEqual({ expiresAt: Date.UTC(2026, 10, 22) })
    expect(read('2026-11-21', '  ')).toEqual({ expiresAt: Date.UTC(2026, 10, 22) })
  })

  test('is read as ISO or as m/d/yyyy, with spaces around it', () => {
    const christmas = { expiresAt: Date.UTC(2026, 11, 25, 17, 30) }
    for (const date of ['2026-12-25', '12/25/2026', ' 2026-12-25 ']) {
      expect(read(date, '17:30')).toEqual(christmas)
    }
    expect(read('1/2/2027', '0:00')).toEqual({ expiresAt: Date.UTC(2027, 0, 2) })
  })

  test.each([
    ['17:30', 17 * 60 + 30],
    ['5:30 pm', 17 * 60 + 30],
    ['5:30PM', 17 * 60 + 30],
    ['12:00 am', 0],
    ['12:00 pm', 12 * 60],
    ['00:00', 0],
    ['23:59', 23 * 60 + 59],
    ['09:05:00', 9 * 60 + 5],
  ])('takes the time %s', (time, minutes) => {
    expect(read('2026-11-21', time)).toEqual({ expiresAt: Date.UTC(2026, 10, 21, 0, minutes) })
  })

  test.each(['24:00', '12:60', '13:00 pm', '0:30 am', '1730', 'noon', '-1:00', '5 pm'])(
    'refuses the time %s on its own field',
    (time) => {
      expect(read('2026-11-21', time)).toMatchObject({ field: 'time' })
    },
  )

  test.each([
    '2027-02-31',
    '2/31/2027',
    '2027-02-29',
    '2027-13-01',
    '13/1/2027',
    '2027-00-10',
    '2027-06-00',
    '27-06-01',
    '1.6.2027',
    '2027/06/01',
    '20270601',
    'tomorrow',
    '',
    '2027-06-01T10:00',
    '9999999-01-01',
  ])('refuses %j, which is no date', (date) => {
    const answer = read(date)
    expect(answer).toMatchObject({ field: 'date' })
    expect('refused' in answer && answer.refused).toContain('Enter a valid date')
  })

  test('takes 29 February of a leap year', () => {
    expect(read('2028-02-29', '12:00')).toEqual({ expiresAt: Date.UTC(2028, 1, 29, 12) })
  })

  test.each(['2026-11-20', '2026-11-19', '2020-01-01', '0026-11-21'])(
    'refuses %s, today or before',
    (date) => {
      expect(read(date, '23:59')).toEqual({ refused: 'The earliest date is tomorrow.', field: 'date' })
    },
  )

  test('can lie three years ahead to the day, and no further', () => {
    expect(read('2029-11-20')).toEqual({ expiresAt: Date.UTC(2029, 10, 21) })
    const refused = { refused: 'The latest date is 3 years from today.', field: 'date' }
    expect(read('2029-11-21')).toEqual(refused)
    expect(read('2030-11-20')).toEqual(refused)
    expect(read('9999-12-31')).toEqual(refused)
  })

  test('tomorrow is counted in the zone of the sender', () => {
    // 20 November 09:00 UTC is the 20th in New York, and 23:00 of the same day in Auckland; ten hours later it is not.
    expect(read('2026-11-21', '08:00', 'Pacific/Auckland')).toEqual({
      expiresAt: Date.UTC(2026, 10, 20, 19, 0),
    })
    expect(read('2026-11-21', '08:00', 'Pacific/Auckland', now + 10 * 60 * minute)).toMatchObject({
      field: 'date',
    })
    expect(read('2026-11-20', '23:00', 'America/New_York')).toMatchObject({ field: 'date' })
    expect(read('2026-11-21', '08:00', 'America/New_York')).toEqual({ expiresAt: Date.UTC(2026, 10, 21, 13) })
  })

  test('is right on both sides of a change of clocks', () => {
    expect(read('2027-03-27', '12:00', 'Europe/Berlin')).toEqual({ expiresAt: Date.UTC(2027, 2, 27, 11) })
    expect(read('2027-03-28', '12:00', 'Europe/Berlin')).toEqual({ expiresAt: Date.UTC(2027, 2, 28, 10) })
    expect(read('2027-10-31', '', 'Europe/Berlin')).toEqual({ expiresAt: Date.UTC(2027, 9, 31, 23) })
    expect(read('2027-03-28', '00:30', 'Europe/Berlin')).toEqual({ expiresAt: Date.UTC(2027, 2, 27, 23, 30) })
  })
})

test('the calendar day is the one of the zone', () => {
  expect(localDate(now, 'UTC')).toBe('2026-11-20')
  expect(localDate(now + 14 * 60 * minute, 'Europe/Berlin')).toBe('2026-11-21')
  expect(localDate(now, 'Pacific/Kiritimati')).toBe('2026-11-20')
  expect(localDate(now - 10 * 60 * minute, 'America/New_York')).toBe('2026-11-19')
})

describe('self-destruct', () => {
  test('takes 1 to 60 minutes or hours', () => {
    expect(destructSeconds(1, 'minutes')).toBe(60)
    expect(destructSeconds(60, 'minutes')).toBe(3_600)
    expect(destructSeconds(1, 'hours')).toBe(3_600)
    expect(destructSeconds(60, 'hours')).toBe(216_000)
  })

  test.each([0, 61, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (amount) => {
    expect(destructSeconds(amount, 'minutes')).toBeNull()
    expect(destructSeconds(amount, 'hours')).toBeNull()
  })
})

test('more time for one person counts instead of earlier dates, and never of a timer or of unsharing', () => {
  const facts = { status: 'Active', destructSeconds: 0, expiresAt: 10, firstViewedAt: null } as const
  expect(expiryState({ ...facts, extendedUntil: 50 }, 20)).toMatchObject({ state: 'open', endsAt: 50 })
  expect(expiryState({ ...facts, ownEndsAt: 5, extendedUntil: 50 }, 20)).toMatchObject({ endsAt: 50 })
  expect(expiryState({ ...facts, expiresAt: 90, extendedUntil: 50 }, 20)).toMatchObject({ endsAt: 90 })
  expect(expiryState({ ...facts, expiresAt: null, extendedUntil: 50 }, 60)).toMatchObject({ waits: 'no end' })
  expect(expiryState({ ...facts, extendedUntil: 50 }, 50)).toEqual({ state: 'Expired' })
  expect(expiryState({ ...facts, status: 'Killed', extendedUntil: 50 }, 20)).toEqual({ state: 'Unshared' })
  const timed = { ...facts, destructSeconds: 1, firstViewedAt: 0, extendedUntil: 50_000 }
  expect(expiryState(timed, 2000)).toEqual({ state: 'Destructed' })
})

test('a day ends where the next one begins, after 23 or 25 hours where clocks change', () => {
  const hours = (date: string) =>
    (dayEnds(date, 'Europe/Berlin')! - dayBegins(date, 'Europe/Berlin')!) / 3_600_000
  expect(['2026-03-29', '2026-06-01', '2026-10-25', '2026-12-31'].map(hours)).toEqual([23, 24, 25, 24])
  expect(dayEnds('2026-02-30', 'UTC')).toBeNull()
  expect(dayEnds('tomorrow', 'UTC')).toBeNull()
})
