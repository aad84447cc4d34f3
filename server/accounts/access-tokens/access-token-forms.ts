import { z } from 'zod'
import { requiredInBrowser } from '#server/http/required-in-browser.ts'
import { confirmForms } from '#server/accounts/sign-in/confirm-forms.ts'
import { readMoment } from '#server/rules/sharing/expiry.ts'
import { maxTokenDays, maxTokenNameLength, tokenScopes } from '#server/rules/accounts/tokens/token-scopes.ts'
import { Problem } from '#server/rules/problems.ts'

export const makeAccessTokenForm = z.object({
  tokenName: z
    .string({ error: 'Enter a name.' })
    .max(300, `Shorten the name to ${maxTokenNameLength} characters or fewer.`)
    .transform((text) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
    .pipe(
      z
        // What is left of a name of spaces is read as nothing.
        .string({ error: 'Enter a name.' })
        .min(1, 'Enter a name.')
        .max(maxTokenNameLength, `Shorten the name to ${maxTokenNameLength} characters or fewer.`),
    ),
  scope: z
    .array(z.enum(tokenScopes, { error: 'Select at least one.' }), { error: 'Select at least one.' })
    .min(1, 'Select at least one.'),
  tokenEnd: z.string().max(40, 'Enter a date like 2027-03-01.').default(''),
})
export type MakeAccessTokenForm = z.output<typeof makeAccessTokenForm>

/** With what the page asks for again. */
export const createAccessTokenForm = makeAccessTokenForm.extend({
  password: requiredInBrowser(confirmForms.password.shape.password.optional()),
  twoFactorCode: requiredInBrowser(confirmForms.both.shape.twoFactorCode.optional()),
})
export type CreateAccessTokenForm = z.output<typeof createAccessTokenForm>

export const endAccessTokenForm = z.object({ accessToken: z.string().max(100) })

const day = 86_400_000

/** When a token ends: with the day that was entered, in the owner's time zone. Throws badForm. */
export function tokenEndOf(typed: string, timeZone: string, now: number): number | null {
  if (typed.trim() === '') return null
  const read = readMoment({ date: typed, time: '', timeZone }, 'end', now)
  if ('refused' in read) throw new Problem('badForm', { field: 'tokenEnd', text: read.refused })
  if (read.at - now <= maxTokenDays * day) return read.at
  throw new Problem('badForm', { field: 'tokenEnd', text: 'The latest date is a year from today.' })
}
