import { z } from 'zod'
import { isGuid } from '#server/rules/text/guid.ts'
import { maxCommentLength } from '#server/rules/sharing/options.ts'
import { requiredInBrowser } from '#server/http/required-in-browser.ts'
import { secret } from '#server/http/secret.ts'

const share = z
  .string({ error: 'Open the link in the email again.' })
  .refine(isGuid, 'Open the link in the email again.')
const email = z
  .string({ error: 'Enter your email address.' })
  .max(300, 'Enter an email address like name@example.com.')

/** The first step on the recipients' sign-in page; without a share, a request for the links of what is shared. */
export const codeRequestForm = z.object({ share: share.optional(), email })

/** The second step: the emailed code. */
export const codeForm = z.object({
  share,
  email,
  code: z.string({ error: 'Enter the six digits of the code.' }).max(40, 'Enter the six digits of the code.'),
})

/** The same by a link that names the recipient: the address is no part of the page. */
export const personalCodeForm = codeForm.pick({ code: true })

/** Which text was shown, and the checkbox that accepts it. */
export const acceptTermsForm = z.object({
  terms: z.string({ error: 'Read the terms again.' }).refine(isGuid, 'Read the terms again.'),
  isAccepted: z.boolean({ error: 'To continue, tick the box to accept the terms.' }),
})

const name = (missing: string) =>
  z.string({ error: missing }).max(100, 'Shorten the name to 100 characters or fewer.')

/** The name readers give themselves if the sender requires one; validated where it is stored. */
export const introductionForm = z.object({
  firstName: name('Enter your first name.'),
  lastName: name('Enter your last name.'),
  email: email.optional(),
})

const upTo = z.coerce.number().int().min(0).max(1_000_000_000).catch(0)
const recipient = z.string({ error: 'Select a person.' }).refine(isGuid, 'Select a person.')
const text = z
  .string({ error: 'Write a comment first.' })
  .max(10 * maxCommentLength, `Shorten this to ${maxCommentLength} characters or fewer.`)

/** A comment; `upTo` is the number of the last one on the page. */
export const commentForm = z.object({ text, upTo })
export const commentsReadForm = z.object({ upTo })
export const removeCommentForm = z.object({ number: upTo })

/** The same for the sender, who has a thread with each recipient. */
export const answerForm = commentForm.extend({ recipient })
export const answersReadForm = commentsReadForm.extend({ recipient })
export const removeAnswerForm = removeCommentForm.extend({ recipient })
/** The passkey of a share, with an address if none is confirmed. */
export const passkeyForm = z.object({
  passkey: requiredInBrowser(secret(z.string().max(1000, 'Use at most 200 characters.')).optional()),
  email: requiredInBrowser(email.optional()),
})
