import { z } from 'zod'
import { isGuid } from '#server/rules/guid.ts'

const share = z
  .string({ error: 'Open the link in the mail again.' })
  .refine(isGuid, 'Open the link in the mail again.')
const email = z
  .string({ error: 'Type your e-mail address.' })
  .max(300, 'Type an e-mail address like name@example.com.')

/** The first step at the recipient's door; without a share, a request for the links of what is shared. */
export const codeRequestForm = z.object({ share: share.optional(), email })

/** The second step: the code that was mailed. */
export const codeForm = z.object({
  share,
  email,
  code: z.string({ error: 'Type the six digits of the code.' }).max(40, 'Type the six digits of the code.'),
})

/** The passkey of a share, with an address where none is proved. */
export const passkeyForm = z.object({
  passkey: z.string().max(1000, 'A passkey has at most 200 characters.').optional(),
  email: email.optional(),
})
