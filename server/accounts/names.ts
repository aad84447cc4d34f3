import { emailAddress, emailAddressMessage } from '#server/rules/email.ts'
import { personName, personNameMessage } from '#server/rules/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { textProblem } from '#server/rules/text.ts'

export type CheckedName = { name: string; problem: null } | { name: null; problem: string }

/**
 * A first or last name of an account. Names stand in letters to other people, so a name that reads as a web
 * address (`Visit evil.com` is letters, spaces and a full stop) is refused as any text for others is.
 */
export function accountName(text: string): CheckedName {
  const name = personName(text)
  const problem =
    name === null ? personNameMessage : textProblem(name, { field: 'name', label: 'name', maxLength: 100 })
  return name === null || problem !== null
    ? { name: null, problem: problem ?? personNameMessage }
    : { name, problem }
}

/** Throws badForm with the field `email`. */
export function requireAddress(text: string): string {
  const email = emailAddress(text)
  if (email === null) throw new Problem('badForm', { field: 'email', text: emailAddressMessage })
  return email
}

/** Throws badForm with the field. */
export function requireName(text: string, field: string): string {
  const checked = accountName(text)
  if (checked.problem !== null) throw new Problem('badForm', { field, text: checked.problem })
  return checked.name
}
