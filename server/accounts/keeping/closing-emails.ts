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
    heading: `Your account will be deleted on ${date.slice(0, 10)}`,
    paragraphs: [
      by === 'owner'
        ? `You closed your account at ${publicUrl.host}. No one can open what you shared, and all your devices were signed out.`
        : `The administrator of ${productName} at ${publicUrl.host} closed your account. No one can open what you shared, and all your devices were signed out.`,
      `Your account, its files and their activity will be deleted after ${date}. This can’t be undone.`,
      mayKeep
        ? 'If you change your mind, or if this wasn’t you, reactivate your account before then with your email address and password.'
        : 'If you want to keep it, or if this is a mistake, contact the administrator before then.',
    ],
    ...(mayKeep
      ? { action: { label: 'Reactivate account', url: new URL('/access/keep', publicUrl).href } }
      : {}),
  })
}

export function keptEmail({ to, publicUrl }: EmailTo): Email {
  return composeEmail({
    to,
    subject: `Your ${productName} account is active again`,
    heading: 'Your account is active again',
    paragraphs: [
      `Your account at ${publicUrl.host} was reactivated with its email address and password. What you shared is open again.`,
      'If this wasn’t you, change your password now.',
    ],
    action: { label: 'Choose a new password', url: new URL('/access/reset', publicUrl).href },
  })
}

export function erasedEmail({ to, publicUrl }: EmailTo): Email {
  return composeEmail({
    to,
    subject: `Your ${productName} account was deleted`,
    heading: 'Your account was deleted',
    paragraphs: [
      `Your account at ${publicUrl.host} was deleted, with all files you shared and their activity.`,
      'Files that others shared with you, and their records, stay with them.',
    ],
  })
}
