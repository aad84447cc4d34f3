import { standardProtections } from '#server/rules/sharing/options.ts'
import { describe, expect, test } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { shareForm, type ShareForm } from './sending/forms.ts'
import { protectionsOf } from './protections.ts'

const now = Date.UTC(2026, 10, 20, 9, 0, 0)

function formOf(fields: Record<string, string> = {}): ShareForm {
  return shareForm.parse(fields)
}

function refusalOf(fields: Record<string, string>): Problem {
  try {
    protectionsOf(formOf(fields), 'UTC', now)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It was accepted')
}

describe('what a form asks for', () => {
  test('an empty form is the strictest share with a mark', () => {
    expect(protectionsOf(formOf(), 'UTC', now)).toEqual({
      ...standardProtections,
      watermark: { size: 'small', colour: 'grey', text: '' },
    })
  })

  test('a choice that no one offered is the strict one', () => {
    const fields = {
      visibility: 'everybody',
      download: 'maybe',
      print: 'YES',
      watermark: '',
      expiry: 'never',
    }
    const more = { watermarkSize: 'huge', watermarkColour: 'green' }
    expect(protectionsOf(formOf({ ...fields, ...more }), 'UTC', now)).toEqual(
      protectionsOf(formOf(), 'UTC', now),
    )
  })

  test('permissions and mark are taken as chosen', () => {
    const fields = { visibility: 'public', download: 'yes', print: 'yes' }
    const mark = { watermark: 'on', watermarkSize: 'large', watermarkColour: 'red' }
    expect(protectionsOf(formOf({ ...fields, ...mark }), 'UTC', now)).toMatchObject({
      visibility: 'public',
      mayDownload: true,
      mayPrint: true,
      watermark: { size: 'large', colour: 'red' },
    })
    expect(protectionsOf(formOf({ ...mark, watermark: 'off' }), 'UTC', now).watermark).toBeNull()
  })

  test('a date is kept as an instant in the zone of the sender', () => {
    const form = formOf({ expiry: 'date', expiryDate: '2026-12-24', expiryTime: '18:00' })
    expect(protectionsOf(form, 'Europe/Berlin', now)).toMatchObject({
      destructSeconds: 0,
      expiresAt: Date.UTC(2026, 11, 24, 17),
    })
  })

  test('self-destruct is kept in seconds, and a date beside it does not count', () => {
    const form = formOf({ expiry: 'destruct', destructAmount: '3', destructUnit: 'hours', expiryDate: 'x' })
    expect(protectionsOf(form, 'UTC', now)).toMatchObject({ destructSeconds: 10_800, expiresAt: null })
  })

  test('what was typed for an ending that was not chosen is not looked at', () => {
    const form = formOf({ expiry: 'off', expiryDate: 'nonsense', destructAmount: '999' })
    expect(protectionsOf(form, 'UTC', now)).toMatchObject({ destructSeconds: -1, expiresAt: null })
  })
})

describe('what cannot be is refused on its field', () => {
  test('a date that does not exist, a time that is none', () => {
    expect(refusalOf({ expiry: 'date', expiryDate: '2027-02-31' })).toMatchObject({
      field: 'expiryDate',
      http: 400,
    })
    expect(refusalOf({ expiry: 'date' })).toMatchObject({ field: 'expiryDate' })
    const time = { expiryDate: '2026-12-24', expiryTime: '25:00' }
    expect(refusalOf({ expiry: 'date', ...time })).toMatchObject({ field: 'expiryTime' })
  })

  test.each(['0', '61', '1.5', '-3', 'ten', '', ' ', '1e1', '0x10'])(
    'self-destruct after %j',
    (destructAmount) => {
      expect(refusalOf({ expiry: 'destruct', destructAmount })).toMatchObject({
        field: 'destructAmount',
        http: 400,
        text: 'Enter a whole number from 1 to 60.',
      })
    },
  )
})
