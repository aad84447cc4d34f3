import { emailsIn, type NamedAddress } from '#server/rules/accounts/email.ts'
import { recipientsOverPlanMessage } from '#server/rules/text/messages.ts'
import type { Visibility } from '#server/rules/sharing/options.ts'
import { maxRecipientsPerForm } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'

export type NewRecipient = NamedAddress

const field = 'recipients'

/** The people in a pasted list, each address once: at most as many as the sender's plan allows. */
export function readRecipients(pasted: string, max: number, visibility: Visibility): NewRecipient[] {
  const { recipients, refused } = emailsIn(pasted)
  if (refused.length > 0) {
    const shown = refused.slice(0, 3).join(', ')
    const rest = refused.length > 3 ? ` and ${refused.length - 3} more` : ''
    const text = `Not an email address: ${shown}${rest}. Correct or remove it; addresses look like name@example.com.`
    throw new Problem('recipientsMissing', { field, text })
  }
  if (recipients.length === 0 && visibility === 'people') throw new Problem('recipientsMissing', { field })
  if (recipients.length > maxRecipientsPerForm) throw new Problem('recipientsOverSubmission', { field })
  if (recipients.length > max) {
    throw new Problem('recipientsOverPlan', { field, text: recipientsOverPlanMessage(max) })
  }
  return recipients
}
