import type { ComponentProps } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Field } from './form.tsx'

type EmailFieldProps = {
  /** Whether it says who signs in here, which browsers store with the password. */
  isUserName?: boolean
  label?: string
  hint?: string
  value?: string | undefined
  answer?: FormAnswer | undefined
  enterKeyHint?: 'send' | 'go'
  hasFocus?: boolean
  /** Set here only if the schema of the form does not. */
  isRequired?: boolean
}

/** An email address, marked so that browsers can fill it in. */
export function EmailField({ isUserName = false, label = 'Email address', ...more }: EmailFieldProps) {
  return (
    <Field
      name="email"
      label={label}
      type="email"
      autoComplete={isUserName ? 'username' : 'email'}
      inputMode="email"
      {...more}
    />
  )
}

type PasswordFieldProps = {
  name?: 'password' | 'newPassword'
  label?: string
  hint?: string
  /** Whether a new one is being chosen here, so that browsers suggest one instead of filling one in. */
  isNew?: boolean
  answer?: FormAnswer | undefined
  enterKeyHint?: 'go'
  isRequired?: boolean
}

/** A password: never sent back, and marked for browsers that store passwords. */
export function PasswordField({
  name = 'password',
  label = 'Password',
  isNew = false,
  ...more
}: PasswordFieldProps) {
  return (
    <Field
      name={name}
      label={label}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...more}
    />
  )
}

type CodeFieldProps = Partial<Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'hint'>> & {
  answer: FormAnswer | undefined
  enterKeyHint?: 'go'
  hasFocus?: boolean
}

/** Six digits from an email or an app, which phones offer to fill in. */
export function CodeField({ name = 'code', label = 'Six-digit code', ...more }: CodeFieldProps) {
  return (
    <Field
      name={name}
      label={label}
      className="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      isRequired
      {...more}
    />
  )
}
