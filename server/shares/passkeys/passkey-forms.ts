import { z } from 'zod'
import { requiredInBrowser } from '#server/http/required-in-browser.ts'
import type { User } from '#server/accounts/users.ts'
import { composedPasskey, passkeyProblem } from '#server/rules/sharing/passkeys.ts'
import { Findings } from '#server/rules/findings.ts'
import { Problem } from '#server/rules/problems.ts'
import { secret } from '#server/http/secret.ts'

/** What someone types as a passkey, or nothing. */
export function typedPasskey() {
  return secret(z.string().max(1000, 'Use at most 200 characters.')).optional()
}

/** A passkey that is chosen: typed twice. */
export const passkeyFields = { passkey: typedPasskey(), passkeyAgain: typedPasskey() }

/** What its owner types to replace a passkey. */
export const changePasskeyForm = z.object({
  oldPasskey: requiredInBrowser(typedPasskey()),
  passkey: requiredInBrowser(typedPasskey()),
  passkeyAgain: requiredInBrowser(typedPasskey()),
})

/** The passkey that a sender chose. Throws passkeyRefused on the fields at fault. */
export function chosenPasskey(
  form: { passkey?: string | undefined; passkeyAgain?: string | undefined },
  user: User,
): string {
  const { passkey = '', passkeyAgain = '' } = form
  const { firstName, lastName, email } = user
  const text = passkeyProblem(passkey, { firstName, lastName, email })
  const findings = new Findings()
  if (text) findings.add(new Problem('passkeyRefused', { field: 'passkey', text }))
  if (composedPasskey(passkey) !== composedPasskey(passkeyAgain))
    findings.add(
      new Problem('passkeyRefused', {
        field: 'passkeyAgain',
        text: 'The passkeys don’t match. Enter both again.',
      }),
    )
  findings.throwAny()
  return composedPasskey(passkey)
}
