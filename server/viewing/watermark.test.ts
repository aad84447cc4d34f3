import { expect, test } from 'vitest'
import type { Found } from './facts.ts'
import { watermarkLook } from './watermark.ts'

const client = { ip: '192.0.2.1', userAgent: 'Test' }
const now = Date.parse('2027-03-01T10:00:00Z')

function linesFor(who: Pick<Found, 'email' | 'saysToBe' | 'saysName'>): string[] | undefined {
  const found = { ...who, watermark: { size: 'small', colour: 'grey' }, shareGuid: 'abcdef0123456789' }
  return watermarkLook(found as Found, client, now)?.lines
}

test.each([
  [{ email: 'rita@example.net', saysToBe: null, saysName: null }, ['rita@example.net']],
  [
    { email: 'rita@example.net', saysToBe: null, saysName: 'Ann Example' },
    ['rita@example.net', 'says: Ann Example'],
  ],
  [{ email: null, saysToBe: null, saysName: null }, ['Link visitor 192.0.2.1']],
  [
    { email: null, saysToBe: 'rita@example.net', saysName: null },
    ['rita@example.net (not verified)', 'Network 192.0.2.1'],
  ],
])('for %j the mark says %j, the time and the share', (who, lines) => {
  expect(linesFor(who)).toEqual([...lines, '2027-03-01 10:00 UTC · ABCDEF01'])
})
