import { expect, test } from 'vitest'
import { isTimeZone, offsetFromUtc, placeIn, regionOf, timeZoneNames } from './time-zones.ts'

const winter = Date.parse('2027-01-15T12:00:00Z')
const summer = Date.parse('2027-07-15T12:00:00Z')

test('UTC is first, and each name is there once', () => {
  expect(timeZoneNames[0]).toBe('UTC')
  expect(new Set(timeZoneNames).size).toBe(timeZoneNames.length)
  expect(timeZoneNames.length).toBeGreaterThan(300)
})

test.each(['', 'utc', 'Europe/Atlantis', 'europe/berlin', '+01:00', 'Europe/Berlin\n', '__proto__'])(
  '%j is no time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(false)
  },
)

test.each([
  ['UTC', winter, 'UTC'],
  ['Europe/London', winter, 'UTC'],
  ['Europe/London', summer, 'UTC+01:00'],
  ['Europe/Berlin', winter, 'UTC+01:00'],
  ['America/New_York', summer, 'UTC-04:00'],
  ['Australia/Lord_Howe', winter, 'UTC+11:00'],
])('the clocks of %s are off by their distance at that time', (zone, at, offset) => {
  expect(offsetFromUtc(zone, at)).toBe(offset)
})

test.each([
  ['UTC', '', 'UTC'],
  ['Europe/Berlin', 'Europe', 'Berlin'],
  ['America/New_York', 'America', 'New York'],
  ['America/Indiana/Knox', 'America', 'Knox, Indiana'],
])('%s lies in %j and is called %s', (zone, region, place) => {
  expect([regionOf(zone), placeIn(zone)]).toEqual([region, place])
})
