import { z } from 'zod'
import { emailAddress, emailAddressMessage } from '#server/rules/accounts/email.ts'
import {
  feedbackCategories,
  maxFeedbackLength,
  type FeedbackCategory,
} from '#server/rules/product/feedback.ts'
import { satisfactions } from '#server/rules/product/survey.ts'
import { passwordProblem } from '#server/rules/accounts/passwords.ts'
import type { PasswordContext } from '#server/rules/accounts/passwords.ts'
import { tierKeys } from '#server/rules/product/plans.ts'
import { requiredInBrowser } from '#server/http/required-in-browser.ts'
import { secret } from '#server/http/secret.ts'
import { twoFactorCodeForm } from './second-factor/second-factor-forms.ts'
import { accountName } from './registering/names.ts'

/** The account forms. Passwords are taken as entered: never trimmed, every character kept. */

const email = z
  .string({ error: 'Enter your email address.' })
  .max(300, emailAddressMessage)
  .transform((text, context) => {
    const address = emailAddress(text)
    if (address === null) context.addIssue({ code: 'custom', message: emailAddressMessage })
    return address ?? z.NEVER
  })

function name(missing: string) {
  return z
    .string({ error: missing })
    .max(100, 'Shorten the name to 100 characters or fewer.')
    .transform((text, context) => {
      const checked = accountName(text)
      if (checked.problem !== null) context.addIssue({ code: 'custom', message: checked.problem })
      return checked.name ?? z.NEVER
    })
}

const firstName = name('Enter your first name.')
const lastName = name('Enter your last name.')

// More than a password can have, so that the answer can say so instead of cutting it off.
const typedPassword = secret(
  z.string({ error: 'Enter your password.' }).max(1000, 'Use at most 200 characters.'),
)
// `token` is the name of the field with the CSRF token in every form.
const link = z
  .string({ error: 'Open the link in the email again.' })
  .max(100, 'Open the link in the email again.')

export const signInForm = z.object({
  email,
  password: typedPassword,
  isRemembered: z.boolean().default(false),
})

/** An account that an operator creates for someone. */
export const createAccountForm = z.object({
  email,
  firstName: name('Enter their first name.'),
  lastName: name('Enter their last name.'),
  tier: z.enum(tierKeys, { error: 'Choose a plan.' }),
})

/** A button that leads to another server for signing in. */
export const viaForm = z.object({ isRemembered: z.boolean().default(false) })

/** An address whose domain selects a team's identity provider. */
export const singleSignOnForm = z.object({ email, to: z.string().max(4000).optional() })

export const disconnectForm = z.object({ identity: z.string().max(100) })

/** For a reset link, and for another activation link. */
export const requestEmailForm = z.object({ email })
export const requestResetForm = requestEmailForm
export const resendActivationForm = requestEmailForm

/** Another address for an account that a team's lock shuts out; the code is asked for where a second factor is on. */
export const changeEmailForm = z.object({ email, ...twoFactorCodeForm.partial().shape })

export const activateForm = z.object({ link })

export const surveyForm = z.object({
  satisfaction: z.enum(satisfactions, { error: 'Choose an answer.' }),
  message: z
    .string()
    .max(10 * maxFeedbackLength, `Shorten the message to ${maxFeedbackLength} characters or fewer.`)
    .default(''),
})

export const feedbackForm = z.object({
  category: z
    .enum(feedbackCategories.map(({ value }) => value) as [FeedbackCategory, ...FeedbackCategory[]])
    .catch('other'),
  // Browsers write a line end as two characters: the real length is measured when the text is tidied.
  message: z
    .string({ error: 'Enter your message.' })
    .max(10 * maxFeedbackLength, `Shorten this to ${maxFeedbackLength} characters or fewer.`)
    .meta({ maxLength: maxFeedbackLength }),
  email: email.optional(),
})

// Whether it works is decided where it is used up.
const code = z.string().max(100, 'Enter the 16 letters and digits of the code.').optional()

export const registerForm = madeOnce((options) => {
  const form = z.object({ code, firstName, lastName, email, password: newPassword(options) })
  // Only here are name and address known, which a password must not be made of.
  return form.superRefine(({ password, ...who }, context) => {
    refusePassword(password, { ...who, minLength: options.passwordMinLength }, context, ['password'])
  })
})

export const resetPasswordForm = madeOnce((options) => z.object({ link, newPassword: newPassword(options) }))

/** `password` is the current one. */
export const changePasswordForm = madeOnce((options) =>
  z.object({ password: typedPassword, newPassword: newPassword(options) }),
)

/** Address and password prove who owns the closed account. */
export const keepAccountForm = z.object({ email, password: typedPassword })

/** The password, or a word if there is no password: the service knows which it must be. */
export const closeAccountForm = z.object({
  password: typedPassword.default(''),
  word: z.string().max(100).default(''),
  isUnderstood: z.literal(true, { error: 'Tick the box to confirm that you understand what is deleted.' }),
})

export const profileForm = z.object({
  firstName,
  lastName,
  timeZone: z.string({ error: 'Select a time zone.' }).max(100, 'Select a time zone from the list.'),
})

/** Without a password if the account has none. */
export const addAddressForm = z.object({ email, password: typedPassword.default('') })

// The guid of one of the account's further addresses.
const address = z.string().max(32)

export const addressForm = z.object({ address })

export const confirmAddressForm = z.object({
  address,
  code: z.string({ error: 'Enter the six digits of the code.' }).max(40, 'Enter the six digits of the code.'),
})

/** A checkbox that is not sent is not ticked. */
export const notificationsForm = z.object({
  isToldOfOpenings: z.boolean().default(false),
  isToldOfComments: z.boolean().default(false),
  isToldOfDevices: z.boolean().default(false),
  isToldOfRequests: z.boolean().default(false),
  isToldOfWeek: z.boolean().default(false),
})

/** A sign-up code by itself, of someone whom a provider has named. */
export const signUpByCodeForm = z.object({ code: requiredInBrowser(code.default('')) })
export const handOffForm = z.object({ code: z.string({ error: 'This link is incomplete.' }).max(300) })

// The service checks it: only there is the address known, which a password must not be made of.
const chosenPassword = secret(
  z.string({ error: 'Enter a password.' }).max(1000, 'Use at most 200 characters.'),
)

/** By the link in an email. */
export const setupLinkForm = z.object({ link, firstName, lastName, password: chosenPassword })
/** By the signed-in user; a password if there is none yet. */
export const setupForm = z.object({ firstName, lastName, password: chosenPassword.default('') })

export const endSessionForm = z.object({ key: z.string().max(100) })

type PasswordRule = { passwordMinLength: number }

/** A schema for each minimum password length, built on first use: building one is slow. */
function madeOnce<Form>(make: (rule: PasswordRule) => Form): (rule: PasswordRule) => Form {
  const made = new Map<number, Form>()
  return ({ passwordMinLength }) => {
    const form = made.get(passwordMinLength) ?? make({ passwordMinLength })
    made.set(passwordMinLength, form)
    return form
  }
}

function newPassword(options: PasswordRule) {
  return secret(z.string({ error: 'Enter a password.' })).superRefine((password, context) => {
    refusePassword(password, { minLength: options.passwordMinLength }, context, [])
  })
}

function refusePassword(
  password: string,
  rule: PasswordContext,
  context: z.RefinementCtx,
  path: string[],
): void {
  const message = passwordProblem(password, rule)
  if (message !== null) context.addIssue({ code: 'custom', path, message })
}
