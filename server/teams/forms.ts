import { z } from 'zod'
import { maxTermsLength, maxTypedTermsLength } from '#server/rules/sharing/terms.ts'

/** The terms of access of a team. Their real length is measured when the text is tidied. */
export const teamTermsForm = z.object({
  text: z
    .string({ error: 'Enter or paste the terms.' })
    .max(maxTypedTermsLength, `Shorten this to ${maxTermsLength} characters or fewer.`),
})

/** The address from which a team's terms are fetched. */
const addressText = 'Enter the whole address, like https://example.com/terms.'
export const termsAddressForm = z.object({
  url: z.string({ error: addressText }).max(2000, addressText),
})
