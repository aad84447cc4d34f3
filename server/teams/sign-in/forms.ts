import { z } from 'zod'
import { requiredInBrowser } from '#server/http/required-in-browser.ts'
import { secret } from '#server/http/secret.ts'
import { emailAddressMessage } from '#server/rules/accounts/email.ts'
import { signInMethods } from '#server/rules/accounts/sign-in-methods.ts'

/** What the form of the methods does; that with … asks first. */
export const methodActs = ['Change methods …', 'Change methods'] as const
export const methodsForm = z.object({
  method: z.array(z.enum(signInMethods), 'Choose at least one method.').min(1, 'Choose at least one method.'),
  act: z.enum(methodActs),
})

export const secondFactorForm = z.object({
  requirement: z.enum(['optional', 'now', 'date'], 'Choose one.'),
  date: requiredInBrowser(z.string().max(20, 'Enter a valid date, like 2027-03-01 or 3/1/2027.').optional()),
})

/** After how many hours members sign in again. */
export const signOutHours = [1, 4, 8, 12, 24, 168] as const
export const signOutForm = z.object({
  hours: z
    .enum(['', ...signOutHours.map(String)], 'Choose one.')
    .transform((text) => (text === '' ? null : Number(text))),
})

const issuerText = 'Enter the issuer, like https://login.example.com.'
export const oidcForm = z.object({
  issuer: z.string({ error: issuerText }).max(1000, issuerText),
  clientId: z.string({ error: 'Enter the client ID.' }).max(500, 'Use at most 500 characters.'),
  clientSecret: secret(
    z.string({ error: 'Enter the client secret.' }).max(2000, 'Use at most 2000 characters.'),
  ),
})

const maxCharacters = 1024 * 1024
const metadataText = 'The metadata can have up to 1 MB.'
const addressText = 'Enter an address that begins with https://.'
export const samlForm = z.object({
  address: requiredInBrowser(z.string().max(2000, addressText).optional()),
  metadata: requiredInBrowser(z.string().max(maxCharacters, metadataText).optional()),
  /** The text of a file, which is not sent back. */
  metadataFile: secret(requiredInBrowser(z.string().max(maxCharacters, metadataText).optional())),
})

export const providerActs = ['Test', 'Switch on', 'Switch off', 'Remove'] as const
export const providerActForm = z.object({
  act: z.enum(providerActs),
  /** Of the provider that is on, or of the one that is being set up. */
  place: z.enum(['on', 'draft']),
})

const email = z.string({ error: emailAddressMessage }).max(1000, emailAddressMessage)
export const signInCodeRequestForm = z.object({ email })
export const signInCodeForm = z.object({
  email,
  code: z.string({ error: 'Enter the six digits of the code.' }).max(40, 'Enter the six digits of the code.'),
  isRemembered: z.boolean().default(false),
})
