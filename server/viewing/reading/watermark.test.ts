import { expect, test } from 'vitest'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { watermarkLook } from './watermark.ts'

const client = { ip: '192.0.2.1', userAgent: 'Test' }
const now = Date.parse('2027-03-01T10:00:00Z')
const rita = { email: 'rita@example.net', saysToBe: null, saysName: null }

function lookOf(who: Partial<ShareAccess>, text = '') {
  const watermark = { size: 'small', colour: 'grey', text }
  return watermarkLook(
    { visit: null, ...who, watermark, shareGuid: 'abcdef0123456789' } as ShareAccess,
    client,
    now,
  )
}

test.each([
  [rita, ['rita@example.net']],
  [{ ...rita, saysName: 'Ann Example' }, ['rita@example.net', 'says: Ann Example']],
  [{ ...rita, email: null }, ['Link visitor 192.0.2.1']],
  [
    { email: null, saysToBe: 'rita@example.net', saysName: null },
    ['rita@example.net (not verified)', 'Network 192.0.2.1'],
  ],
])('for %j the mark says %j and the time', (who, lines) => {
  expect(lookOf(who)?.lines).toEqual([...lines, '2027-03-01 10:00 UTC'])
})

test('the sender’s own words come last', () => {
  expect(lookOf(rita, 'Draft for Beam Ltd')?.lines.at(-1)).toBe('Draft for Beam Ltd')
})

test('the code names share and visit, and says so where the sender looks', () => {
  const visit = { guid: '12af34be56', seenAt: now }
  expect(lookOf({ ...rita, visit })?.code).toBe('ABCD-EF01-12AF-34BE')
  expect(lookOf(rita)?.code).toBe('ABCD-EF01-SENDER')
})
