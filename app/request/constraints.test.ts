import { expect, test } from 'vitest'
import { z } from 'zod'
import { registerForm, signInForm } from '#server/accounts/forms.ts'
import { requiredInBrowser } from '#server/http/required-in-browser.ts'
import { constraintsOf } from './constraints.server.ts'

test('a browser is told what the schema refuses: what is missing, and what is too long', () => {
  const form = z.object({
    title: z.string().min(2).max(10),
    note: z.string().max(20).optional(),
    word: z.string().max(5).default(''),
    kind: z.enum(['a', 'b']).catch('a'),
    name: requiredInBrowser(z.string().max(300).meta({ maxLength: 30 }).optional()),
    reason: z.preprocess(
      (typed) => typed ?? '',
      z.string().refine((text) => text !== ''),
    ),
  })
  expect(constraintsOf({ write: form })).toEqual({
    write: {
      title: { required: true, minLength: 2, maxLength: 10 },
      note: { required: false, maxLength: 20 },
      word: { required: false, maxLength: 5 },
      kind: { required: false },
      name: { required: true, maxLength: 30 },
      reason: { required: true },
    },
  })
})

test('what the product checks beyond that does not hide it', () => {
  const register = registerForm({ passwordMinLength: 12 })
  expect(constraintsOf({ signIn: signInForm, register })).toMatchObject({
    signIn: { email: { required: true, maxLength: 300 }, isRemembered: { required: false } },
    register: { code: { required: false }, firstName: { required: true, maxLength: 100 } },
  })
})

test('they are plain data, which a page can carry', () => {
  const found = constraintsOf({ signIn: signInForm })
  expect(JSON.parse(JSON.stringify(found))).toEqual(found)
})
