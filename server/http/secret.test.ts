import { expect, test } from 'vitest'
import { z } from 'zod'
import { mayBeSentBack, secret, takesFurther } from './secret.ts'

const word = secret(z.string().max(10))

test.each([
  ['as it is', word],
  ['optional', word.optional()],
  ['with a standard', word.default('')],
  ['checked further', word.refine((typed) => typed !== 'no')],
  ['shorter', word.max(3)],
  ['changed', word.transform((typed) => typed.trim())],
  ['prepared', z.preprocess((typed) => typed ?? '', word)],
  ['one of two kinds', z.union([z.literal(''), word])],
  ['one of several', z.array(word).optional()],
])('a secret field is not sent back, %s', (_, field) => {
  expect(mayBeSentBack(z.object({ field }), 'field')).toBe(false)
  expect(mayBeSentBack(z.looseObject({ field }), 'field')).toBe(false)
})

test('other fields are sent back, if the form knows them or says so', () => {
  const form = z.object({ field: z.string(), word }).superRefine(() => {})
  expect(mayBeSentBack(form, 'field')).toBe(true)
  expect(mayBeSentBack(form, 'other')).toBe(false)
  expect(mayBeSentBack(form, 'constructor')).toBe(false)
  expect(mayBeSentBack(z.looseObject({}), 'place-1')).toBe(false)
  const loose = takesFurther(z.looseObject({ word }), /^place-/)
  expect(['place-1', 'other', 'word'].map((name) => mayBeSentBack(loose, name))).toEqual([true, false, false])
})

test('nothing is sent back of a form that is not known field by field', () => {
  expect(mayBeSentBack(z.union([z.object({ field: z.string() }), z.object({})]), 'field')).toBe(false)
})
