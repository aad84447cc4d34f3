import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import { changePasswordForm, registerForm, requestResetForm, resetPasswordForm, signInForm } from './forms.ts'

const rule = { passwordMinLength: 12 }

function fields(values: Record<string, string>): URLSearchParams {
  return new URLSearchParams(values)
}

test('a sign-in keeps every character of the password and takes an unticked box for no', () => {
  const submission = parseWithZod(fields({ email: ' Jane@Example.com ', password: '  two spaces ' }), {
    schema: signInForm,
  })
  expect(submission).toMatchObject({
    status: 'success',
    value: { email: 'jane@example.com', password: '  two spaces ', isRemembered: false },
  })
  const ticked = parseWithZod(fields({ email: 'j@example.com', password: 'x', isRemembered: 'on' }), {
    schema: signInForm,
  })
  expect(ticked).toMatchObject({ value: { isRemembered: true } })
})

test('an empty registration says of each field what to do', () => {
  const submission = parseWithZod(fields({ firstName: '', email: '' }), { schema: registerForm(rule) })
  expect(submission.reply().error).toEqual({
    firstName: ['Enter your first name.'],
    lastName: ['Enter your last name.'],
    email: ['Enter your email address.'],
    password: ['Enter a password.'],
  })
})

test('a bad address and a short password are said together', () => {
  const values = { firstName: 'Jane', lastName: 'Doe', email: 'jane', password: 'short' }
  const submission = parseWithZod(fields(values), { schema: registerForm(rule) })
  expect(Object.keys(submission.reply().error ?? {})).toEqual(['email', 'password'])
})

test('a password made of the name that is beside it is refused', () => {
  const values = {
    firstName: 'Wilhelmina',
    lastName: 'Doe',
    email: 'w@example.com',
    password: 'wilhelmina of the hills',
  }
  const submission = parseWithZod(fields(values), { schema: registerForm(rule) })
  expect(submission.reply().error?.['password']?.[0]).toContain('contains your name')
})

test('a registration comes out tidied', () => {
  const values = {
    firstName: ' Jane ',
    lastName: 'Doe',
    email: 'Jane@example.com',
    password: ' lamp over meadow ',
  }
  const submission = parseWithZod(fields(values), { schema: registerForm(rule) })
  expect(submission).toMatchObject({
    status: 'success',
    value: { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', password: ' lamp over meadow ' },
  })
})

test('the other forms take what they need', () => {
  expect(parseWithZod(fields({ email: 'x' }), { schema: requestResetForm }).status).toBe('error')
  const reset = fields({ link: 'abc', newPassword: 'lamp over meadow' })
  expect(parseWithZod(reset, { schema: resetPasswordForm(rule) }).status).toBe('success')
  const change = fields({ password: 'x', newPassword: 'lamp over meadow' })
  expect(parseWithZod(change, { schema: changePasswordForm(rule) }).status).toBe('success')
})
