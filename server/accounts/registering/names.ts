import { emailAddress, emailAddressMessage } from '#server/rules/accounts/email.ts'
import { personName, personNameMessage } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { textProblem, type WordFilter } from '#server/rules/text/text.ts'

/** The words that no name may have; none if the operator turned the list off. */
export type Words = { blockedWords?: WordFilter }

export type CheckedName = { name: string; problem: null } | { name: null; problem: string }

/**
 * A first or last name of an account. Names appear in emails to other people, so a name that reads like a web address
 * (`Visit evil.com` is letters, spaces and a full stop) is refused like any text for others.
 */
export function accountName(text: string, words: Words = {}): CheckedName {
  const name = personName(text)
  const problem =
    name === null
      ? personNameMessage
      : textProblem(name, { field: 'name', label: 'name', maxLength: 100, ...words })
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
export function requireName(text: string, field: string, words: Words = {}): string {
  const checked = accountName(text, words)
  if (checked.problem !== null) throw new Problem('badForm', { field, text: checked.problem })
  return checked.name
}
