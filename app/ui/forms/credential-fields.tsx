import type { ComponentProps } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Field } from './form.tsx'

type EmailFieldProps = {
  /** Whether it says who signs in here, which browsers keep beside the password. */
  isUserName?: boolean
  label?: string
  hint?: string
  value?: string | undefined
  answer?: FormAnswer | undefined
  enterKeyHint?: 'send' | 'go'
  /** Said here only where the schema of the form does not. */
  isRequired?: boolean
}

/** An email address, as browsers know to fill it in. */
export function EmailField({ isUserName = false, label = 'E-mail address', ...more }: EmailFieldProps) {
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
  /** Whether it is being chosen here, so that browsers offer one instead of filling one in. */
  isNew?: boolean
  answer?: FormAnswer | undefined
  enterKeyHint?: 'go'
  isRequired?: boolean
}

/** A password: never sent back, and marked for browsers that keep passwords. */
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
}

/** Six digits from a letter or an app, which telephones offer to fill in. */
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
