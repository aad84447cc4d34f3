import { expect, test } from 'vitest'
import {
  midSentence,
  countBadge,
  dateTime,
  duration,
  shortDuration,
  fileSize,
  helperSize,
  moreThan,
  recentTime,
  shownTime,
  utcMinute,
  zonedTime,
} from './format.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [25 * 1024 * 1024, '25 MB'],
  [1024 ** 3, '1 GB'],
  [5000 * 1024 ** 3, '4.9 TB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('%i bytes read %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  [-5, '0 seconds'],
  [1_999, '1 second'],
  [45_000, '45 seconds'],
  [minute, '1 minute'],
  [59 * minute + 59_999, '59 minutes'],
  [hour, '1 hour'],
  [90 * minute, '1 hour 30 minutes'],
  [2 * hour + minute, '2 hours 1 minute'],
  [3 * hour + 59 * minute, '3 hours'],
  [60 * hour, '60 hours'],
  [3 * day - 1, '71 hours'],
  [3 * day, '3 days'],
  [365 * day, '365 days'],
])('%i milliseconds read %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text)
})

test.each([
  [45_000, '45 s'],
  [minute, '1 min'],
  [90 * minute, '1 h 30 min'],
  [60 * hour, '60 h'],
  [3 * day, '3 days'],
])('%i milliseconds read %s in a list', (milliseconds, text) => {
  expect(shortDuration(milliseconds)).toBe(text)
})

const at = Date.UTC(2026, 10, 20, 23, 53, 7)

test('times that follow each other are each shown, within a minute and beyond it, before 1970 too', () => {
  const start = Date.UTC(2026, 10, 20, 23, 59, 59, 999)
  expect([0, 1, 59_999, 60_000, 60_001, 0].map((later) => dateTime(start + later, 'UTC').slice(-5))).toEqual([
    '23:59',
    '00:00',
    '00:00',
    '00:00',
    '00:01',
    '23:59',
  ])
  expect([-1, 0, -60_001].map((at) => dateTime(at, 'UTC').slice(-5))).toEqual(['23:59', '00:00', '23:58'])
})

test('a time is shown in the zone of its reader, with UTC beside it', () => {
  expect(dateTime(at, 'UTC')).toBe('20 Nov 2026, 23:53')
  expect(dateTime(at, 'Asia/Tokyo')).toBe('21 Nov 2026, 08:53')
  expect(utcMinute(at)).toBe('2026-11-20 23:53 UTC')
  expect(shownTime(at, 'America/New_York')).toEqual({
    text: '20 Nov 2026, 18:53',
    title: '2026-11-20 23:53 UTC',
    iso: '2026-11-20T23:53:07.000Z',
  })
})

test('an unknown zone is shown as UTC', () => {
  expect(dateTime(at, 'Nowhere/Land')).toBe(dateTime(at, 'UTC'))
})

test('a badge has two digits at most', () => {
  expect([0, 99, 100, 5000].map(countBadge)).toEqual(['0', '99', '99+', '99+'])
})

test('what is not shown is counted', () => {
  expect([0, 3, 4, 12].map((count) => moreThan(count))).toEqual(['', '', '+1', '+9'])
})

test('the upload helper shows sizes in steps of 1024, with one decimal above bytes', () => {
  const sizes = [0, 1, 1023, 1024, 1536, 5_242_880, 1024 ** 2 - 1, 1024 ** 3, 5 * 1024 ** 4]
  expect(sizes.map(helperSize)).toEqual([
    '0 bytes',
    '1 byte',
    '1023 bytes',
    '1.0 KiB',
    '1.5 KiB',
    '5.0 MiB',
    '1.0 MiB',
    '1.0 GiB',
    '5120.0 GiB',
  ])
})

test('a time in an email names its zone', () => {
  expect(zonedTime(Date.UTC(2026, 10, 20, 10, 53), 'America/New_York')).toBe(
    '20 Nov 2026, 05:53 (America/New York)',
  )
})

const now = Date.UTC(2026, 10, 22, 21, 31)

test.each([
  [-2 * hour, 'UTC', '22 Nov 2026, 23:31'],
  [0, 'UTC', 'Just now'],
  [59_000, 'UTC', 'Just now'],
  [minute, 'UTC', '1 min ago'],
  [hour - 1, 'UTC', '59 min ago'],
  [hour, 'UTC', '1 h ago'],
  [6 * hour - 1, 'UTC', '5 h ago'],
  [6 * hour, 'UTC', '15:31'],
  [22 * hour, 'UTC', 'Yesterday'],
  // In Tokyo it is already the 23rd.
  [22 * hour, 'Asia/Tokyo', 'Yesterday'],
  [6 * hour + 32 * minute, 'Asia/Tokyo', 'Yesterday'],
  [2 * 24 * hour, 'UTC', 'Fri 20 Nov'],
  [6 * 24 * hour, 'UTC', 'Mon 16 Nov'],
  [7 * 24 * hour, 'UTC', '15 Nov'],
  [365 * 24 * hour, 'UTC', '22 Nov 2025'],
  [81 * 24 * hour, 'UTC', '2 Sept'],
  [22 * hour, 'No/Where', 'Yesterday'],
])('%i milliseconds ago, in %s, reads %s', (ago, timeZone, text) => {
  expect(recentTime(now - ago, timeZone, now).text).toBe(text)
})

test('how long ago something was has its exact time and zone beside it', () => {
  expect(recentTime(now - hour, 'Asia/Tokyo', now)).toEqual({
    text: '1 h ago',
    title: '23 Nov 2026, 05:31 (Asia/Tokyo)',
    iso: '2026-11-22T20:31:00.000Z',
  })
})

test('pages of different people and days do not get each other’s today', () => {
  const shown = (zone: string, moment: number) => recentTime(now - 7 * hour, zone, moment).text
  expect([shown('UTC', now), shown('Asia/Tokyo', now), shown('UTC', now + day), shown('UTC', now)]).toEqual([
    '14:31',
    'Yesterday',
    'Yesterday',
    '14:31',
  ])
})

test.each([
  ['of 23 hours', Date.UTC(2026, 2, 29, 22, 30), Date.UTC(2026, 2, 28, 22, 45), 'Sat 28 Mar'],
  ['of 25 hours', Date.UTC(2026, 9, 25, 23, 30), Date.UTC(2026, 9, 24, 22, 30), 'Yesterday'],
  [
    'of a week with one of 25 hours',
    Date.UTC(2026, 9, 26, 22, 30),
    Date.UTC(2026, 9, 19, 22, 15),
    'Tue 20 Oct',
  ],
])('a day %s counts as one', (_what, moment, then, text) => {
  expect(recentTime(then, 'Europe/Berlin', moment).text).toBe(text)
})

test('after other words, a time begins with a small letter if it is a word', () => {
  const after = (ago: number) => midSentence(recentTime(now - ago, 'UTC', now)).text
  expect([0, 22 * hour, 2 * day, 7 * hour].map(after)).toEqual([
    'just now',
    'yesterday',
    'Fri 20 Nov',
    '14:31',
  ])
})
