import { expect, test } from 'vitest'
import { pageWidths, visibilityChoices, watermarkColours, watermarkSizes } from './options.ts'

const choices = { visibilityChoices, watermarkSizes, watermarkColours }

test.each(Object.entries(choices))('every one of the %s has an own value and an own label', (_, options) => {
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
  expect(new Set(options.map(({ label }) => label)).size).toBe(options.length)
})

test('the choice of who can see a file says what each answer means', () => {
  expect(visibilityChoices.map(({ value }) => value)).toEqual(['people', 'passkey', 'public'])
  for (const { hint } of visibilityChoices) expect(hint).not.toBe('')
})

test('page images grow in width, so that a browser can choose', () => {
  expect([...pageWidths]).toEqual([...pageWidths].toSorted((a, b) => a - b))
})
