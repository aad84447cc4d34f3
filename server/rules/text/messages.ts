/** Messages that clients and tests compare word for word. Take them from here. */

/** Above the largest ZIP: `maxZipBytes`. */
export const overZipLimitMessage = 'You can only download 800MB of files at a time.'

export function recipientsOverPlanMessage(max: number): string {
  return `Your plan allows you to share to up to ${max} recipients. Upgrade now to share to more.`
}

export function invitesOverPlanMessage(max: number): string {
  return `Your plan allows you to invite up to ${max} people. Upgrade now to invite more.`
}

export const recipientsAtOnceMessage = 'You can only add 100 recipients at a time.'

export const addressesMessage =
  'Email addresses and URLs are not allowed. Please modify your message or contact support.'

export const markupMessage = 'This field must not contain these characters <> and HTML codes.'

export function spamMessage(field: string): string {
  return `To prevent spam, email addresses, links and some words are not allowed in the ${field} field. Contact support if you need help.`
}

/** With these words a message leads to the plans. */
export const upgradeLabel = 'Upgrade now'
