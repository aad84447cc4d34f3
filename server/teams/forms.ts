import { z } from 'zod'
import { maxTermsLength, maxTypedTermsLength } from '#server/rules/sharing/terms.ts'

/** The terms of access of a team. Their real length is measured when the text is tidied. */
export const teamTermsForm = z.object({
  text: z
    .string({ error: 'Enter or paste the terms.' })
    .max(maxTypedTermsLength, `Shorten this to ${maxTermsLength} characters or fewer.`),
})
