import { composeEmail, type Email } from '#server/mail/layout.ts'
import { erasedFrom } from '#server/rules/accounts/closing.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { EmailTo } from '#server/accounts/emails.ts'

/**
 * Tells the owner of an account that it was closed, until when it can be reopened, and how: with `mayKeep`, by the
 * owner.
 */
export function closedEmail({
  to,
  publicUrl,
  closedAt,
  by,
  mayKeep,
}: EmailTo & { closedAt: number; by: 'owner' | 'operator'; mayKeep: boolean }): Email {
  const date = utcMinute(erasedFrom(closedAt))
  return composeEmail({
    to,
    subject: `Your ${productName} account is closed`,
    heading: `Your account will be erased on ${date.slice(0, 10)}`,
    paragraphs: [
      by === 'owner'
        ? `You closed your account at ${publicUrl.host}. What you shared is closed to everybody, and all your devices are signed out.`
        : `The person who runs ${productName} at ${publicUrl.host} closed your account. What you shared is closed to everybody, and all your devices are signed out.`,
      `The account, its files and their activity are erased after ${date}. That cannot be undone.`,
      mayKeep
        ? 'If you want to keep it, or if it was not you, open the link before that, type your address and your password, and press the button there.'
        : 'If you want to keep it, or if this is a mistake, write to the person who runs the server before that.',
    ],
    ...(mayKeep
      ? { action: { label: 'Keep the account', url: new URL('/access/keep', publicUrl).href } }
      : {}),
  })
}

export function keptEmail({ to, publicUrl }: EmailTo): Email {
  return composeEmail({
    to,
    subject: `Your ${productName} account is kept`,
    heading: 'Your account is kept',
    paragraphs: [
      `Your account at ${publicUrl.host} was closed and is open again: somebody typed its address and its password. What you shared is open again, as it was.`,
      'If it was not you, choose a new password at once.',
    ],
    action: { label: 'Choose a new password', url: new URL('/access/reset', publicUrl).href },
  })
}

export function erasedEmail({ to, publicUrl }: EmailTo): Email {
  return composeEmail({
    to,
    subject: `Your ${productName} account is erased`,
    heading: 'Your account is erased',
    paragraphs: [
      `The account that this address had at ${publicUrl.host} is erased, with all files that were sent from it and their activity.`,
      'What others sent to this address stays with them, and so does what they recorded about it.',
    ],
  })
}
