import { describe, expect, test } from 'vitest'
import { standardProtections, type Protections } from '#server/rules/sharing/options.ts'
import { editedProtections, editForm } from './edit-form.ts'
import { formValuesOf } from './sending/form-values.ts'
import { noWishes, wishesOf, type Wishes } from './protections.ts'

const zone = 'Europe/Berlin'
const now = Date.UTC(2026, 10, 20, 9)

const shares: [string, Partial<Protections>][] = [
  ['the standard', {}],
  ['an end this very hour', { destructSeconds: 0, expiresAt: now + 1_234_567 }],
  ['an end that is over', { destructSeconds: 0, expiresAt: now - 86_400_000 }],
  ['the end of a day', { destructSeconds: 0, expiresAt: Date.UTC(2026, 11, 1, 23) }],
  ['a minute after opening', { destructSeconds: 60 }],
  ['five hours after opening', { destructSeconds: 18_000 }],
  ['seconds that no form offers', { destructSeconds: 5_401 }],
  [
    'everything at once',
    {
      visibility: 'public',
      mayDownload: true,
      mayPrint: true,
      printCount: 7,
      watermark: { size: 'medium', colour: 'blue', text: '' },
      isWebView: false,
      mayForward: true,
      asksName: true,
      terms: 'custom',
    },
  ],
]

/** What comes back if a form is sent unchanged. */
function sentBack(before: Protections, typed: Record<string, string> = {}): Protections {
  const form = editForm.parse({ ...formValuesOf(before, noWishes, zone), revision: '0', ...typed })
  return editedProtections(form, before, zone, now)
}

describe('the form of an edit', () => {
  test.each(shares)('sent as it came leaves %s as it is', (_, more) => {
    const before = { ...standardProtections, ...more }
    expect(sentBack(before)).toEqual(before)
  })

  test('takes another end by the same rules as sending', () => {
    const before = { ...standardProtections, destructSeconds: 0, expiresAt: now - 86_400_000 }
    expect(sentBack(before, { expiryDate: '2026-12-24', expiryTime: '18:00' })).toMatchObject({
      destructSeconds: 0,
      expiresAt: Date.UTC(2026, 11, 24, 17),
    })
    expect(() => sentBack(before, { expiryDate: '2026-11-20' })).toThrow(
      expect.objectContaining({ field: 'expiryDate', text: 'The earliest date is tomorrow.' }),
    )
    expect(sentBack(before, { expiry: 'off' })).toMatchObject({ destructSeconds: -1, expiresAt: null })
  })

  test.each([
    ['', -1],
    ['-1', Number.NaN],
    [' 12 ', 12],
    ['0', 0],
    ['1.5', Number.NaN],
    ['many', Number.NaN],
  ])('takes %j for so many copies', (printCount, copies) => {
    expect(sentBack(standardProtections, { print: 'yes', printCount }).printCount).toBe(copies)
  })

  test.each<[string, Partial<Protections>, Partial<Wishes>]>([
    ['no wishes', {}, {}],
    ['a reminder', { destructSeconds: 0, expiresAt: now + 86_400_000 }, { reminds: true }],
    ['own terms', { terms: 'custom' }, { termsText: 'Keep it secret.', tellsAcceptance: true }],
    ["the team's terms, accepted once", { terms: 'team' }, { asksTermsAgain: false }],
  ])('sent as it came leaves %s as they are', (_, protections, more) => {
    const wishes = { ...noWishes, ...more }
    const values = formValuesOf({ ...standardProtections, ...protections }, wishes, zone)
    expect(wishesOf(editForm.parse({ ...values, revision: '0' }))).toEqual(wishes)
  })
})
